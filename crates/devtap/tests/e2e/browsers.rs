//! Browsers that are none, and browsers that are already there.

use crate::rig::{ENDING, SOON, bare};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use testkit::mcp::Options;
use testkit::process::{self, Process};
use testkit::{TempDir, chromium, runs_as_root};

/// A server that is told to use this executable.
fn with_executable(path: &Path) -> Options {
    let options = bare()
        .flags(["--headless", "--isolated", "--executablePath"])
        .flag(path);
    without_sandbox_as_root(options)
}

fn without_sandbox_as_root(options: Options) -> Options {
    if runs_as_root() {
        options.flag("--chromeArg=--no-sandbox")
    } else {
        options
    }
}

/// Two calls fail in the same way, naming `phrase`, and the server stays.
#[track_caller]
fn fails_twice(options: Options, phrase: &str) {
    let client = options.start();
    for _ in 0..2 {
        client.call("list_pages", json!({})).failed().with(phrase);
    }
    client
        .request("tools/list", json!({}))
        .expect("the server still answers");
    assert!(client.close().status.is_some());
}

fn script(folder: &TempDir, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("the folder is ours");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .expect("the file is ours");
    path
}

#[test]
fn an_executable_that_is_not_there() {
    fails_twice(
        with_executable(Path::new("/no/such/browser")),
        "/no/such/browser",
    );
}

#[test]
fn a_file_that_can_not_be_executed() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "no program").expect("the folder is ours");
    fails_twice(with_executable(&file), "notes.txt");
}

#[test]
fn a_program_that_ends_at_once() {
    fails_twice(with_executable(Path::new("/bin/true")), "/bin/true");
}

#[test]
fn a_program_that_fails_is_quoted() {
    let folder = TempDir::new().expect("a temporary folder");
    let program = script(&folder, "broken", "echo 'libfoo is missing' >&2; exit 7");
    fails_twice(with_executable(&program), "libfoo is missing");
}

#[test]
fn a_program_that_says_nothing_is_given_up_and_ended() {
    let folder = TempDir::new().expect("a temporary folder");
    let program = script(&folder, "silent", "exec sleep 120");
    let client = with_executable(&program).start();
    let pending = client.start_call("list_pages", json!({}));
    let end = Instant::now() + SOON;
    let mut started = Vec::new();
    while started.is_empty() && Instant::now() < end {
        started = sleepers(client.pid());
        std::thread::sleep(Duration::from_millis(20));
    }
    pending.answer().failed().with("silent");
    assert_eq!(process::wait_until_gone(&started, ENDING).len(), 0);
    assert!(client.close().status.is_some());
}

fn sleepers(server: u32) -> Vec<Process> {
    let mut found = process::descendants(server);
    found.retain(|process| process.command.ends_with("sleep 120"));
    found
}

#[test]
fn attaches_to_a_running_browser_and_leaves_it_running() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut command = Command::new(chromium().expect("there is one"));
    command
        .args([
            "--headless",
            "--remote-debugging-port=0",
            "--no-first-run",
            "about:blank",
        ])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if runs_as_root() {
        command.arg("--no-sandbox");
    }
    let mut browser = command.spawn().expect("Chromium starts");
    let own = Process::read(browser.id()).expect("it runs");
    let port = wait_for_port(folder.path());

    let client = bare()
        .flag(format!("--browserUrl=http://127.0.0.1:{port}"))
        .start();
    client
        .call("list_pages", json!({}))
        .ok()
        .with("about:blank");
    client.call("take_snapshot", json!({"pageId": 1})).ok();
    let exit = client.close();
    assert!(exit.status.is_some());
    let still = own.is_alive();

    let all = process::descendants(browser.id());
    process::signal(browser.id(), "TERM");
    browser.wait().expect("it is ours");
    assert!(still, "the browser was not the server's to end");
    assert_eq!(process::wait_until_gone(&all, ENDING).len(), 0);
}

fn wait_for_port(profile: &Path) -> u16 {
    let end = Instant::now() + SOON;
    loop {
        let file = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let Some(port) = file.lines().next().and_then(|line| line.parse().ok()) {
            return port;
        }
        assert!(Instant::now() < end, "Chromium names no port");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_browser_that_can_not_be_reached() {
    let site = testkit::site::Site::start();
    fails_twice(
        bare().flag(format!("--browserUrl={}", site.url("/status/404"))),
        "127.0.0.1",
    );
    let closed = testkit::site::Site::start().port();
    fails_twice(
        bare().flag(format!(
            "--wsEndpoint=ws://127.0.0.1:{closed}/devtools/browser/x"
        )),
        &closed.to_string(),
    );
}

#[test]
fn a_kept_profile_has_one_user_at_a_time() {
    let folder = TempDir::new().expect("a temporary folder");
    let server = || {
        let options = bare()
            .flags(["--headless", "--executablePath"])
            .flag(chromium().expect("there is one"))
            .flag("--userDataDir")
            .flag(folder.path());
        without_sandbox_as_root(options).start()
    };
    let first = server();
    first.call("list_pages", json!({})).ok();
    let second = server();
    second
        .call("list_pages", json!({}))
        .failed()
        .with(&folder.path().display().to_string());
    first.close();
    second.call("list_pages", json!({})).ok();
    second.close();
    assert!(
        folder.path().join("Default").exists(),
        "the profile is kept"
    );
}
