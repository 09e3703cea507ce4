//! The process that cleans up when its owner is killed outright.
//!
//! It is our own program, started beside each Chrome. It reads its stdin, a pipe whose other end only the owner has:
//! first what to watch, then nothing more until the owner ends. Records are ended by NUL bytes (a path may hold
//! anything else): `profile <path>`, `chrome <pid> <start time>`, and `done` when the owner has cleaned up itself.

use crate::Sweeper;
use crate::process::Incarnation;
use crate::profile::{self, OwnerLock};
use crate::spawn;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::time::Duration;

/// How long Chrome gets to go by itself after its debugging pipe closed; it saves a kept profile meanwhile.
const GRACE: Duration = Duration::from_secs(4);
/// How long a killed Chrome gets to be gone.
const KILL_LIMIT: Duration = Duration::from_secs(2);
/// How long the owner waits for a sweeper that was sent away.
const DISMISSAL_LIMIT: Duration = Duration::from_secs(1);

/// The sweeper as its owner sees it.
#[derive(Debug)]
pub struct SweeperProcess {
    child: Child,
    orders: ChildStdin,
}

impl SweeperProcess {
    /// Starts it. Without one Chrome still ends with its owner, so a failure is no reason not to launch.
    pub fn start(sweeper: &Sweeper) -> Option<Self> {
        let mut command = Command::new(&sweeper.program);
        command
            .args(&sweeper.args)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        spawn::in_own_session(&mut command, None);
        match command.spawn() {
            Ok(mut child) => {
                let orders = child.stdin.take()?;
                Some(Self { child, orders })
            }
            Err(error) => {
                let program = sweeper.program.display();
                tracing::warn!("the sweeper {program} could not be started: {error}");
                None
            }
        }
    }

    /// Orders it to remove this temporary profile when the owner is gone.
    pub fn watch_profile(&mut self, dir: &Path) {
        self.order(&[b"profile ", dir.as_os_str().as_bytes()]);
    }

    /// Orders it to end this Chrome when the owner is gone.
    pub fn watch_chrome(&mut self, chrome: &Incarnation) {
        self.order(&[format!("chrome {} {}", chrome.pid, chrome.started).as_bytes()]);
    }

    /// Sends it away: everything is cleaned up.
    pub fn dismiss(mut self) {
        self.order(&[b"done"]);
        let Self { mut child, orders } = self;
        drop(orders);
        let deadline = std::time::Instant::now() + DISMISSAL_LIMIT;
        while let Ok(None) = child.try_wait() {
            if std::time::Instant::now() >= deadline {
                let _ = child.kill();
                let _ = child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn order(&mut self, parts: &[&[u8]]) {
        let record = [parts.concat().as_slice(), &[0]].concat();
        if let Err(error) = self.orders.write_all(&record) {
            tracing::warn!("the sweeper takes no orders: {error}");
        }
    }
}

/// What the sweeper process runs: waits for the end of its stdin, which only the owner holds open, then ends the
/// Chrome and removes the temporary profile that it was told of. Call it first thing in `main`, before any thread or
/// runtime starts.
pub fn sweep_main() -> ExitCode {
    let mut input = Vec::new();
    if std::io::stdin().lock().read_to_end(&mut input).is_ok() {
        Orders::parse(&input).carry_out();
    }
    ExitCode::SUCCESS
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Orders {
    profile: Option<PathBuf>,
    chrome: Option<Incarnation>,
    done: bool,
}

impl Orders {
    fn parse(input: &[u8]) -> Self {
        let mut orders = Self::default();
        // What follows the last NUL is a record that the owner did not finish writing.
        let complete = input.iter().rposition(|byte| *byte == 0).unwrap_or(0);
        for record in input[..complete].split(|byte| *byte == 0) {
            if let Some(path) = record.strip_prefix(b"profile ") {
                orders.profile = Some(PathBuf::from(OsStr::from_bytes(path)));
            } else if let Some(chrome) = record.strip_prefix(b"chrome ") {
                orders.chrome = incarnation(chrome);
            } else if record == b"done" {
                orders.done = true;
            }
        }
        orders
    }

    fn carry_out(self) {
        if self.done {
            return;
        }
        if let Some(chrome) = &self.chrome {
            chrome.wait_for_end(GRACE);
            chrome.kill_all();
            chrome.wait_for_end(KILL_LIMIT);
        }
        if let Some(dir) = &self.profile {
            // Tells a launch that looks for left-over profiles to leave this one to us. If it was faster: the same
            // work twice does no harm.
            let _lock = OwnerLock::take_existing(dir);
            profile::kill_user_of(dir);
            profile::remove_temporary(dir);
        }
    }
}

fn incarnation(record: &[u8]) -> Option<Incarnation> {
    let (pid, started) = std::str::from_utf8(record).ok()?.split_once(' ')?;
    Some(Incarnation {
        pid: pid.parse().ok()?,
        started: started.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let orders = Orders::parse(b"profile /tmp/a b\nc\0chrome 12 3456\0");
        assert_eq!(
            orders,
            Orders {
                profile: Some("/tmp/a b\nc".into()),
                chrome: Some(Incarnation {
                    pid: 12,
                    started: "3456".to_owned()
                }),
                done: false
            }
        );
    }

    #[test]
    fn half_an_order_is_none() {
        assert_eq!(Orders::parse(b"profile /tm"), Orders::default());
        assert_eq!(Orders::parse(b"chrome 12\0chrome x 1\0"), Orders::default());
        assert_eq!(Orders::parse(b""), Orders::default());
        assert!(Orders::parse(b"profile /a\0done\0").done);
    }
}
