//! The options through their front door.

mod command_line;
mod config_file;
mod docs;
mod facts;
mod texts;
mod typed;

use super::{Invocation, Options, OptionsError, parse};
use std::ffi::OsString;

/// Parses words as they would follow the program's name, with an empty environment.
fn try_parse<W: Into<OsString>>(
    words: impl IntoIterator<Item = W>,
) -> Result<Invocation, OptionsError> {
    parse_in(words, &|_| None)
}

fn parse_in<W: Into<OsString>>(
    words: impl IntoIterator<Item = W>,
    env: &dyn Fn(&str) -> Option<OsString>,
) -> Result<Invocation, OptionsError> {
    let program = OsString::from("devtap");
    let words = words.into_iter().map(Into::into);
    parse(std::iter::once(program).chain(words), env)
}

fn options<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Options {
    match try_parse(words).expect("the options are good") {
        Invocation::Serve(options) => *options,
        other => panic!("not to serve: {other:?}"),
    }
}

fn error<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> String {
    try_parse(words)
        .expect_err("the options are refused")
        .to_string()
}
