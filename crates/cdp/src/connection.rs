//! One connection to a browser.

use crate::router::Router;
use crate::transport::{pipe, websocket};
use crate::{ConnectError, Session, SessionId};
use std::fmt;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

/// How to reach a browser.
pub enum Endpoint {
    /// The two ends of `--remote-debugging-pipe`: what the browser writes, and what it reads. Pipes or stream sockets.
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

/// A connection to a browser; cheap to clone. It ends when the browser closes it, on [`Connection::close`], and when the
/// last clone of it and of its sessions is dropped.
#[derive(Clone)]
pub struct Connection {
    held: Arc<Held>,
}

/// The router, as long as somebody can use it.
pub(crate) struct Held {
    pub router: Arc<Router>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.router.end("nobody uses it any more");
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.held.router.ended() {
            Some(reason) => write!(to, "Connection(ended: {reason})"),
            None => write!(to, "Connection(open)"),
        }
    }
}

impl Connection {
    /// Opens the connection and starts its reader and writer. Needs a tokio runtime.
    pub async fn open(endpoint: Endpoint) -> Result<Self, ConnectError> {
        let (router, messages) = Router::new();
        match endpoint {
            Endpoint::Pipe { read, write } => pipe::start(read, write, &router, messages)?,
            Endpoint::WebSocket {
                url,
                headers,
                limit,
            } => websocket::start(&url, &headers, limit, &router, messages).await?,
        }
        Ok(Self {
            held: Arc::new(Held { router }),
        })
    }

    /// The browser's own session: commands without a session id.
    pub fn browser(&self) -> Session {
        Session::new(self.held.clone(), None)
    }

    /// The session with this id, as told by `Target.attachedToTarget`. Commands of a session that Chrome has detached
    /// end with [`crate::CommandError::SessionClosed`], and so do those of an id that Chrome never told.
    pub fn session(&self, id: SessionId) -> Session {
        Session::new(self.held.clone(), Some(id))
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.held.router.ended().is_some()
    }

    /// Waits until the connection has ended and says why.
    pub async fn closed(&self) -> String {
        self.held.router.closed().await.to_string()
    }

    /// Ends the connection: every waiting command fails at once.
    pub fn close(&self) {
        self.held.router.end("closed by this program");
    }
}
