//! The options of `devtap`, from the command line, a configuration file and the environment.
//!
//! All of them stand in one table (`table.rs`). Names, aliases, types, conflicts and the places of the configuration file
//! follow chrome-devtools-mcp 1.11.0; what differs on purpose is in docs/differences.md. Parsing reads no more than it
//! must, since it comes before the first answer of each start.

mod command_line;
mod config_file;
mod error;
mod given;
mod help;
mod rules;
mod spec;
mod table;
mod typed;

pub use error::OptionsError;
pub use typed::Options;

use command_line::CommandLine;
use spec::Id;
use std::ffi::OsString;

/// What the program is to do.
#[derive(Debug)]
pub enum Invocation {
    /// Serve with these options.
    Serve(Box<Options>),
    /// Print this text on stdout.
    Help(String),
    /// Print name and version on stdout.
    Version,
    /// Run as the process that cleans up behind us.
    Sweep,
}

/// Reads the options. `args` starts with the program's name; `env` looks up environment variables.
///
/// # Errors
/// One line for the user that names what is wrong and, for a misspelt name, the nearest one.
pub fn parse(
    args: impl Iterator<Item = OsString>,
    env: &dyn Fn(&str) -> Option<OsString>,
) -> Result<Invocation, OptionsError> {
    let mut args = args.skip(1).peekable();
    if args.next_if(|first| first == "__sweep").is_some() {
        return Ok(Invocation::Sweep);
    }
    let mut given = match command_line::read(args)? {
        CommandLine::Help => return Ok(Invocation::Help(help::help())),
        CommandLine::Version => return Ok(Invocation::Version),
        CommandLine::Options(given) => given,
    };
    let mut config_file = None;
    if let Some((path, in_file)) = config_file::find_and_read(given.os_text(Id::Config), env)? {
        given.fill_from(in_file);
        config_file = Some(path);
    }
    rules::check(&given)?;
    Ok(Invocation::Serve(Box::new(Options::of(
        &given,
        config_file,
    ))))
}

/// What `--version` prints.
pub fn version() -> String {
    format!("devtap {}", env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests;
