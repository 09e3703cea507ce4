//! Waiting until a text is to be seen.

use crate::{Evaluation, Frame, FrameId, Frames, Page};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use records::Failure;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, sleep_until};

/// Resolves to true as soon as one of the texts is to be seen in its document.
const WATCH: &str = include_str!("text_wait.js");
/// Ends a watch that nobody waits for any more.
const STOP: &str = "() => globalThis.devtapStopWatch?.()";
/// Pause before a document that could not be watched is tried again.
const RETRY: Duration = Duration::from_millis(100);

/// A document.
type Key = (FrameId, Arc<str>);

impl Page {
    /// Waits until one of `texts` is to be seen in any frame, also in documents that come meanwhile. Spaces and line
    /// breaks count as one space.
    pub async fn wait_for_text(&self, texts: &[String], limit: Duration) -> Result<(), Failure> {
        self.guard(wait(self, texts, limit)).await
    }
}

async fn wait(page: &Page, texts: &[String], limit: Duration) -> Result<(), Failure> {
    let deadline = Instant::now() + limit;
    let mut changes = page.frames().changes();
    let mut watched: HashSet<Key> = HashSet::new();
    let mut watches = FuturesUnordered::new();
    let found = loop {
        changes.borrow_and_update();
        for frame in unwatched(page.frames(), &watched) {
            watched.insert(key(&frame));
            watches.push(watch(page, frame, texts, deadline));
        }
        tokio::select! {
            Some((document, found)) = watches.next() => match found {
                true => break true,
                // The document went, or a call on it failed: it is taken up again if it is still there.
                false => { watched.remove(&document); }
            },
            changed = changes.changed() => if changed.is_err() {
                return Err(Failure::PageClosed { page: page.id() });
            },
            () = sleep_until(deadline) => break false,
        }
    };
    drop(watches);
    stop_watches(page).await;
    if found {
        Ok(())
    } else {
        let quoted = serde_json::to_string(texts).unwrap_or_default();
        Err(Failure::timeout(format!("a text of {quoted}"), limit))
    }
}

fn key(frame: &Frame) -> Key {
    (frame.id.clone(), frame.loader_id.clone())
}

fn unwatched(frames: &Frames, watched: &HashSet<Key>) -> Vec<Frame> {
    let mut all = frames.all();
    all.retain(|frame| !frame.loader_id.is_empty() && !watched.contains(&key(frame)));
    all
}

/// Watches one document. Answers false when it can't be watched any more, after a pause.
async fn watch(page: &Page, frame: Frame, texts: &[String], deadline: Instant) -> (Key, bool) {
    let left = deadline.saturating_duration_since(Instant::now());
    let watch = async {
        let world = page.isolated_world(&frame.id).await?;
        let evaluation = Evaluation::new(WATCH)
            .value(texts)
            .value(left.as_millis() as u64)
            .awaiting()
            .within(left + Duration::from_secs(1));
        world.call(evaluation).await
    };
    let found = watch.await.is_ok_and(|answer| answer == true);
    if !found {
        sleep(RETRY).await;
    }
    (key(&frame), found)
}

async fn stop_watches(page: &Page) {
    for frame in page.frames().all() {
        let stop = async {
            let world = page.isolated_world(&frame.id).await?;
            world.call(Evaluation::new(STOP).within(RETRY)).await
        };
        // It ends by itself with its limit at the latest.
        let _ = stop.await;
    }
}
