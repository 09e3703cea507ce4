//! `cargo xtask test [FILTER…]`: sets up what is missing and runs every test.
//!
//! Unit and snapshot tests, and the end-to-end tests that drive the release binary over MCP against a real Chromium.
//! The tests run with a variable in their environment that all their processes inherit, so that a Chromium left behind
//! is found, ended, and fails the run.

use crate::{Failure, arrows, cargo, set_up};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testkit::process;

/// The variable that marks every process of a run.
const MARK: &str = "DEVTAP_TEST_RUN";

/// Tests at a time. Each may have a Chromium of its own.
const THREADS: &str = "2";

/// How long a Chromium may take to end after the last test.
const ENDING: Duration = Duration::from_secs(10);

/// Runs the tests; `filters` as cargo's test runners take them.
pub fn run(filters: &[String]) -> Result<(), Failure> {
    let chromium = set_up::chromium()?;
    arrows::run()?;
    let binary = cargo::release_binary()?;
    let run = std::process::id().to_string();
    let mut tests = command(filters, cargo::has("nextest"));
    tests.env("DEVTAP_BINARY", &binary);
    let outcome = cargo::run(with_marks(&mut tests, &chromium, &run), "the test run");
    let left = end_left_behind(&run);
    outcome?;
    match left.as_slice() {
        [] => Ok(()),
        left => Err(format!(
            "The tests left {} Chromium processes behind (ended now):\n{}",
            left.len(),
            left.join("\n")
        )
        .into()),
    }
}

fn command(filters: &[String], with_nextest: bool) -> Command {
    let mut command = cargo::command();
    if with_nextest {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        command.args(["--test-threads", THREADS]).args(filters);
    } else {
        command.args(["test", "--workspace", "--no-fail-fast", "--"]);
        command.args(["--test-threads", THREADS]).args(filters);
    }
    command
}

fn with_marks<'a>(command: &'a mut Command, chromium: &Path, run: &str) -> &'a mut Command {
    command.env("DEVTAP_CHROMIUM", chromium).env(MARK, run)
}

/// Ends what still runs of this run's browsers, by its number, and tells what it was.
fn end_left_behind(run: &str) -> Vec<String> {
    let mut browsers = process::marked(MARK, run);
    browsers.retain(process::Process::is_chromium);
    let left = process::wait_until_gone(&browsers, ENDING);
    for browser in &left {
        process::signal(browser.pid, "KILL");
    }
    left.iter()
        .map(|browser| {
            let command: String = browser.command.chars().take(200).collect();
            format!("  {} {command}", browser.pid)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_reach_either_runner() {
        for with_nextest in [true, false] {
            let command = command(&["snapshot".to_owned()], with_nextest);
            let last = command.get_args().last().expect("there are arguments");
            assert_eq!(last, "snapshot");
        }
    }

    #[test]
    fn what_is_no_browser_is_left_alone() {
        let run = format!("unit {}", std::process::id());
        let mut child = Command::new("sleep")
            .arg("30")
            .env(MARK, &run)
            .spawn()
            .expect("sleep starts");
        assert_eq!(end_left_behind(&run), [""; 0]);
        assert!(child.try_wait().expect("the child is ours").is_none());
        child.kill().expect("the child is ours");
        child.wait().expect("the child is ours");
    }
}
