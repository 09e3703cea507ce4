//! A Chrome that we launched and own.

use crate::LaunchError;
use crate::diagnosis::{Evidence, diagnose};
use crate::launch::Spawned;
use crate::process::{Incarnation, POLL_INTERVAL};
use crate::profile::ProfileDir;
use crate::stderr_tail::StderrTail;
use crate::sweep::SweeperProcess;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// One end of the debugging pipe.
pub type PipeEnd = OwnedFd;

/// How long a program whose pipe has closed gets to be gone, so that its exit status can be told.
const STATUS_LIMIT: Duration = Duration::from_secs(2);
/// How long stderr may outlast the process: its children have it, too.
const STDERR_LIMIT: Duration = Duration::from_millis(300);
/// How long a killed process gets to be gone.
const KILL_LIMIT: Duration = Duration::from_secs(2);

/// A Chrome that we launched and own. Dropping it kills Chrome and removes a temporary profile, which takes some
/// milliseconds; [`shut_down`](Self::shut_down) is gentler.
///
/// Chrome leads a session of its own: signals of our terminal don't reach it, and it can be killed with all its
/// children.
#[derive(Debug)]
pub struct LaunchedChrome {
    executable: PathBuf,
    process: Mutex<Process>,
    pid: u32,
    pipe: Option<(PipeEnd, PipeEnd)>,
    stderr: StderrTail,
    profile: ProfileDir,
    sweeper: Option<SweeperProcess>,
    finished: bool,
}

/// What a launch gives to a new [`LaunchedChrome`].
pub struct Parts {
    pub executable: PathBuf,
    pub spawned: Spawned,
    pub profile: ProfileDir,
    pub sweeper: Option<SweeperProcess>,
}

#[derive(Debug)]
struct Process {
    child: Child,
    incarnation: Incarnation,
    ended: Option<ExitStatus>,
}

impl Process {
    /// How it ended, if it has. What is left of its session goes with it, now: later its id may be another's.
    fn status(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.ended = Some(status);
            self.incarnation.kill_all();
        }
        self.ended
    }

    fn kill(&mut self) {
        if self.status().is_some() {
            return;
        }
        self.incarnation.kill_all();
        // In case its start time could not be read, and it therefore was not recognised.
        let _ = self.child.kill();
    }
}

impl LaunchedChrome {
    pub(crate) fn new(parts: Parts) -> Self {
        let Spawned {
            child,
            incarnation,
            pipe,
            stderr,
        } = parts.spawned;
        Self {
            executable: parts.executable,
            pid: incarnation.pid,
            process: Mutex::new(Process {
                child,
                incarnation,
                ended: None,
            }),
            pipe: Some(pipe),
            stderr,
            profile: parts.profile,
            sweeper: parts.sweeper,
            finished: false,
        }
    }

    /// Process id of the browser process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The program that was launched.
    pub fn executable(&self) -> &Path {
        &self.executable
    }

    /// The profile's folder.
    pub fn profile_dir(&self) -> &Path {
        self.profile.path()
    }

    /// The debugging pipe, once: the end to read Chrome's messages from, and the end to write ours to. Messages are
    /// JSON texts, each ended by a NUL byte. Both ends are blocking and close-on-exec.
    pub fn take_pipe(&mut self) -> Option<(PipeEnd, PipeEnd)> {
        self.pipe.take()
    }

    /// The last of what Chrome wrote to stderr, at most 16 KiB.
    pub fn stderr_tail(&self) -> String {
        self.stderr.text()
    }

    /// Whether the browser process has ended.
    pub fn has_exited(&self) -> bool {
        self.status().is_some()
    }

    /// Why Chrome can't be used, after the pipe closed early or stayed silent. `what` says what was waited for in
    /// vain, as in "did not answer on its debugging pipe within 30 s". Waits up to about two seconds for an exit
    /// status.
    pub async fn explain_failure(&mut self, what: &str) -> LaunchError {
        self.wait_for_exit(STATUS_LIMIT).await;
        let stderr = self.stderr.clone();
        let status = self.status();
        let stderr = match status {
            None => stderr.text(),
            Some(_) => tokio::task::spawn_blocking(move || stderr.text_at_end(STDERR_LIMIT))
                .await
                .unwrap_or_default(),
        };
        diagnose(&Evidence {
            executable: &self.executable,
            profile: self.profile.path(),
            status,
            stderr: &stderr,
            what,
        })
    }

    /// Waits for Chrome to be gone, at most `limit` (the caller has sent `Browser.close` or closed the pipe; one that
    /// was never taken is closed here), kills what is left, and removes a temporary profile.
    pub async fn shut_down(mut self, limit: Duration) {
        drop(self.pipe.take());
        self.wait_for_exit(limit).await;
        // Removing a profile is no work for an async thread. If this future is dropped meanwhile, the work goes on.
        let finishing = tokio::task::spawn_blocking(move || self.finish());
        if let Err(error) = finishing.await {
            tracing::warn!("cleaning up after Chrome failed: {error}");
        }
    }

    fn status(&self) -> Option<ExitStatus> {
        self.process
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .status()
    }

    async fn wait_for_exit(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        while self.status().is_none() && Instant::now() < deadline {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Kills what is left, removes a temporary profile and sends the sweeper away. Takes a few seconds at most.
    fn finish(&mut self) {
        if std::mem::replace(&mut self.finished, true) {
            return;
        }
        drop(self.pipe.take());
        let process = self
            .process
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        process.kill();
        let deadline = Instant::now() + KILL_LIMIT;
        while process.status().is_none() && Instant::now() < deadline {
            std::thread::sleep(POLL_INTERVAL);
        }
        self.profile.clean_up();
        if let Some(sweeper) = self.sweeper.take() {
            sweeper.dismiss();
        }
    }
}

impl Drop for LaunchedChrome {
    fn drop(&mut self) {
        self.finish();
    }
}
