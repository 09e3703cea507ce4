//! What a configuration written for chrome-devtools-mcp may say, from a list of facts about it.

use super::{error, try_parse};
use crate::options::spec::{Kind, Spec};
use crate::options::table::TABLE;
use serde_json::Value;

fn facts() -> Value {
    serde_json::from_str(include_str!("../../../tests/facts/options.json"))
        .expect("the facts are JSON")
}

fn spec(name: &str) -> &'static Spec {
    TABLE
        .iter()
        .find(|spec| spec.name == name)
        .unwrap_or_else(|| panic!("there is no option {name}"))
}

/// A value that the option takes.
fn sample(name: &str) -> String {
    let spec = spec(name);
    match name {
        "browserUrl" => "http://127.0.0.1:9222".into(),
        "wsEndpoint" => "ws://127.0.0.1:9222/devtools/browser/1".into(),
        "wsHeaders" => r#"{"Authorization":"Bearer a=b"}"#.into(),
        "viewport" => "1280x720".into(),
        _ => match spec.kind {
            Kind::Choice(choices) => choices[0].into(),
            Kind::Number { .. } => "7".into(),
            _ => "/somewhere".into(),
        },
    }
}

/// The option and what it needs beside it, as words.
fn with_needed(name: &str, mut words: Vec<String>) -> Vec<String> {
    for pair in facts()["requires"].as_array().unwrap() {
        if pair[0] == name {
            let needed = pair[1].as_str().unwrap();
            words.push(format!(
                "--{needed}={}",
                if spec(needed).kind == Kind::Flag {
                    "true".into()
                } else {
                    sample(needed)
                }
            ));
        }
    }
    words
}

#[test]
fn rows_stand_at_their_number_and_names_are_unique() {
    let mut names = std::collections::HashSet::new();
    for (at, spec) in TABLE.iter().enumerate() {
        assert_eq!(spec.id as usize, at, "{}", spec.name);
        for name in spec.names() {
            assert!(spec.is_named(&name), "{name}");
            names.insert(name);
        }
    }
    let count: usize = TABLE
        .iter()
        .map(|spec| spec.names().collect::<std::collections::HashSet<_>>().len())
        .sum();
    assert_eq!(names.len(), count, "two options share a name");
}

#[test]
fn every_option_has_the_type_the_choices_and_the_default() {
    // Off by default here: no field data is asked for unless the user wants it; nothing is ever sent to a vendor.
    let different = ["performanceCrux", "usageStatistics"];
    for fact in facts()["options"].as_array().unwrap() {
        let name = fact["name"].as_str().unwrap();
        let spec = spec(name);
        let kind = match spec.kind {
            Kind::Flag => "boolean",
            Kind::Number { .. } => "number",
            Kind::List | Kind::Paths => "array<string>",
            Kind::Text | Kind::Path | Kind::Choice(_) => "string",
        };
        assert_eq!(fact["type"], kind, "{name}");
        assert_eq!(spec.hidden, fact["hidden"] == true, "{name}");
        if let Some(choices) = fact["choices"].as_array() {
            let Kind::Choice(ours) = spec.kind else {
                panic!("{name} has choices")
            };
            let mut ours = ours.to_vec();
            ours.sort_unstable();
            assert_eq!(choices, &ours, "{name}");
        }
        if let Some(default) = fact.get("default").filter(|_| !different.contains(&name)) {
            let default = default
                .as_str()
                .map_or_else(|| default.to_string(), str::to_owned);
            assert_eq!(spec.default, default, "{name}");
        }
    }
}

#[test]
fn every_option_is_read_in_all_its_spellings() {
    for fact in facts()["options"].as_array().unwrap() {
        let name = fact["name"].as_str().unwrap();
        let spec = spec(name);
        let mut names = vec![name.to_owned()];
        names.extend(
            fact["aliases"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|alias| alias.as_str().unwrap().to_owned()),
        );
        for name in names.clone() {
            let kebab: String = name
                .chars()
                .flat_map(|c| {
                    if c.is_ascii_uppercase() {
                        vec!['-', c.to_ascii_lowercase()]
                    } else {
                        vec![c]
                    }
                })
                .collect();
            names.push(kebab);
        }
        for written in names.iter().map(|name| {
            if name.len() == 1 {
                format!("-{name}")
            } else {
                format!("--{name}")
            }
        }) {
            let mut ways: Vec<Vec<String>> = vec![];
            if spec.kind == Kind::Flag {
                ways.push(vec![written.clone()]);
                ways.push(vec![format!("{written}=true")]);
                ways.push(vec![format!("{written}=false")]);
                ways.push(vec![written.clone(), "false".into()]);
                ways.push(vec![format!("--no-{}", written.trim_start_matches('-'))]);
            } else {
                // The file of --config is looked for, which is tested with files.
                if name == "config" {
                    continue;
                }
                let value = sample(name);
                ways.push(vec![written.clone(), value.clone()]);
                ways.push(vec![format!("{written}={value}")]);
                if spec.takes_several() {
                    ways.push(vec![written.clone(), value.clone(), value.clone()]);
                    ways.push(vec![
                        format!("{written}={value}"),
                        format!("{written}={value}"),
                    ]);
                }
            }
            for words in ways {
                let words = with_needed(name, words);
                if let Err(error) = try_parse(words.clone()) {
                    panic!("{words:?}: {error}");
                }
            }
        }
    }
}

#[test]
fn every_conflict_is_refused() {
    for group in facts()["conflicts"].as_array().unwrap() {
        let group: Vec<&str> = group
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        for (at, first) in group.iter().enumerate() {
            for second in &group[at + 1..] {
                let word = |name: &str| match spec(name).kind {
                    Kind::Flag => format!("--{name}"),
                    _ => format!("--{name}={}", sample(name)),
                };
                let said = error([word(second), word(first)]);
                assert!(said.contains("exclude each other"), "{said}");
                assert!(said.contains(first) && said.contains(second), "{said}");
            }
        }
    }
}

#[test]
fn a_flag_that_is_switched_off_conflicts_with_nothing() {
    for words in [
        ["--isolated=false", "--userDataDir=/p"],
        ["--no-auto-connect", "--isolated"],
        ["--no-category-pwa", "--browserUrl=http://127.0.0.1:9222"],
        ["--allowUnrestrictedPaths=false", "--filesystemRoot=/p"],
    ] {
        assert!(try_parse(words).is_ok(), "{words:?}");
    }
}

#[test]
fn what_an_option_needs_must_be_there() {
    for pair in facts()["requires"].as_array().unwrap() {
        let (name, needed) = (pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        let said = error([format!("--{name}={}", sample(name))]);
        assert_eq!(said, format!("--{name} needs --{needed}"));
    }
}
