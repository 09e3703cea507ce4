//! Every command and event of the generated types exists in the protocol that they were generated from.

use std::collections::BTreeSet;
use std::path::Path;

/// The texts of all files of a kind in a directory of this crate.
fn files(directory: &str, extension: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    std::fs::read_dir(directory)
        .expect("the directory is readable")
        .map(|entry| entry.expect("the directory is readable").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| std::fs::read_to_string(path).expect("the directory is readable"))
        .collect()
}

#[test]
fn every_method_exists_in_the_protocol() {
    let mut told = BTreeSet::new();
    for text in files("protocol", "json") {
        let domain: serde_json::Value = serde_json::from_str(&text).unwrap();
        for list in ["commands", "events"] {
            for item in domain[list].as_array().into_iter().flatten() {
                let domain = domain["domain"].as_str().unwrap();
                told.insert(format!("{domain}.{}", item["name"].as_str().unwrap()));
            }
        }
    }
    let mut generated = 0;
    for text in files("src/protocol", "rs") {
        for line in text.lines().map(str::trim) {
            let Some(method) = line.strip_prefix("const METHOD: &'static str = \"") else {
                continue;
            };
            generated += 1;
            let method = method.trim_end_matches("\";");
            assert!(told.contains(method), "the protocol has no {method}");
        }
    }
    assert!(generated > 500, "only {generated} methods found");
}
