//! Chores for devtap: `cargo xtask <chore>`.
fn main() {}
