//! Keyboard events.

use crate::ResultExt;
use cdp::Session;
use cdp::protocol::input;
use futures_util::future::try_join_all;
use records::Failure;
use std::time::Duration;

/// Limit for the page to take an event. A long text takes its time in a rich editor.
const EVENT_LIMIT: Duration = Duration::from_secs(30);

/// Bit of the Control key in `modifiers`.
const CONTROL: i64 = 2;

/// Types a text where the focus is, in one go, as an input method does.
pub(super) async fn insert(session: &Session, text: &str) -> Result<(), Failure> {
    let command = input::InsertText {
        text: text.to_owned(),
    };
    let sent = session.call_within(command, EVENT_LIMIT).await;
    sent.or_failure("the page to take the text")?;
    Ok(())
}

/// Presses Control+A, for pages that keep their own selection, and selects all where the focus is.
pub(super) async fn select_all(session: &Session) -> Result<(), Failure> {
    press(session, "a", "KeyA", 65, CONTROL, "selectAll").await
}

/// Presses the Delete key.
pub(super) async fn delete(session: &Session) -> Result<(), Failure> {
    press(session, "Delete", "Delete", 46, 0, "deleteForward").await
}

/// A key that also does an editing command of Chrome's, unless the page prevents it.
async fn press(
    session: &Session,
    key: &str,
    code: &str,
    number: i64,
    modifiers: i64,
    command: &str,
) -> Result<(), Failure> {
    let event = |kind: &str| input::DispatchKeyEvent {
        r#type: kind.to_owned(),
        key: Some(key.to_owned()),
        code: Some(code.to_owned()),
        windows_virtual_key_code: Some(number),
        modifiers: Some(modifiers),
        commands: (kind == "rawKeyDown").then(|| vec![command.to_owned()]),
        ..Default::default()
    };
    let sent =
        [event("rawKeyDown"), event("keyUp")].map(|event| session.call_within(event, EVENT_LIMIT));
    try_join_all(sent)
        .await
        .or_failure("the page to take the key")?;
    Ok(())
}
