//! Why Chrome was not launched. `Display` says what was tried and what to do.

use crate::FindError;
use crate::text::tail_of;
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Who holds a profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holder {
    /// Process id; on the machine `host`, if that is given.
    pub pid: Option<u32>,
    /// The process's name, if it can be read.
    pub name: Option<String>,
    /// Another machine or container that the profile's lock names.
    pub host: Option<String>,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.name, self.pid) {
            (Some(name), Some(pid)) => write!(f, "{name} (process {pid})")?,
            (None, Some(pid)) => write!(f, "process {pid}")?,
            _ => f.write_str("another browser")?,
        }
        match &self.host {
            Some(host) => write!(f, " on {host}"),
            None => Ok(()),
        }
    }
}

/// Chrome was not launched, or died before it could be used.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// No browser to launch.
    #[error(transparent)]
    Find(#[from] FindError),
    /// Launching is not built for this system.
    #[error(
        "Launching Chrome is not supported on this system yet. Start Chrome with --remote-debugging-port=9222 \
         and attach to it with --browserUrl=http://127.0.0.1:9222"
    )]
    Unsupported,
    /// The kept profile has no place.
    #[error(
        "There is no place for the kept profile, because HOME is not set. Use --isolated, or name a folder with \
         --userDataDir=PATH"
    )]
    NoHome,
    /// The profile's folder can't be made or locked.
    #[error(
        "The profile folder {} can't be used: {source}. Use --isolated, or name another folder with \
         --userDataDir=PATH", dir.display()
    )]
    Profile {
        /// The folder.
        dir: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another browser, or another of us, works with the profile.
    #[error(
        "The profile {} is in use by {by}. Close that, or use --isolated for a temporary profile, or name another \
         folder with --userDataDir=PATH{}", dir.display(), unlock(dir, by)
    )]
    ProfileInUse {
        /// The profile's folder.
        dir: PathBuf,
        /// Who has it.
        by: Holder,
    },
    /// The system did not start the program.
    #[error("{} could not be started: {source}", executable.display())]
    Spawn {
        /// The program.
        executable: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Chrome refuses to run as root with its sandbox.
    #[error(
        "Chrome does not run as root with its sandbox on. Run as another user, or, if only pages that you trust are \
         opened, turn the sandbox off with --chromeArg=--no-sandbox"
    )]
    RunningAsRoot,
    /// The system does not let Chrome build its sandbox.
    #[error(
        "Chrome found no usable sandbox: the system does not let this user create namespaces (usual in containers, and \
         with AppArmor on Ubuntu 23.10 and later; see https://chromium.googlesource.com/chromium/src/+/main/docs/security/apparmor-userns-restrictions.md). \
         Allow that, or, if only pages that you trust are opened, turn the sandbox off with --chromeArg=--no-sandbox"
    )]
    NoSandbox,
    /// There is no screen to put a window on.
    #[error("Chrome found no screen to open a window on. Use --headless, or set DISPLAY")]
    NoDisplay,
    /// A shared library is missing.
    #[error(
        "{} could not be started because the library {library} is missing. Install it; on Debian `apt install \
         chromium` brings a browser with all it needs", executable.display()
    )]
    MissingLibrary {
        /// The program.
        executable: PathBuf,
        /// The library's file name.
        library: String,
    },
    /// The program is something else.
    #[error(
        "{} does not seem to be Chrome or Chromium: {how}. Name a browser with --executablePath=PATH{}",
        executable.display(), said(stderr)
    )]
    NotABrowser {
        /// The program.
        executable: PathBuf,
        /// How it behaved.
        how: String,
        /// The last of what it wrote to stderr.
        stderr: String,
    },
    /// Chrome ended before it could be used.
    #[error("{} ended before it could be used ({status}){}", executable.display(), said(stderr))]
    Crashed {
        /// The program.
        executable: PathBuf,
        /// How it ended.
        status: String,
        /// The last of what it wrote to stderr.
        stderr: String,
    },
    /// The program runs but does not speak.
    #[error(
        "{} was started but {what}. If it is not Chrome or Chromium, name a browser with --executablePath=PATH{}",
        executable.display(), said(stderr)
    )]
    Silent {
        /// The program.
        executable: PathBuf,
        /// What was waited for in vain.
        what: String,
        /// The last of what it wrote to stderr.
        stderr: String,
    },
}

/// A lock that names another machine stays when that machine (often a container) is no more.
fn unlock(dir: &std::path::Path, by: &Holder) -> String {
    match by.host {
        Some(_) => format!(
            ". If it runs no more, remove {}",
            dir.join("SingletonLock").display()
        ),
        None => String::new(),
    }
}

fn said(stderr: &str) -> String {
    let tail = tail_of(stderr);
    if tail.is_empty() {
        return String::new();
    }
    format!(". It said:\n{tail}")
}
