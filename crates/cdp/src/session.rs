//! A session: commands to one target.

use crate::{Command, CommandError, Event, EventStream};
use serde_json::value::RawValue;
use std::time::Duration;

/// Chrome's id of a session.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionId(pub std::sync::Arc<str>);

/// A CDP session on one target, or the browser's own; cheap to clone.
#[derive(Clone)]
pub struct Session {}

impl Session {
    /// Limit of [`Session::call`].
    pub const DEFAULT_LIMIT: Duration = Duration::from_secs(30);

    /// Chrome's id; `None` for the browser's own session.
    pub fn id(&self) -> Option<&SessionId> {
        todo!()
    }

    /// Sends a command and waits for its answer, at most [`Session::DEFAULT_LIMIT`]. Dropping the future forgets the answer.
    /// The command is handed to the writer when the future is first polled; commands of one task keep their order.
    pub async fn call<C: Command>(&self, command: C) -> Result<C::Response, CommandError> {
        self.call_within(command, Self::DEFAULT_LIMIT).await
    }

    /// [`Session::call`] with a limit of its own.
    pub async fn call_within<C: Command>(
        &self,
        _command: C,
        _limit: Duration,
    ) -> Result<C::Response, CommandError> {
        todo!()
    }

    /// Sends a command now and forgets its answer; a refusal is logged. Never blocks.
    pub fn send<C: Command>(&self, _command: C) {
        todo!()
    }

    /// Sends a command by name with JSON parameters: for what no generated type covers.
    pub async fn call_raw(
        &self,
        _method: &'static str,
        _params: &RawValue,
        _limit: Duration,
    ) -> Result<Box<RawValue>, CommandError> {
        todo!()
    }

    /// Events of this session with one of these methods, in Chrome's order, from now on. Bounded: a listener that does not
    /// keep up loses the oldest ones and is told how many ([`EventStream::lost`]). Ends with the session.
    pub fn events(&self, _methods: &[&'static str]) -> EventStream {
        todo!()
    }

    /// Waits for the next event of one type; `None` when the session ends first. Subscribe by calling it before the
    /// command that causes the event: the subscription starts at the call, not at the first poll.
    pub fn next_event<E: Event>(&self) -> impl Future<Output = Option<E>> + Send + 'static {
        async { todo!() }
    }

    /// Whether the session (or its connection) has ended.
    pub fn is_closed(&self) -> bool {
        todo!()
    }

    /// Waits until the session has ended.
    pub async fn closed(&self) {
        todo!()
    }
}
