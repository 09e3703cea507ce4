//! Calls begin in the order in which they came.
//!
//! Each request is handled by a task of its own, and tasks start in any order. A ticket drawn when the request is read
//! keeps its place: whoever joins a page's queue, or starts on the browser, first lets those pass that came before.

use futures_util::poll;
use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use tokio::sync::watch;

/// The order of one connection's calls.
pub(crate) struct Order {
    open: Mutex<Open>,
    /// The number of the first ticket that has not begun.
    first: watch::Sender<u64>,
}

#[derive(Default)]
struct Open {
    next: u64,
    numbers: BTreeSet<u64>,
}

/// The place of one call. It is given up when the call begins, or is over.
pub(crate) struct Ticket {
    order: Arc<Order>,
    number: u64,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            open: Mutex::default(),
            first: watch::Sender::new(0),
        }
    }
}

impl Order {
    /// Draws a ticket behind all others.
    pub fn draw(self: &Arc<Self>) -> Arc<Ticket> {
        let mut open = self.open();
        let number = open.next;
        open.next += 1;
        open.numbers.insert(number);
        Arc::new(Ticket {
            order: Arc::clone(self),
            number,
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// Waits until all that came before have begun.
    pub async fn is_first(&self) {
        let mut first = self.order.first.subscribe();
        // The sender lives in the order, which the ticket holds.
        let _first = first.wait_for(|first| *first >= self.number).await;
    }

    /// Lets those behind pass.
    pub fn begin(&self) {
        let mut open = self.order.open();
        if open.numbers.remove(&self.number) {
            let first = open.numbers.first().copied().unwrap_or(open.next);
            self.order.first.send_replace(first);
        }
    }

    /// Does work that begins in order: what it does up to its first wait, those behind do not overtake.
    pub async fn begin_with<T>(&self, work: impl Future<Output = T>) -> T {
        self.is_first().await;
        let mut work = pin!(work);
        let begun = poll!(work.as_mut());
        self.begin();
        match begun {
            Poll::Ready(done) => done,
            Poll::Pending => work.await,
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.begin();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use std::future::pending;
    use std::time::Duration;

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn work_begins_in_the_order_of_the_tickets() {
        let order = Arc::new(Order::default());
        let queue = Arc::new(tokio::sync::Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        let held = queue.clone().lock_owned().await;
        for number in 0..200 {
            let (ticket, queue) = (order.draw(), queue.clone());
            tasks.push(tokio::spawn(async move {
                ticket.begin_with(queue.lock()).await.push(number);
            }));
        }
        tasks.reverse();
        drop(held);
        join_all(tasks).await;
        assert!(queue.lock().await.is_sorted());
    }

    #[tokio::test]
    async fn who_waits_holds_nobody_up() {
        let order = Arc::new(Order::default());
        let (first, second) = (order.draw(), order.draw());
        let waiting = first.begin_with(pending::<()>());
        assert!(
            tokio::time::timeout(Duration::from_millis(1), waiting)
                .await
                .is_err()
        );
        second.is_first().await;
    }

    #[tokio::test]
    async fn who_gives_up_holds_nobody_up() {
        let order = Arc::new(Order::default());
        let (first, second, third) = (order.draw(), order.draw(), order.draw());
        drop(second);
        let waiting = tokio::time::timeout(Duration::from_millis(1), third.is_first());
        assert!(waiting.await.is_err());
        drop(first);
        third.is_first().await;
    }
}
