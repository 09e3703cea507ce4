//! How events reach a collector: in order, in a task of their own, with a way to wait until all that came is taken in.

use cdp::{EventStream, RawEvent};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Limit of waiting for what has already come to be taken in.
const SETTLE_LIMIT: Duration = Duration::from_secs(2);

/// Events that are taken in before a reader goes on: as many as can wait. More come from a page that never stops talking.
const FLUSH_LIMIT: usize = 10_000;

/// What a collector is told.
pub(crate) enum Arrival {
    /// An event.
    Event(RawEvent),
    /// So many events were lost before the next one, because they came faster than they were taken in.
    Lost(u64),
    /// The session has ended: no more events.
    Ended,
}

/// The streams that a collector is fed from.
#[derive(Default)]
pub(crate) struct Intake {
    streams: Mutex<Vec<mpsc::UnboundedSender<oneshot::Sender<()>>>>,
}

impl Intake {
    /// Feeds `events` to `take`, from now to the end of the session.
    pub(crate) fn follow(
        &self,
        events: EventStream,
        mut take: impl FnMut(Arrival) + Send + 'static,
    ) {
        let (flush, flushes) = mpsc::unbounded_channel();
        self.live_streams().push(flush);
        tokio::spawn(async move {
            feed(events, flushes, &mut take).await;
            take(Arrival::Ended);
        });
    }

    fn live_streams(&self) -> MutexGuard<'_, Vec<mpsc::UnboundedSender<oneshot::Sender<()>>>> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.retain(|stream| !stream.is_closed());
        streams
    }

    /// Waits until every event that has come so far is taken in.
    pub(crate) async fn settled(&self) {
        let waiting: Vec<_> = {
            self.live_streams()
                .iter()
                .filter_map(|stream| {
                    let (done, waiting) = oneshot::channel();
                    stream.send(done).ok().map(|()| waiting)
                })
                .collect()
        };
        let all = async {
            for one in waiting {
                // An error means that the stream has ended, with everything taken in.
                let _ = one.await;
            }
        };
        let _ = tokio::time::timeout(SETTLE_LIMIT, all).await;
    }
}

async fn feed(
    mut events: EventStream,
    mut flushes: mpsc::UnboundedReceiver<oneshot::Sender<()>>,
    take: &mut impl FnMut(Arrival),
) {
    let mut lost = 0;
    loop {
        let event = tokio::select! {
            biased;
            Some(done) = flushes.recv() => {
                for _ in 0..FLUSH_LIMIT {
                    match events.try_next() {
                        Some(event) => take_one(event, &events, &mut lost, take),
                        None => break,
                    }
                }
                let _ = done.send(());
                continue;
            }
            event = events.next() => event,
        };
        match event {
            Some(event) => take_one(event, &events, &mut lost, take),
            None => return,
        }
    }
}

fn take_one(event: RawEvent, events: &EventStream, lost: &mut u64, take: &mut impl FnMut(Arrival)) {
    let lost_now = events.lost();
    if lost_now > *lost {
        take(Arrival::Lost(lost_now - *lost));
        *lost = lost_now;
    }
    take(Arrival::Event(event));
}
