//! Mouse, keyboard, forms.

mod click;
mod fill;

pub use click::Click;
pub use fill::Fill;

use page::Page;
use records::{ActionOutcome, Failure};
use render::Response;
use render::sections::{LatestSnapshot, Outcome};
use std::sync::atomic::{AtomicBool, Ordering};

/// Does something to an element. A dialog that it opens ends the wait, not the action: `None`, when `done` is set by then.
async fn act_on<T>(
    page: &Page,
    done: &AtomicBool,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<Option<(T, ActionOutcome)>, Failure> {
    match page.act(work).await {
        Ok(acted) => Ok(Some(acted)),
        Err(Failure::DialogOpen { .. }) if done.load(Ordering::Relaxed) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Adds what the action brought about, and a snapshot if asked for.
async fn finished(
    page: &Page,
    response: Response,
    outcome: ActionOutcome,
    include_snapshot: Option<bool>,
) -> Result<Response, Failure> {
    let response = response.with(Outcome(outcome));
    if !include_snapshot.unwrap_or(false) || page.dialog().is_some() {
        return Ok(response);
    }
    let snapshot = page.snapshots().take(page, false).await?;
    Ok(response.with(LatestSnapshot(snapshot)))
}
