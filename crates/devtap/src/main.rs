//! The `devtap` binary: reads the options, wires the parts together, serves.

mod logging;
mod options;
mod wiring;

use options::Invocation;
use std::process::ExitCode;

fn main() -> ExitCode {
    match options::parse(std::env::args_os(), &|name| std::env::var_os(name)) {
        Ok(Invocation::Sweep) => chrome::sweep_main(),
        Ok(Invocation::Help(text)) => print(&text),
        Ok(Invocation::Version) => print(&options::version()),
        Ok(Invocation::Serve(options)) => wiring::serve(*options),
        Err(error) => complain(&error),
    }
}

#[expect(
    clippy::print_stdout,
    reason = "nothing is served: stdout is the user's"
)]
fn print(text: &str) -> ExitCode {
    println!("{}", text.trim_end());
    ExitCode::SUCCESS
}

fn complain(error: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("devtap: {error}");
    ExitCode::FAILURE
}
