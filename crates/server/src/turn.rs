//! Whose turn it is on a page.
//!
//! The page keeps the queue; here stands which call holds it, so that a call that waits in vain can say for what.

use records::{Failure, PageId};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Which call holds which page.
#[derive(Default)]
pub(crate) struct Turns {
    holders: Mutex<HashMap<PageId, Holder>>,
}

struct Holder {
    tool: &'static str,
    since: Instant,
}

/// A page held by a call; let go when dropped.
pub(crate) struct Turn<'a, L> {
    turns: &'a Turns,
    page: PageId,
    _lock: L,
}

impl Turns {
    /// Waits for the page's queue. Fails after `limit`, naming the call that holds the page.
    pub async fn take<L>(
        &self,
        page: PageId,
        tool: &'static str,
        lock: impl Future<Output = L>,
        limit: Duration,
    ) -> Result<Turn<'_, L>, Failure> {
        match tokio::time::timeout(limit, lock).await {
            Ok(lock) => {
                let holder = Holder {
                    tool,
                    since: Instant::now(),
                };
                self.holders().insert(page, holder);
                Ok(Turn {
                    turns: self,
                    page,
                    _lock: lock,
                })
            }
            Err(_) => Err(Failure::timeout(self.busy(page), limit)),
        }
    }

    fn busy(&self, page: PageId) -> String {
        match self.holders().get(&page) {
            Some(holder) => format!(
                "page {page}, which {} has been holding for {} s",
                holder.tool,
                holder.since.elapsed().as_secs()
            ),
            None => format!("page {page}, which is busy"),
        }
    }

    fn holders(&self) -> MutexGuard<'_, HashMap<PageId, Holder>> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<L> Drop for Turn<'_, L> {
    fn drop(&mut self) {
        // Before the lock goes, so that the next holder's entry is not the one removed.
        self.turns.holders().remove(&self.page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tokio::sync::Mutex as Queue;

    const PAGE: PageId = PageId(2);
    const LONG: Duration = Duration::from_secs(600);

    #[tokio::test]
    async fn waiting_ends_and_names_the_holder() {
        let (turns, queue) = (Turns::default(), Arc::new(Queue::new(())));
        let _held = turns
            .take(PAGE, "evaluate_script", queue.clone().lock_owned(), LONG)
            .await
            .expect("the queue is free");
        let waited = turns
            .take(
                PAGE,
                "click",
                queue.clone().lock_owned(),
                Duration::from_millis(20),
            )
            .await;
        let failure = waited.err().expect("the page is held");
        insta::assert_snapshot!(failure, @"Timed out after 20 ms waiting for page 2, which evaluate_script has been holding for 0 s");
    }

    #[tokio::test]
    async fn a_turn_ends_when_dropped() {
        let (turns, queue) = (Turns::default(), Arc::new(Queue::new(())));
        for tool in ["click", "fill"] {
            let turn = turns.take(PAGE, tool, queue.clone().lock_owned(), LONG);
            drop(turn.await.expect("the queue is free"));
        }
        assert!(turns.holders().is_empty());
    }
}
