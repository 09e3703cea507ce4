//! Mouse events.

use super::aim::Point;
use crate::ResultExt;
use cdp::Session;
use cdp::protocol::input;
use futures_util::future::try_join_all;
use records::Failure;
use std::time::Duration;

/// Limit for the page to take an event.
const EVENT_LIMIT: Duration = Duration::from_secs(10);

/// Moves the mouse to a point of the page and presses the left button there `times` times.
///
/// All events are sent at once: what the page does at the first must not move the others elsewhere in time. `session`
/// must be the page's own: Chrome finds the frame by the place.
pub(super) async fn click(session: &Session, at: Point, times: i64) -> Result<(), Failure> {
    let mut events = vec![event("mouseMoved", at, 0)];
    for count in 1..=times {
        events.push(event("mousePressed", at, count));
        events.push(event("mouseReleased", at, count));
    }
    // `try_join_all` polls in order, and a command is sent when it is first polled.
    let sent = events
        .into_iter()
        .map(|event| session.call_within(event, EVENT_LIMIT));
    try_join_all(sent)
        .await
        .or_failure("the page to take the click")?;
    Ok(())
}

/// Moves the mouse to a point of the page.
pub(super) async fn move_to(session: &Session, at: Point) -> Result<(), Failure> {
    let moved = session.call_within(event("mouseMoved", at, 0), EVENT_LIMIT);
    moved.await.or_failure("the page to follow the mouse")?;
    Ok(())
}

fn event(kind: &str, at: Point, count: i64) -> input::DispatchMouseEvent {
    let pressed = count > 0;
    input::DispatchMouseEvent {
        r#type: kind.to_owned(),
        x: at.x,
        y: at.y,
        button: pressed.then(|| "left".into()),
        buttons: Some(i64::from(kind == "mousePressed")),
        click_count: pressed.then_some(count),
        ..Default::default()
    }
}
