//! From protocol errors to failures.

use cdp::CommandError;
use records::Failure;

/// Turns a command's error into a [`Failure`].
pub trait ResultExt<T> {
    /// What failed, in the reader's words, for example `the accessibility tree`.
    fn or_failure(self, what: &str) -> Result<T, Failure>;
}

impl<T> ResultExt<T> for Result<T, CommandError> {
    fn or_failure(self, what: &str) -> Result<T, Failure> {
        self.map_err(|error| failure(error, what))
    }
}

/// A command's error as a [`Failure`]; see [`ResultExt::or_failure`].
pub(crate) fn failure(error: CommandError, what: &str) -> Failure {
    match error {
        CommandError::Timeout { limit, .. } => Failure::timeout(what, limit),
        CommandError::ConnectionClosed { reason, .. } => Failure::BrowserGone(reason),
        other => Failure::Protocol(format!("{what}: {other}")),
    }
}
