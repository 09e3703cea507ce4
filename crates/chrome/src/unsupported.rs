//! Systems on which launching is not supported yet: the same names, and an error that says so.

use crate::{LaunchError, LaunchOptions};
use std::convert::Infallible;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// One end of the debugging pipe.
pub type PipeEnd = std::fs::File;

/// A Chrome that we launched and own; there are none on this system.
#[derive(Debug)]
pub struct LaunchedChrome(Infallible);

impl LaunchedChrome {
    /// Process id of the browser process.
    pub fn pid(&self) -> u32 {
        match self.0 {}
    }

    /// The profile's folder.
    pub fn profile_dir(&self) -> &Path {
        match self.0 {}
    }

    /// The debugging pipe.
    pub fn take_pipe(&mut self) -> Option<(PipeEnd, PipeEnd)> {
        match self.0 {}
    }

    /// The last of what Chrome wrote to stderr.
    pub fn stderr_tail(&self) -> String {
        match self.0 {}
    }

    /// Whether the browser process has ended.
    pub fn has_exited(&self) -> bool {
        match self.0 {}
    }

    /// Why Chrome can't be used.
    pub async fn explain_failure(&mut self, _what: &str) -> LaunchError {
        match self.0 {}
    }

    /// Waits for Chrome to be gone.
    pub async fn shut_down(self, _limit: Duration) {
        match self.0 {}
    }
}

/// Says that launching is not supported here.
pub async fn launch(_options: &LaunchOptions) -> Result<LaunchedChrome, LaunchError> {
    Err(LaunchError::Unsupported)
}

/// Nothing to sweep on this system.
pub fn sweep_main() -> ExitCode {
    ExitCode::SUCCESS
}
