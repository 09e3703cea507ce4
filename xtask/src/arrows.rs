//! The allowed arrows between crates, and the crates that alone may name a library.
//!
//! The table stands in the order of the floors: a crate may use only crates that stand above it here, and of those only
//! the ones in its line. A new arrow gets its place here and its reason in ARCHITECTURE.md in the same change.

use crate::{Failure, cargo};
use serde_json::Value;
use std::collections::BTreeSet;

/// A package and the packages of this workspace that it may use.
struct Floor(&'static str, &'static [&'static str]);

const FLOORS: &[Floor] = &[
    Floor("devtap-records", &[]),
    Floor("devtap-schema", &[]),
    Floor("devtap-chrome", &[]),
    Floor("devtap-testkit", &[]),
    Floor("devtap-cdp", &[]),
    Floor("devtap-render", &["devtap-records"]),
    Floor(
        "devtap-page",
        &[
            "devtap-cdp",
            "devtap-chrome",
            "devtap-records",
            "devtap-schema",
        ],
    ),
    Floor(
        "devtap-tools",
        &[
            "devtap-page",
            "devtap-render",
            "devtap-records",
            "devtap-schema",
        ],
    ),
    Floor(
        "devtap-server",
        &[
            "devtap-tools",
            "devtap-page",
            "devtap-render",
            "devtap-records",
            "devtap-schema",
        ],
    ),
    Floor(
        "devtap",
        &[
            "devtap-server",
            "devtap-tools",
            "devtap-page",
            "devtap-chrome",
            "devtap-render",
            "devtap-records",
            "devtap-schema",
        ],
    ),
    Floor("xtask", &["devtap-testkit"]),
];

/// Any crate may use these in its tests.
const FOR_TESTS: &[&str] = &["devtap-testkit"];

/// Libraries that only some crates may name: protocols, formats and processes have one home each.
const HOMES: &[(&str, &[&str])] = &[
    ("rmcp", &["devtap-server"]),
    ("tokio-tungstenite", &["devtap-cdp"]),
    ("jsonschema", &["devtap-schema"]),
    ("ureq", &["devtap-chrome"]),
    ("clap", &["devtap"]),
    ("rusqlite", &["xtask"]),
    (
        "tokio",
        &[
            "devtap-cdp",
            "devtap-chrome",
            "devtap-page",
            "devtap-tools",
            "devtap-server",
            "devtap",
        ],
    ),
];

/// One dependency of one package.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Arrow {
    from: String,
    to: String,
    /// `dev`, `build`, or empty for a normal one.
    kind: String,
    /// The other end belongs to this workspace.
    inside: bool,
}

/// Says whether every crate depends only on what it may.
pub fn run() -> Result<(), Failure> {
    let arrows = read()?;
    let faults = faults(&arrows);
    if !faults.is_empty() {
        return Err(faults.join("\n").into());
    }
    println!(
        "{} arrows between crates, all downwards.",
        arrows.iter().filter(|arrow| arrow.inside).count()
    );
    Ok(())
}

fn read() -> Result<Vec<Arrow>, Failure> {
    let output = cargo::command()
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
        ])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(arrows_of(&serde_json::from_slice(&output.stdout)?))
}

/// The arrows in the output of `cargo metadata --no-deps`.
fn arrows_of(metadata: &Value) -> Vec<Arrow> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut arrows = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            arrows.push(Arrow {
                from: text(&package["name"]),
                to: text(&dependency["name"]),
                kind: text(&dependency["kind"]),
                inside: dependency.get("path").is_some(),
            });
        }
    }
    arrows
}

/// What is wrong with these arrows, a sentence each.
fn faults(arrows: &[Arrow]) -> Vec<String> {
    let mut faults = BTreeSet::new();
    for arrow in arrows {
        let Arrow { from, to, .. } = arrow;
        if arrow.kind == "dev" && FOR_TESTS.contains(&to.as_str()) {
            continue;
        }
        let fault = if arrow.inside {
            inside_fault(from, to)
        } else {
            outside_fault(from, to)
        };
        faults.extend(fault);
    }
    faults.into_iter().collect()
}

