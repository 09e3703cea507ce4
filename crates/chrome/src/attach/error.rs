//! Why there is no browser to attach to. `Display` says what was tried and what to do.

use crate::text::listed;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// No browser to attach to.
#[derive(Debug, Error)]
pub enum AttachError {
    /// The address is not one at which a browser can be asked.
    #[error("{url} is no address of a debugging port: {reason}")]
    BadUrl {
        /// The address given.
        url: String,
        /// What is wrong with it, and what would be right.
        reason: String,
    },
    /// Nobody takes the connection.
    #[error(
        "No browser answers at {url}: {reason}. Start Chrome with --remote-debugging-port (and a --user-data-dir of its \
         own), or leave --browserUrl out to have one launched"
    )]
    Unreachable {
        /// The address asked.
        url: String,
        /// What the connection failed with.
        reason: String,
    },
    /// Somebody takes the connection and does not answer in time.
    #[error("No answer from {url} within {} ms. Is it the debugging port of a browser, and is that browser alive?", limit.as_millis())]
    NoAnswer {
        /// The address asked.
        url: String,
        /// How long was waited.
        limit: Duration,
    },
    /// Somebody answers, but not as a browser does.
    #[error("{url} answers, but not as the debugging port of a browser: {reason}")]
    NotABrowser {
        /// The address asked.
        url: String,
        /// What came instead, and what to do.
        reason: String,
    },
    /// No running browser of the user's takes debugging connections.
    #[error("{}", nothing_to_connect(.0))]
    NothingRunning(Box<AutoConnectSearch>),
}

/// A search for the user's own running browser that found none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutoConnectSearch {
    /// What was looked for, such as `Google Chrome Beta`.
    pub browser: String,
    /// Port files that do not exist.
    pub missing: Vec<PathBuf>,
    /// Port files that could be read, with what is wrong with them.
    pub useless: Vec<(PathBuf, String)>,
}

fn nothing_to_connect(search: &AutoConnectSearch) -> String {
    let mut text = format!("No running {} takes debugging connections.", search.browser);
    for (file, fault) in &search.useless {
        text.push_str(&format!(" {} {fault}.", file.display()));
    }
    if !search.missing.is_empty() {
        let files: Vec<String> = search
            .missing
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        text.push_str(&format!(
            " There is no {}.",
            listed(&files).replace(" and ", " and no ")
        ));
    }
    text.push_str(
        " Start the browser, open chrome://inspect/#remote-debugging in it and allow remote debugging (Chrome 144 or \
         later), then repeat the call; or leave --autoConnect out to have a browser launched",
    );
    text
}
