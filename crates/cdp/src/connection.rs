//! One connection to a browser.

use crate::{ConnectError, Session, SessionId};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// How to reach a browser.
pub enum Endpoint {
    /// The two ends of `--remote-debugging-pipe`: what the browser writes, and what it reads.
    Pipe {
        /// We read the browser's messages here.
        read: OwnedFd,
        /// We write ours here.
        write: OwnedFd,
    },
    /// A WebSocket.
    WebSocket {
        /// `ws:` or `wss:` address of the browser target.
        url: String,
        /// Extra headers of the handshake.
        headers: Vec<(String, String)>,
        /// Limit of the handshake.
        limit: Duration,
    },
}

/// A connection to a browser; cheap to clone.
#[derive(Clone)]
pub struct Connection {}

impl Connection {
    /// Opens the connection and starts its reader and writer. Needs a tokio runtime.
    pub async fn open(_endpoint: Endpoint) -> Result<Self, ConnectError> {
        todo!()
    }

    /// The browser's own session: commands without a session id.
    pub fn browser(&self) -> Session {
        todo!()
    }

    /// The session with this id, as told by `Target.attachedToTarget`. Commands of a session that Chrome has detached
    /// end with [`crate::CommandError::SessionClosed`].
    pub fn session(&self, _id: SessionId) -> Session {
        todo!()
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        todo!()
    }

    /// Waits until the connection has ended and says why.
    pub async fn closed(&self) -> String {
        todo!()
    }

    /// Ends the connection: every waiting command fails at once.
    pub fn close(&self) {
        todo!()
    }
}
