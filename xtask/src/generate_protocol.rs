//! `cargo xtask generate-protocol [--from CHROMIUM]`: the Rust types of the Chrome DevTools protocol.
//!
//! Input is `crates/cdp/protocol/*.json`, one file a domain, as a running Chrome tells it at `/json/protocol`; output is
//! `crates/cdp/src/protocol/*.rs`. With `--from`, the input is first taken afresh from that browser and reduced to the
//! domains in use and to the types of other domains that these mention.

mod browser;
mod docs;
mod emit;
mod model;
mod names;
mod reach;

use model::Domain;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Domains that are generated whole.
const DOMAINS: &[&str] = &[
    "Accessibility",
    "Audits",
    "Browser",
    "CSS",
    "DOM",
    "DOMDebugger",
    "Debugger",
    "Emulation",
    "Fetch",
    "IO",
    "Input",
    "Inspector",
    "Log",
    "Network",
    "Page",
    "Runtime",
    "Security",
    "ServiceWorker",
    "Target",
    "WebMCP",
];

/// Any failure ends the chore with its text.
type Failure = Box<dyn std::error::Error>;

/// Runs the chore with the arguments of this process.
pub fn run() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {}
        ["--from", chromium] => refresh(Path::new(chromium))?,
        _ => return Err("usage: cargo xtask generate-protocol [--from CHROMIUM]".into()),
    }
    let files = generated()?;
    let directory = cdp_crate().join("src/protocol");
    for entry in std::fs::read_dir(&directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            std::fs::remove_file(path)?;
        }
    }
    for (name, text) in files {
        std::fs::write(directory.join(name), text)?;
    }
    Ok(())
}

fn cdp_crate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/cdp")
}

/// Every generated file: its name and its text.
fn generated() -> Result<BTreeMap<String, String>, Failure> {
    let (domains, browser) = input()?;
    let reach = reach::Reach::of(&domains, DOMAINS);
    let mut files = BTreeMap::new();
    for domain in &domains {
        let text = emit::domain(domain, &reach, DOMAINS.contains(&domain.name.as_str()));
        files.insert(
            format!("{}.rs", names::module(&domain.name)),
            formatted(&text)?,
        );
    }
    files.insert(
        "mod.rs".to_owned(),
        formatted(&emit::root(&domains, &browser))?,
    );
    Ok(files)
}

/// The domains, sorted by name, and the browser that told them.
fn input() -> Result<(Vec<Domain>, String), Failure> {
    let mut domains = Vec::new();
    let mut browser = String::new();
    for entry in std::fs::read_dir(cdp_crate().join("protocol"))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        if path.ends_with("version.json") {
            let version: Value = serde_json::from_str(&text)?;
            browser = version["Browser"].as_str().unwrap_or_default().to_owned();
        } else {
            domains.push(serde_json::from_str::<Domain>(&text)?);
        }
    }
    domains.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((domains, browser))
}

/// Replaces the input by what this browser tells.
fn refresh(chromium: &Path) -> Result<(), Failure> {
    let told = browser::ask(chromium)?;
    let all: Vec<Value> = told
        .protocol
        .get("domains")
        .and_then(Value::as_array)
        .cloned()
        .ok_or("the protocol has no domains")?;
    let domains = all
        .iter()
        .map(|domain| serde_json::from_value(domain.clone()))
        .collect::<Result<Vec<Domain>, _>>()?;
    let reach = reach::Reach::of(&domains, DOMAINS);

    let directory = cdp_crate().join("protocol");
    for entry in std::fs::read_dir(&directory)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            std::fs::remove_file(path)?;
        }
    }
    write_json(&directory.join("version.json"), &told.version)?;
    for mut domain in all {
        let name = domain["domain"].as_str().unwrap_or_default().to_owned();
        if !DOMAINS.contains(&name.as_str()) && !reach.reduce(&name, &mut domain) {
            continue;
        }
        write_json(
            &directory.join(format!("{}.json", names::module(&name))),
            &domain,
        )?;
    }
    Ok(())
}

fn write_json(path: &Path, value: &Value) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(std::fs::write(path, text)?)
}

/// The text as rustfmt leaves it.
fn formatted(text: &str) -> Result<String, Failure> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = rustfmt.stdin.take().ok_or("rustfmt has no stdin")?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = rustfmt.wait_with_output()?;
    writer.join().map_err(|_| "rustfmt's writer panicked")??;
    if !output.status.success() {
        return Err("rustfmt refused the generated text".into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_up_to_date() {
        let directory = cdp_crate().join("src/protocol");
        let mut present: BTreeMap<String, String> = std::fs::read_dir(&directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                (name, std::fs::read_to_string(path).unwrap())
            })
            .collect();
        for (name, text) in generated().unwrap() {
            assert!(
                present.remove(&name).as_ref() == Some(&text),
                "{name} is stale: run `cargo xtask generate-protocol`"
            );
        }
        assert!(
            present.is_empty(),
            "nothing generates {:?}",
            present.keys().collect::<Vec<_>>()
        );
    }
}
