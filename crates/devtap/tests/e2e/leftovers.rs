//! However the server ends, its Chromium ends with it, and a temporary profile goes too.

use crate::rig::{Rig, SOON, assert_gone, options};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use testkit::TempDir;
use testkit::process;
use testkit::site::Site;

/// A server whose temporary files lie in a folder of the test's own, and the profile that its Chromium uses there.
struct Watched {
    folder: TempDir,
    rig: Rig,
}

impl Watched {
    fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let rig = Rig::open_with(
            "/small.html",
            options().env("TMPDIR", folder.path()),
            Site::start(),
        );
        Self { folder, rig }
    }

    fn profile(&self) -> PathBuf {
        let browsers = process::chromium_under(self.rig.client.pid());
        let profile = browsers
            .iter()
            .find_map(|process| {
                let (_, rest) = process.command.split_once("--user-data-dir=")?;
                rest.split(' ').next()
            })
            .map(PathBuf::from)
            .expect("Chromium is told its profile");
        assert!(
            profile.starts_with(self.folder.path()),
            "{}",
            profile.display()
        );
        assert!(profile.is_dir());
        profile
    }

    /// Lets `end` end the server; then neither a process nor the profile is left.
    #[track_caller]
    fn leaves_nothing(self, end: impl FnOnce(&Rig)) {
        let profile = self.profile();
        let browsers = process::chromium_under(self.rig.client.pid());
        assert!(!browsers.is_empty());
        end(&self.rig);
        assert!(self.rig.client.wait(SOON).is_some(), "the server has ended");
        assert_gone(&browsers);
        let limit = Instant::now() + SOON;
        while profile.exists() && Instant::now() < limit {
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(!profile.exists(), "{} is left", profile.display());
    }
}

#[test]
fn after_the_end_of_stdin() {
    Watched::start().leaves_nothing(|rig| {
        rig.client.close_stdin();
        let status = rig.client.wait(SOON).expect("it ends");
        assert!(status.success(), "{status}");
    });
}

#[test]
fn after_sigterm() {
    Watched::start().leaves_nothing(|rig| {
        process::signal(rig.client.pid(), "TERM");
        let status = rig.client.wait(SOON).expect("it ends");
        assert!(status.success(), "{status}");
    });
}

#[test]
fn after_sigint_and_sighup() {
    for signal in ["INT", "HUP"] {
        Watched::start().leaves_nothing(|rig| process::signal(rig.client.pid(), signal));
    }
}

#[test]
fn after_sigkill() {
    Watched::start().leaves_nothing(|rig| process::signal(rig.client.pid(), "KILL"));
}

#[test]
fn after_sigkill_in_mid_call() {
    Watched::start().leaves_nothing(|rig| {
        let _loop = rig.start(
            "evaluate_script",
            json!({"function": "() => { for (;;) ; }"}),
        );
        std::thread::sleep(Duration::from_millis(300));
        process::signal(rig.client.pid(), "KILL");
    });
}

#[test]
fn after_sigterm_while_a_page_hangs() {
    Watched::start().leaves_nothing(|rig| {
        let url = rig.site.url("/hang");
        let _hanging = rig.start("navigate_page", json!({"url": url, "timeout": 60000}));
        std::thread::sleep(Duration::from_millis(300));
        process::signal(rig.client.pid(), "TERM");
    });
}

#[test]
fn a_server_that_was_never_used_ends_at_once() {
    let client = options().start();
    let exit = client.close();
    assert!(exit.status.is_some_and(|status| status.success()));
}
