//! Events, in the order Chrome sent them.

use crate::queue::Queue;
use crate::router::Router;
use crate::{Event, SessionId, lenient};
use bytes::Bytes;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// An event whose parameters have not been read yet. Cheap to clone.
#[derive(Clone)]
pub struct RawEvent {
    method: &'static str,
    params: Bytes,
}

impl RawEvent {
    pub(crate) fn new(method: &'static str, params: Bytes) -> Self {
        Self { method, params }
    }

    /// `Domain.event`.
    pub fn method(&self) -> &str {
        self.method
    }

    /// The parameters as Chrome wrote them: a JSON object, or nothing.
    pub fn params(&self) -> &[u8] {
        &self.params
    }

    /// Bytes that this event holds while it waits.
    pub(crate) fn size(&self) -> usize {
        self.params.len() + size_of::<Self>()
    }

    /// The parameters, if this is an `E` and they have its shape (otherwise logged once per method, `None`).
    pub fn read<E: Event>(&self) -> Option<E> {
        if self.method != E::METHOD {
            return None;
        }
        let params: &[u8] = if self.params.is_empty() {
            b"{}"
        } else {
            &self.params
        };
        match lenient::read(params) {
            Ok(event) => Some(event),
            Err(reason) => {
                log_once(self.method, &reason);
                None
            }
        }
    }
}

impl fmt::Debug for RawEvent {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "RawEvent({}, {} bytes)", self.method, self.params.len())
    }
}

fn log_once(method: &'static str, reason: &str) {
    static LOGGED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
    if logged.insert(method) {
        tracing::warn!(method, reason, "an event has an unexpected shape");
    }
}

/// A bounded stream of events; see [`crate::Session::events`]. At most 10,000 events and 64 MiB of parameters wait in it.
/// Dropping it ends the subscription.
pub struct EventStream {
    queue: Arc<Queue>,
    router: Arc<Router>,
    session: Option<SessionId>,
    methods: Vec<&'static str>,
}

impl EventStream {
    /// Subscribes from now on.
    pub(crate) fn new(
        router: Arc<Router>,
        session: Option<SessionId>,
        methods: &[&'static str],
    ) -> Self {
        let methods: BTreeSet<&'static str> = methods.iter().copied().collect();
        let methods: Vec<&'static str> = methods.into_iter().collect();
        let queue = Arc::new(Queue::default());
        router.subscribe(session.as_ref(), &methods, &queue);
        Self {
            queue,
            router,
            session,
            methods,
        }
    }

    /// The next event; `None` when the session has ended and all events were read. May be dropped at any await without
    /// losing an event.
    pub async fn next(&mut self) -> Option<RawEvent> {
        self.queue.next().await
    }

    /// The next event if one is waiting.
    pub fn try_next(&mut self) -> Option<RawEvent> {
        self.queue.pop()
    }

    /// How many events were lost so far because this listener was too slow.
    pub fn lost(&self) -> u64 {
        self.queue.lost()
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "EventStream({:?}, {:?})", self.session, self.methods)
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.router
            .unsubscribe(self.session.as_ref(), &self.methods, &self.queue);
    }
}
