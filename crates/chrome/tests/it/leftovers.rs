//! An owner that is killed outright leaves nothing behind.
//!
//! The owner and the sweeper are this test program again, led by an environment variable to one of the two tests that
//! are ignored otherwise. Each test has a temporary folder of its own, so that no launch of another cleans up in it.

use crate::harness::*;
use chrome::{LaunchOptions, Sweeper};
use rustix::process::Signal;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const ROLE: &str = "DEVTAP_CHROME_TEST_ROLE";

fn arguments(test: &str) -> Vec<OsString> {
    [
        "--exact",
        test,
        "--ignored",
        "--nocapture",
        "--test-threads=1",
    ]
    .map(OsString::from)
    .to_vec()
}

/// Runs as an owner: launches Chrome, tells of it, waits to be killed.
#[tokio::test]
#[ignore = "run by the other tests"]
async fn owner() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    let sweeper = (role == "with a sweeper").then(|| Sweeper {
        program: std::env::current_exe().expect("we run"),
        args: arguments("leftovers::sweeper"),
    });
    let options = LaunchOptions {
        sweeper,
        ..options()
    };
    let mut chrome = launch(&options).await;
    let pipe = until_it_speaks(&mut chrome).await;
    // To stderr, because the test harness writes to stdout.
    let mut stderr = std::io::stderr();
    writeln!(
        stderr,
        "launched {} {}",
        chrome.pid(),
        chrome.profile_dir().display()
    )
    .expect("somebody listens");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).expect("a pipe");
    let (answer, _pipe) = pipe.ask("Browser.close").await;
    assert!(answer.is_some());
    chrome.shut_down(LIMIT).await;
}

/// Runs as the sweeper.
#[test]
#[ignore = "run by the other tests"]
fn sweeper() {
    if std::env::var_os(ROLE).is_some() {
        chrome::sweep_main();
    }
}

struct Owner {
    child: Child,
    chrome: u32,
    profile: PathBuf,
}

impl Owner {
    fn start(role: &str, temporary: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().expect("we run"))
            .args(arguments("leftovers::owner"))
            .env(ROLE, role)
            .env("TMPDIR", temporary)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("this program");
        let stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut said = Vec::new();
        let mut lines = stderr.lines().map_while(Result::ok);
        let launched = lines.find_map(|line| {
            said.push(line);
            let (pid, profile) = said.last()?.strip_prefix("launched ")?.split_once(' ')?;
            Some((pid.parse().ok()?, PathBuf::from(profile)))
        });
        let Some((chrome, profile)) = launched else {
            child.wait().expect("its stderr ended");
            panic!("the owner failed: {}", said.join("\n"));
        };
        Self {
            child,
            chrome,
            profile,
        }
    }

    /// The sweeper: the owner's child that is not Chrome.
    fn sweepers(&self) -> Vec<u32> {
        let children = format!("/proc/{0}/task", self.child.id());
        std::fs::read_dir(children)
            .expect("the owner runs")
            .flatten()
            .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
            .flat_map(|pids| {
                pids.split_ascii_whitespace()
                    .filter_map(|pid| pid.parse().ok())
                    .collect::<Vec<u32>>()
            })
            .filter(|pid| *pid != self.chrome)
            .collect()
    }

    /// Lets it shut Chrome down and end.
    fn let_go(&mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().expect("reaped").success());
    }

    fn kill(&mut self) {
        self.child.kill().expect("our child");
        self.child.wait().expect("reaped");
    }
}

#[test]
fn a_sweeper_removes_the_profile_of_a_killed_owner() {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut owner = Owner::start("with a sweeper", temporary.path());
    let sweepers = owner.sweepers();
    assert_eq!(sweepers.len(), 1);
    owner.kill();
    eventually("Chrome goes", || session_of(owner.chrome).is_empty());
    eventually("the profile goes", || !owner.profile.exists());
    eventually("the sweeper goes", || session_of(sweepers[0]).is_empty());
}

#[test]
fn a_sweeper_kills_a_chrome_that_does_not_notice() {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut owner = Owner::start("with a sweeper", temporary.path());
    signal(owner.chrome, Signal::STOP);
    owner.kill();
    eventually("Chrome goes", || session_of(owner.chrome).is_empty());
    eventually("the profile goes", || !owner.profile.exists());
}

#[test]
fn a_sweeper_goes_when_there_is_nothing_to_sweep() {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut owner = Owner::start("with a sweeper", temporary.path());
    let sweepers = owner.sweepers();
    owner.let_go();
    assert_gone(owner.chrome);
    assert!(!owner.profile.exists());
    eventually("the sweeper goes", || session_of(sweepers[0]).is_empty());
}

#[test]
fn the_next_launch_removes_what_was_left_over() {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut owner = Owner::start("without a sweeper", temporary.path());
    owner.kill();
    eventually("Chrome goes by itself", || {
        session_of(owner.chrome).is_empty()
    });
    assert!(owner.profile.exists(), "nobody removes it");
    let mut next = Owner::start("without a sweeper", temporary.path());
    eventually("the profile goes", || !owner.profile.exists());
    assert!(next.profile.exists());
    next.let_go();
}

#[test]
fn the_next_launch_kills_what_was_left_over() {
    let temporary = tempfile::tempdir().expect("a folder");
    let mut owner = Owner::start("without a sweeper", temporary.path());
    signal(owner.chrome, Signal::STOP);
    owner.kill();
    assert!(!session_of(owner.chrome).is_empty(), "nobody kills it");
    let mut next = Owner::start("without a sweeper", temporary.path());
    eventually("Chrome goes", || session_of(owner.chrome).is_empty());
    eventually("the profile goes", || !owner.profile.exists());
    next.let_go();
}
