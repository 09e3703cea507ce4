//! The texts for people.

use super::{Invocation, try_parse};
use crate::options::table::TABLE;

fn help() -> String {
    match try_parse(["--help"]) {
        Ok(Invocation::Help(text)) => text,
        other => panic!("no help: {other:?}"),
    }
}

#[test]
fn the_help() {
    insta::assert_snapshot!(help());
}

#[test]
fn the_help_fits_and_holds_every_option_that_is_not_hidden() {
    let help = help();
    for line in help.lines() {
        assert!(line.chars().count() <= 100, "{line}");
        assert!(!line.ends_with(' '), "{line:?}");
    }
    for spec in TABLE {
        assert_eq!(
            help.contains(&format!("--{}", spec.name)),
            !spec.hidden,
            "{}",
            spec.name
        );
    }
}

#[test]
fn the_version() {
    let version = crate::options::version();
    assert_eq!(version, format!("devtap {}", env!("CARGO_PKG_VERSION")));
}
