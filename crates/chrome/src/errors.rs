//! Why no browser was found or launched. `Display` says what was tried and what to do.

use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// No browser to launch.
#[derive(Debug, Error)]
pub enum FindError {
    /// Nothing at the path given.
    #[error("there is no file {} (given as the browser's executable)", path.display())]
    Missing {
        /// The path given.
        path: PathBuf,
    },
    /// The path given is a folder, a socket or the like.
    #[error("{} is {kind}, not a program; give the browser's executable file{}", path.display(), hint.as_deref().unwrap_or(""))]
    NotAFile {
        /// The path given.
        path: PathBuf,
        /// What it is, with its article.
        kind: &'static str,
        /// ` (perhaps …)`, if the folder holds a browser.
        hint: Option<String>,
    },
    /// A file that may not be run.
    #[error("{} is not executable for this user", path.display())]
    NotExecutable {
        /// The path given.
        path: PathBuf,
    },
    /// The path given can't be looked at.
    #[error("the browser's executable {} can't be read: {source}", path.display())]
    Unreadable {
        /// The path given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Nothing at the usual places.
    #[error("{}", nothing_found(what, looked_at))]
    NotFound {
        /// What was looked for, such as `Chrome (beta)`.
        what: String,
        /// Where, in this order.
        looked_at: Vec<PathBuf>,
    },
}

/// Who holds a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Process id; on the machine `host`, if that is given.
    pub pid: Option<u32>,
    /// The process's name, if it can be read.
    pub name: Option<String>,
    /// Another machine (or container) that the lock names.
    pub host: Option<String>,
}

/// Chrome was not launched, or died before it could be used.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// No browser to launch.
    #[error("No browser could be started: {0}.")]
    Find(#[from] FindError),
}

fn nothing_found(what: &str, looked_at: &[PathBuf]) -> String {
    format!("{what} {}", looked_at.len())
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.pid)
    }
}