fn inside_fault(from: &str, to: &str) -> Option<String> {
    let floor = |name: &str| FLOORS.iter().position(|floor| floor.0 == name);
    match (floor(from), floor(to)) {
        (None, _) => Some(format!("{from} has no floor in xtask/src/arrows.rs")),
        (_, None) => Some(format!("{to} has no floor in xtask/src/arrows.rs")),
        (Some(user), Some(used)) if used >= user => {
            Some(format!("{from} uses {to}, which stands on a higher floor"))
        }
        (Some(user), _) if !FLOORS[user].1.contains(&to) => {
            Some(format!("{from} uses {to}, which is no neighbour of its"))
        }
        _ => None,
    }
}

fn outside_fault(from: &str, to: &str) -> Option<String> {
    let (_, homes) = HOMES.iter().find(|(library, _)| *library == to)?;
    (!homes.contains(&from))
        .then(|| format!("{from} names {to}, which only {} may", homes.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(from: &str, to: &str, kind: &str, inside: bool) -> Arrow {
        Arrow {
            from: from.to_owned(),
            to: to.to_owned(),
            kind: kind.to_owned(),
            inside,
        }
    }

    #[test]
    fn this_workspace_obeys() {
        let arrows = read().expect("cargo describes the workspace");
        assert!(arrows.iter().any(|arrow| arrow.inside), "arrows were found");
        assert_eq!(faults(&arrows), [""; 0]);
    }

    #[test]
    fn the_table_points_downwards() {
        for Floor(from, neighbours) in FLOORS {
            for to in *neighbours {
                assert_eq!(inside_fault(from, to), None);
            }
        }
    }

    #[test]
    fn an_upward_arrow_is_caught() {
        let up = arrow("devtap-cdp", "devtap-page", "", true);
        assert_eq!(
            faults(&[up]),
            ["devtap-cdp uses devtap-page, which stands on a higher floor"]
        );
    }

    #[test]
    fn an_upward_arrow_of_tests_alone_is_caught() {
        let up = arrow("devtap-records", "devtap-render", "dev", true);
        assert_eq!(faults(&[up]).len(), 1);
        assert_eq!(
            faults(&[arrow("devtap-page", "devtap-testkit", "dev", true)]),
            [""; 0]
        );
        assert_eq!(
            faults(&[arrow("devtap-page", "devtap-testkit", "", true)]).len(),
            1
        );
    }

    #[test]
    fn a_skipped_floor_is_caught() {
        let skipping = arrow("devtap-tools", "devtap-cdp", "", true);
        assert_eq!(
            faults(&[skipping]),
            ["devtap-tools uses devtap-cdp, which is no neighbour of its"]
        );
    }

    #[test]
    fn a_crate_without_a_floor_is_caught() {
        assert_eq!(
            faults(&[arrow("devtap-new", "devtap-cdp", "", true)]).len(),
            1
        );
        assert_eq!(
            faults(&[arrow("devtap-page", "devtap-new", "", true)]).len(),
            1
        );
    }

    #[test]
    fn mcp_types_stay_in_the_server() {
        assert_eq!(
            faults(&[arrow("devtap-tools", "rmcp", "", false)]),
            ["devtap-tools names rmcp, which only devtap-server may"]
        );
        assert_eq!(
            faults(&[arrow("devtap-server", "rmcp", "", false)]),
            [""; 0]
        );
    }

    #[test]
    fn cdp_transports_stay_in_cdp() {
        assert_eq!(
            faults(&[arrow("devtap-page", "tokio-tungstenite", "", false)]).len(),
            1
        );
    }

    #[test]
    fn pure_crates_stay_free_of_async() {
        for pure in ["devtap-records", "devtap-render", "devtap-schema"] {
            assert_eq!(
                faults(&[arrow(pure, "tokio", "", false)]).len(),
                1,
                "{pure}"
            );
        }
    }

    #[test]
    fn reads_what_cargo_tells() {
        let metadata = serde_json::json!({"packages": [{"name": "a", "dependencies": [
            {"name": "b", "kind": null, "path": "/b"},
            {"name": "c", "kind": "dev"},
        ]}]});
        assert_eq!(
            arrows_of(&metadata),
            [arrow("a", "b", "", true), arrow("a", "c", "dev", false)]
        );
    }
}
