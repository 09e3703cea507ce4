//! What the server has sent, sorted by a reader thread.

use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the server has sent.
#[derive(Default)]
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

/// One response.
pub(super) struct Response {
    pub(super) message: Value,
    /// Bytes of its line.
    pub(super) bytes: usize,
    /// When its line had been read.
    pub(super) arrived: Instant,
}

/// The sorted messages.
#[derive(Default)]
pub(super) struct State {
    /// Responses by the text of their id.
    pub(super) responses: HashMap<String, Response>,
    pub(super) notifications: Vec<Value>,
    /// Responses without an id (to what could not be read) and batches.
    pub(super) strays: Vec<Value>,
    /// Lines that are no JSON: stdout must never carry any.
    pub(super) garbage: Vec<String>,
    /// stdout has ended.
    pub(super) closed: bool,
}

impl Inbox {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes whoever waits.
    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }

    /// Waits until `look` finds something, stdout ends or `limit` is over.
    pub(super) fn wait<T>(
        &self,
        limit: Duration,
        mut look: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        let end = Instant::now() + limit;
        let mut state = self.state();
        loop {
            if let Some(found) = look(&mut state) {
                return Some(found);
            }
            let left = end.saturating_duration_since(Instant::now());
            if state.closed || left.is_zero() {
                return None;
            }
            state = self
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}
