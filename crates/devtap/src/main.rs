//! The `devtap` binary.

fn main() {}
