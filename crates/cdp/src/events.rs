//! Events, in the order Chrome sent them.

use crate::Event;

/// An event whose parameters have not been read yet.
#[derive(Debug, Clone)]
pub struct RawEvent {}

impl RawEvent {
    /// `Domain.event`.
    pub fn method(&self) -> &str {
        todo!()
    }

    /// The parameters, if this is an `E` and they have its shape (otherwise logged once per method, `None`).
    pub fn read<E: Event>(&self) -> Option<E> {
        todo!()
    }
}

/// A bounded stream of events; see [`crate::Session::events`].
pub struct EventStream {}

impl EventStream {
    /// The next event; `None` when the session has ended and all events were read.
    pub async fn next(&mut self) -> Option<RawEvent> {
        todo!()
    }

    /// The next event if one is waiting.
    pub fn try_next(&mut self) -> Option<RawEvent> {
        todo!()
    }

    /// How many events were lost so far because this listener was too slow.
    pub fn lost(&self) -> u64 {
        todo!()
    }
}
