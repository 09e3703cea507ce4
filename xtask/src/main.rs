//! Chores for devtap: `cargo xtask <chore>`.
#![expect(clippy::print_stdout, reason = "a chore speaks to a terminal")]

mod arrows;
mod cargo;
mod compare;
mod demo;
mod generate_protocol;
mod set_up;
mod test;

use std::process::ExitCode;

/// Any failure ends the chore with its text.
type Failure = Box<dyn std::error::Error>;

const USAGE: &str = "usage: cargo xtask <chore>

  demo [--keep]        sets up what is missing, builds, investigates a sample shop through MCP
  test [FILTER…]       sets up what is missing, runs every test, or those whose name contains a filter
  generate-protocol    writes the protocol types anew, from the protocol JSON in crates/cdp/protocol
  check-arrows         says whether every crate depends only on what it may
  compare [OPTION…]    measures devtap against the npm server; see benches/compare/README.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let done = match std::env::args().nth(1).as_deref() {
        Some("demo") => demo::run(&arguments),
        Some("test") => test::run(&arguments),
        Some("check-arrows") => arrows::run(),
        Some("compare") => compare::run(&arguments),
        Some("generate-protocol") => generate_protocol::run(),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
