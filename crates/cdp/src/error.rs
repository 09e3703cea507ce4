//! What can go wrong between us and Chrome.

use std::time::Duration;
use thiserror::Error;

/// A command that got no good answer.
#[derive(Debug, Clone, Error)]
pub enum CommandError {
    /// Chrome answered with an error.
    #[error("{method}: {message}")]
    Refused {
        /// The command.
        method: &'static str,
        /// JSON-RPC code, for example -32000 (server error), -32601 (no such method).
        code: i64,
        /// Chrome's text, with its `data` appended when there is one.
        message: String,
    },
    /// No answer came within the limit.
    #[error("{method}: no answer within {} ms", limit.as_millis())]
    Timeout {
        /// The command.
        method: &'static str,
        /// The limit.
        limit: Duration,
    },
    /// The session ended: its target closed, crashed or was detached.
    #[error("{method}: the session has ended")]
    SessionClosed {
        /// The command.
        method: &'static str,
    },
    /// The connection to the browser ended.
    #[error("{method}: the connection to the browser is closed ({reason})")]
    ConnectionClosed {
        /// The command.
        method: &'static str,
        /// Why, as far as known.
        reason: String,
    },
    /// The answer does not have the shape that the command promises.
    #[error("{method}: unexpected answer: {reason}")]
    BadAnswer {
        /// The command.
        method: &'static str,
        /// What serde said.
        reason: String,
    },
}

/// A browser that can't be reached.
#[derive(Debug, Clone, Error)]
pub enum ConnectError {
    /// The pipe can't be used.
    #[error("can't use the pipe to the browser: {0}")]
    Pipe(String),
    /// The WebSocket can't be opened.
    #[error("can't connect to {url}: {reason}")]
    WebSocket {
        /// The address, without credentials.
        url: String,
        /// What went wrong.
        reason: String,
    },
}
