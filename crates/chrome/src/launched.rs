//! A Chrome that we launched and own.

use crate::LaunchError;
use std::path::Path;
use std::time::Duration;

/// One end of the debugging pipe.
#[cfg(unix)]
pub type PipeEnd = std::os::fd::OwnedFd;
/// One end of the debugging pipe.
#[cfg(windows)]
pub type PipeEnd = std::os::windows::io::OwnedHandle;

/// A Chrome that we launched and own. Dropping it kills Chrome and removes a temporary profile.
#[derive(Debug)]
pub struct LaunchedChrome {}

impl LaunchedChrome {
    /// Process id of the browser process.
    pub fn pid(&self) -> u32 {
        0
    }

    /// The profile's folder.
    pub fn profile_dir(&self) -> &Path {
        Path::new("")
    }

    /// The debugging pipe, once: the end to read Chrome's messages from, and the end to write ours to. Messages are
    /// JSON texts, each ended by a NUL byte. Both ends are blocking.
    pub fn take_pipe(&mut self) -> Option<(PipeEnd, PipeEnd)> {
        None
    }

    /// The last of what Chrome wrote to stderr, at most 16 KiB.
    pub fn stderr_tail(&self) -> String {
        String::new()
    }

    /// Whether the browser process has ended.
    pub fn has_exited(&self) -> bool {
        true
    }

    /// Why Chrome can't be used, after the pipe closed early or stayed silent. `what` says what the caller waited for,
    /// as in "did not answer Browser.getVersion within 30 s". Waits up to two seconds for an exit status.
    pub async fn explain_failure(&mut self, what: &str) -> LaunchError {
        let _ = what;
        LaunchError::Find(crate::FindError::Missing {
            path: Default::default(),
        })
    }

    /// Waits for Chrome to be gone, at most `limit` (the caller has sent `Browser.close` or closed the pipe), kills
    /// what is left, and removes a temporary profile.
    pub async fn shut_down(self, limit: Duration) {
        let _ = limit;
    }
}
