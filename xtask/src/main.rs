//! Chores for devtap: `cargo xtask <chore>`.

mod generate_protocol;

use std::process::ExitCode;

fn main() -> ExitCode {
    let chore = std::env::args().nth(1);
    let done = match chore.as_deref() {
        Some("generate-protocol") => generate_protocol::run(),
        _ => Err("usage: cargo xtask generate-protocol".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
