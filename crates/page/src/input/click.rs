//! Clicking an element.

use super::aim::{Point, Target, aim};
use super::mouse;
use super::problem::covered;
use super::script::{ARRIVED, VERDICT, ask};
use crate::snapshot::ElementRef;
use crate::{Evaluation, Page};
use records::Failure;
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// How long the mouse is led into a frame.
const ARRIVAL_LIMIT: Duration = Duration::from_secs(3);
/// How long one move may take to arrive.
const ARRIVAL_PAUSE: Duration = Duration::from_millis(50);

#[derive(Deserialize)]
struct Verdict {
    verdict: String,
    #[serde(default)]
    by: String,
}

/// Clicks an element once or twice, where it can be seen and nothing covers it. Waits up to 5 s for that.
///
/// `pressed` becomes true when the button is pressed: if a dialog ends the call after that, the click was done.
pub async fn click(
    page: &Page,
    element: &ElementRef,
    double: bool,
    pressed: &AtomicBool,
) -> Result<(), Failure> {
    let world = page.isolated_world(&element.frame).await?;
    let node = element.handle_in(&world).await?;
    let target = Target {
        page,
        world: &world,
        node: &node,
        uid: &element.uid,
    };
    click_target(&target, double, pressed).await
}

pub(super) async fn click_target(
    target: &Target<'_>,
    double: bool,
    pressed: &AtomicBool,
) -> Result<(), Failure> {
    let point = aim(target).await?;
    arrive(target, point).await?;
    pressed.store(true, Ordering::Relaxed);
    let times = if double { 2 } else { 1 };
    mouse::click(&target.page.session(), point, times).await?;
    judge(target).await
}

/// Leads the mouse into a frame of another process, until it arrives there.
async fn arrive(target: &Target<'_>, point: Point) -> Result<(), Failure> {
    let session = target.page.session();
    if target.world.session.id() == session.id() {
        return Ok(());
    }
    let deadline = Instant::now() + ARRIVAL_LIMIT;
    loop {
        mouse::move_to(&session, point).await?;
        let arrived = Evaluation::new(ARRIVED).value(ARRIVAL_PAUSE.as_millis() as u64);
        if ask(target.world, arrived, ARRIVAL_PAUSE).await? {
            return Ok(());
        }
        if Instant::now() >= deadline {
            // Takes the guard off.
            let _ = target.world.call(Evaluation::new(VERDICT)).await;
            return Err(not_arrived(target));
        }
    }
}

fn not_arrived(target: &Target<'_>) -> Failure {
    Failure::NotActionable(format!(
        "The mouse does not arrive in the frame of the element with uid {}: something else takes it",
        target.uid
    ))
}

/// What the guard saw. The document may have gone by now, which is an answer too: something took the click.
async fn judge(target: &Target<'_>) -> Result<(), Failure> {
    let Ok(answer) = target.world.call(Evaluation::new(VERDICT)).await else {
        return Ok(());
    };
    let Ok(Verdict { verdict, by }) = serde_json::from_value(answer) else {
        return Ok(());
    };
    let in_frame = target
        .page
        .frames()
        .get(&target.world.frame)
        .is_some_and(|frame| frame.parent.is_some());
    match verdict.as_str() {
        "stopped" => Err(covered(target, by, target.world, None).await),
        "missed" if in_frame => Err(not_arrived(target)),
        _ => Ok(()),
    }
}
