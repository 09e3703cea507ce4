//! A headless Chromium of the test's own; ends with it.

use cdp::protocol::target;
use cdp::{Connection, Endpoint, Session, SessionId};
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Limit of the browser's start.
const START: Duration = Duration::from_secs(60);

/// A running browser.
pub struct Browser {
    child: Child,
    profile: tempfile::TempDir,
}

impl Browser {
    /// Starts a browser that speaks over a pipe.
    pub async fn over_pipe() -> (Self, Connection) {
        let (their_read, our_write) = std::io::pipe().expect("a pipe");
        let (our_read, their_write) = std::io::pipe().expect("a pipe");
        let browser = Self::start("--remote-debugging-pipe", |command| {
            command.stdin(their_read).stdout(their_write);
        });
        let connection = Connection::open(Endpoint::Pipe {
            read: OwnedFd::from(our_read),
            write: OwnedFd::from(our_write),
        })
        .await
        .expect("the pipe opens");
        (browser, connection)
    }

    /// Starts a browser that listens for WebSockets; gives its address.
    pub fn over_websocket() -> (Self, String) {
        let browser = Self::start("--remote-debugging-port=0", |command| {
            command.stdin(Stdio::null()).stdout(Stdio::null());
        });
        let file = browser.profile.path().join("DevToolsActivePort");
        let start = Instant::now();
        loop {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if let Some((port, path)) = text.split_once('\n') {
                let url = format!("ws://127.0.0.1:{port}{}", path.trim());
                return (browser, url);
            }
            assert!(start.elapsed() < START, "Chromium opens no port");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn start(debugging: &str, pipes: impl FnOnce(&mut Command)) -> Self {
        let profile = tempfile::tempdir().expect("a temporary directory");
        // The shell moves the pipes to the descriptors that Chromium wants, then becomes Chromium.
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .arg(executable())
            .arg(debugging)
            .args(["--headless", "--no-first-run", "--disable-sync"])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stderr(Stdio::null());
        if is_root() {
            command.arg("--no-sandbox");
        }
        pipes(&mut command);
        let child = command.spawn().expect("Chromium starts");
        Self { child, profile }
    }

    /// Kills the browser, as a crash would.
    pub fn kill(&mut self) {
        self.child.kill().expect("Chromium can be killed");
        self.child.wait().expect("Chromium ends");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Both fail when the test has killed it.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its processes may still write there for a moment.
        let start = Instant::now();
        while std::fs::remove_dir_all(self.profile.path()).is_err()
            && self.profile.path().exists()
            && start.elapsed() < START
        {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn executable() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    ["chromium", "google-chrome", "chrome"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
        .expect("Chromium or Chrome is on the PATH")
}

fn is_root() -> bool {
    File::open("/proc/self")
        .and_then(|own| own.metadata())
        .is_ok_and(|own| own.uid() == 0)
}

/// A session on a new blank page.
pub async fn page(connection: &Connection) -> Session {
    let browser = connection.browser();
    let created = browser
        .call(target::CreateTarget {
            url: "about:blank".into(),
            ..Default::default()
        })
        .await
        .expect("a page opens");
    attach(connection, &created.target_id).await
}

/// A session on this target.
pub async fn attach(connection: &Connection, target: &str) -> Session {
    let attached = connection
        .browser()
        .call(target::AttachToTarget {
            target_id: target.into(),
            flatten: Some(true),
        })
        .await
        .expect("the page can be attached to");
    connection.session(SessionId::from(attached.session_id))
}
