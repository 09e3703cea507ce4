//! The text of `--help`.

use super::spec::{Group, Kind, Spec, Status};
use super::table::TABLE;

/// Widest line.
const WIDTH: usize = 100;
/// Where the glosses start.
const COLUMN: usize = 36;

const HEAD: &str = "\
devtap: Chrome DevTools for coding agents, as an MCP server on standard input and output.

Usage: devtap [options]

Names may be written --browserUrl or --browser-url. Flags also take --no-NAME and --NAME=false.
The options may also stand in a JSON file, under their camelCase names: see --config.
";

/// The whole text.
pub(super) fn help() -> String {
    let mut out = String::from(HEAD);
    for group in Group::ALL {
        out.push_str(&format!("\n{}:\n", group.title()));
        let shown = TABLE
            .iter()
            .filter(|spec| spec.group == group && !spec.hidden);
        shown.for_each(|spec| add(spec, &mut out));
    }
    out.push_str("\nOther:\n");
    add_line("  -h, --help", "show this text", &mut out);
    add_line("  -V, --version", "show the version", &mut out);
    out
}

fn add(spec: &Spec, out: &mut String) {
    let mut gloss = spec.gloss.to_owned();
    for note in notes(spec) {
        gloss.push_str(&format!(" [{note}]"));
    }
    add_line(&left(spec), &gloss, out);
}

fn left(spec: &Spec) -> String {
    let short = match spec.short {
        Some(letter) => format!("-{letter}, "),
        None => "    ".to_owned(),
    };
    let value = match spec.kind {
        Kind::Flag => String::new(),
        Kind::Choice(_) => " WORD".to_owned(),
        _ => format!(" {}", spec.value),
    };
    format!("  {short}--{}{value}", spec.name)
}

/// What stands in brackets behind the gloss.
pub(super) fn notes(spec: &Spec) -> Vec<String> {
    let mut notes = vec![];
    if let Kind::Choice(choices) = spec.kind {
        notes.push(choices.join(", "));
    }
    if !spec.default.is_empty() && spec.default != "false" {
        let default = if spec.default == "true" {
            "on"
        } else {
            spec.default
        };
        notes.push(format!("default: {default}"));
    }
    if let Some(alias) = spec.alias {
        notes.push(format!("also --{alias}"));
    }
    match spec.status {
        Status::Later("") => notes.push("no effect yet".to_owned()),
        Status::Later(meaning) => notes.push(format!("no effect yet: {meaning}")),
        Status::Works | Status::Ignored => {}
    }
    notes
}

/// Adds an option with its gloss beside it, wrapped.
fn add_line(left: &str, gloss: &str, out: &mut String) {
    let mut line = left.to_owned();
    if line.chars().count() + 2 > COLUMN {
        out.push_str(&line);
        out.push('\n');
        line.clear();
    }
    pad(&mut line);
    for word in gloss.split(' ') {
        let is_start = line.chars().count() == COLUMN;
        if !is_start && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line.clear();
            pad(&mut line);
        } else if !is_start {
            line.push(' ');
        }
        line.push_str(word);
    }
    out.push_str(&line);
    out.push('\n');
}

fn pad(line: &mut String) {
    let missing = COLUMN.saturating_sub(line.chars().count());
    line.push_str(&" ".repeat(missing));
}
