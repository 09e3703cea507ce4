//! The `devtap` binary: reads the options, wires the parts together, serves.

mod options;
mod wiring;

fn main() -> std::process::ExitCode {
    wiring::run(std::env::args_os())
}
