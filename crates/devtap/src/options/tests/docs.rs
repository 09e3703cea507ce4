//! docs/options.md is made from the table. `UPDATE_DOCS=1` writes it.

use crate::options::help::notes;
use crate::options::spec::{Group, Kind, Spec};
use crate::options::table::{CONFLICTS, REQUIRES, TABLE};
use std::path::Path;

const HEAD: &str = "\
# Options

Made from the table in `crates/devtap/src/options/table.rs`; a test says when this page is stale and `UPDATE_DOCS=1 cargo
test -p devtap docs` writes it anew.

Each name may be written in camelCase or with hyphens: `--browserUrl`, `--browser-url`. A value follows after a blank or
`=`; one that starts with a hyphen needs `=`. Flags also take `--no-NAME`, `--NAME=false` and `--NAME false`. Lists may be
repeated or take several values. An unknown option, a word that belongs to none and two values for one are errors (exit
status 1), each with the nearest name if there is one. An empty value counts as not given.

## Configuration file

A JSON object with the camelCase names as keys. The first of these is read, and no other: the file named by `--config`,
`cd4a.config.json` in `$PLUGIN_DATA`, `cd4a/config.json` in `$XDG_CONFIG_HOME` or else in `~/.config` (on Windows
`%LOCALAPPDATA%\\Google\\cd4a\\config.json`). The environment variable `CHROME_DEVTOOLS_MCP_NO_CONFIG_DISCOVERY` turns the
search off. What the command line gives wins, option by option. An unknown key or a value of the wrong type is an error.
";

fn markdown() -> String {
    let mut out = String::from(HEAD);
    for group in Group::ALL {
        out.push_str(&format!(
            "\n## {}\n\n| option | takes | |\n|---|---|---|\n",
            group.title()
        ));
        for spec in TABLE
            .iter()
            .filter(|spec| spec.group == group && !spec.hidden)
        {
            out.push_str(&row(spec));
        }
    }
    out.push_str("\n## Options that exclude each other\n\nOf each line at most one may be given; `false` counts as not given.\n\n");
    for group in CONFLICTS {
        let names: Vec<String> = group
            .iter()
            .map(|&id| format!("`--{}`", TABLE[id as usize].name))
            .collect();
        out.push_str(&format!("- {}\n", names.join(", ")));
    }
    out.push('\n');
    for &(id, needed) in REQUIRES {
        out.push_str(&format!(
            "`--{}` needs `--{}`. ",
            TABLE[id as usize].name, TABLE[needed as usize].name
        ));
    }
    format!("{}\n", out.trim_end())
}

fn row(spec: &Spec) -> String {
    let short = spec
        .short
        .map_or_else(String::new, |letter| format!(", `-{letter}`"));
    let takes = match spec.kind {
        Kind::Flag => "",
        Kind::Text | Kind::Path | Kind::Choice(_) => "text",
        Kind::Number { .. } => "number",
        Kind::List | Kind::Paths => "list",
    };
    let mut gloss = spec.gloss.to_owned();
    for note in notes(spec) {
        gloss.push_str(&format!("; {note}"));
    }
    format!(
        "| `--{}`{short} | {takes} | {} |\n",
        spec.name,
        gloss.replace('|', "\\|")
    )
}

#[test]
fn the_page_is_up_to_date() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(page.parent().unwrap()).unwrap();
        std::fs::write(&page, markdown()).unwrap();
    }
    let there = std::fs::read_to_string(&page).unwrap_or_default();
    assert!(
        there == markdown(),
        "docs/options.md is stale: run UPDATE_DOCS=1 cargo test -p devtap docs"
    );
}
