//! A session: commands to one target.

use crate::connection::Held;
use crate::router::{Outcome, Router};
use crate::{Command, CommandError, Event, EventStream, lenient};
use bytes::Bytes;
use serde_json::value::RawValue;
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// Chrome's id of a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionId(pub Arc<str>);

impl From<&str> for SessionId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

impl From<String> for SessionId {
    fn from(id: String) -> Self {
        Self(id.into())
    }
}

impl Borrow<str> for SessionId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

/// A CDP session on one target, or the browser's own; cheap to clone.
///
/// A session ends when Chrome detaches it or the session that attached it, and with the connection. A crash of the target
/// does not end it, since a navigation may bring the target back: but commands that wait at that moment fail with
/// [`CommandError::SessionClosed`], for Chrome may never answer them.
#[derive(Clone)]
pub struct Session {
    held: Arc<Held>,
    id: Option<SessionId>,
    /// Its sender is dropped when the session ends.
    life: watch::Receiver<()>,
}

impl Session {
    /// Limit of [`Session::call`].
    pub const DEFAULT_LIMIT: Duration = Duration::from_secs(30);

    pub(crate) fn new(held: Arc<Held>, id: Option<SessionId>) -> Self {
        let life = held.router.life(id.as_ref());
        Self { held, id, life }
    }

    /// Chrome's id; `None` for the browser's own session.
    pub fn id(&self) -> Option<&SessionId> {
        self.id.as_ref()
    }

    /// Sends a command and waits for its answer, at most [`Session::DEFAULT_LIMIT`]. Dropping the future forgets the answer.
    /// The command is handed to the writer when the future is first polled; commands of one task keep their order.
    pub async fn call<C: Command>(&self, command: C) -> Result<C::Response, CommandError> {
        self.call_within(command, Self::DEFAULT_LIMIT).await
    }

    /// [`Session::call`] with a limit of its own.
    pub async fn call_within<C: Command>(
        &self,
        command: C,
        limit: Duration,
    ) -> Result<C::Response, CommandError> {
        let params = written(&command)?;
        // The parameters may be large, and the answer may take long.
        drop(command);
        let result = self.exchange(C::METHOD, params, limit).await?;
        read(C::METHOD, &result)
    }

    /// Sends a command now and forgets its answer; a refusal is logged. Never blocks.
    pub fn send<C: Command>(&self, command: C) {
        match written(&command) {
            Ok(params) => {
                let router = &self.held.router;
                router.command(C::METHOD, &params, self.id.as_ref(), None);
            }
            Err(failure) => tracing::debug!(%failure, "not sent"),
        }
    }

    /// Sends a command by name with JSON parameters: for what no generated type covers.
    pub async fn call_raw(
        &self,
        method: &'static str,
        params: &RawValue,
        limit: Duration,
    ) -> Result<Box<RawValue>, CommandError> {
        let result = self
            .exchange(method, params.get().to_owned(), limit)
            .await?;
        // Whoever reads the value with serde could not read halves of surrogate pairs.
        read(method, &lenient::with_whole_surrogates(&result))
    }

    /// Sends a command and waits for its result.
    async fn exchange(
        &self,
        method: &'static str,
        params: String,
        limit: Duration,
    ) -> Result<Bytes, CommandError> {
        let (answer, outcome) = oneshot::channel();
        let router = &self.held.router;
        let id = router.command(method, &params, self.id.as_ref(), Some(answer));
        drop(params);
        let _forget = Forget { router, id };
        match tokio::time::timeout(limit, outcome).await {
            Ok(Ok(Outcome::Done(result))) => Ok(result),
            Ok(Ok(Outcome::Refused { code, message })) => Err(CommandError::Refused {
                method,
                code,
                message,
            }),
            Ok(Ok(Outcome::ConnectionEnded(reason))) => Err(CommandError::ConnectionClosed {
                method,
                reason: reason.to_string(),
            }),
            // The router never drops a sender unused; if it did, there would be no answer either.
            Ok(Ok(Outcome::SessionEnded) | Err(_)) => Err(CommandError::SessionClosed { method }),
            Err(_) => Err(CommandError::Timeout { method, limit }),
        }
    }

    /// Events of this session with one of these methods, in Chrome's order, from now on. Bounded: a listener that does not
    /// keep up loses the oldest ones and is told how many ([`EventStream::lost`]). Ends with the session; on a session that
    /// has ended, at once.
    pub fn events(&self, methods: &[&'static str]) -> EventStream {
        EventStream::new(self.held.router.clone(), self.id.clone(), methods)
    }

    /// Waits for the next event of one type; `None` when the session ends first. Subscribe by calling it before the
    /// command that causes the event: the subscription starts at the call, not at the first poll.
    pub fn next_event<E: Event>(&self) -> impl Future<Output = Option<E>> + Send + 'static {
        let mut events = self.events(&[E::METHOD]);
        async move {
            loop {
                if let Some(event) = events.next().await?.read() {
                    return Some(event);
                }
            }
        }
    }

    /// Whether the session (or its connection) has ended.
    pub fn is_closed(&self) -> bool {
        self.life.has_changed().is_err()
    }

    /// Waits until the session has ended.
    pub async fn closed(&self) {
        let mut life = self.life.clone();
        // Nothing is ever sent: an error is the end.
        while life.changed().await.is_ok() {}
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(to, "Session({id})"),
            None => write!(to, "Session(browser)"),
        }
    }
}

/// Forgets a command when its caller is no longer there.
struct Forget<'a> {
    router: &'a Router,
    id: u64,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.router.forget(self.id);
    }
}

fn written<C: Command>(command: &C) -> Result<String, CommandError> {
    serde_json::to_string(command).map_err(|reason| CommandError::Refused {
        method: C::METHOD,
        code: -32602,
        message: format!("the parameters can't be written: {reason}"),
    })
}

fn read<T: serde::de::DeserializeOwned>(
    method: &'static str,
    result: &[u8],
) -> Result<T, CommandError> {
    lenient::read(result).map_err(|reason| CommandError::BadAnswer { method, reason })
}
