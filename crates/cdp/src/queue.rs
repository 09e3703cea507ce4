//! The bounded queue between the reader and one listener.

use crate::RawEvent;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Most events that wait for a listener.
const MAX_EVENTS: usize = 10_000;
/// Most bytes of parameters that wait for a listener. A single larger event still fits.
const MAX_BYTES: usize = 64 << 20;

/// Events for one listener. The reader pushes and never waits; what does not fit pushes out the oldest.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    events: VecDeque<RawEvent>,
    bytes: usize,
    lost: u64,
    ended: bool,
}

impl Queue {
    /// Adds an event at the end.
    pub fn push(&self, event: RawEvent) {
        let mut state = self.lock();
        state.bytes += event.size();
        state.events.push_back(event);
        while state.events.len() > 1 && (state.events.len() > MAX_EVENTS || state.bytes > MAX_BYTES)
        {
            state.pop();
            state.lost += 1;
        }
        drop(state);
        self.changed.notify_one();
    }

    /// No event will follow.
    pub fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_one();
    }

    /// The first event that waits.
    pub fn pop(&self) -> Option<RawEvent> {
        self.lock().pop()
    }

    /// The next event; `None` once the queue has ended and is empty. One listener only.
    pub async fn next(&self) -> Option<RawEvent> {
        loop {
            {
                let mut state = self.lock();
                let event = state.pop();
                if event.is_some() || state.ended {
                    return event;
                }
            }
            self.changed.notified().await;
        }
    }

    /// Events pushed out so far.
    pub fn lost(&self) -> u64 {
        self.lock().lost
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn pop(&mut self) -> Option<RawEvent> {
        let event = self.events.pop_front()?;
        self.bytes -= event.size();
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    fn event(params: &Bytes) -> RawEvent {
        RawEvent::new("A.b", params.clone())
    }

    #[test]
    fn the_oldest_give_way_by_number() {
        let queue = Queue::default();
        for number in 0..MAX_EVENTS + 3 {
            queue.push(event(&Bytes::from(number.to_string())));
        }
        assert_eq!(queue.lost(), 3);
        assert_eq!(queue.pop().unwrap().params(), b"3");
    }

    #[test]
    fn the_oldest_give_way_by_size() {
        let queue = Queue::default();
        let quarter = Bytes::from(vec![b' '; MAX_BYTES / 4]);
        for _ in 0..4 {
            queue.push(event(&quarter));
        }
        assert_eq!(queue.lost(), 1);
        queue.push(event(&Bytes::from(vec![b' '; MAX_BYTES + 1])));
        assert_eq!(queue.lost(), 4);
        assert_eq!(queue.pop().unwrap().params().len(), MAX_BYTES + 1);
        assert!(queue.pop().is_none());
    }

    #[tokio::test]
    async fn events_before_the_end_are_read() {
        let queue = Queue::default();
        queue.push(event(&Bytes::new()));
        queue.end();
        assert!(queue.next().await.is_some());
        assert!(queue.next().await.is_none());
    }
}
