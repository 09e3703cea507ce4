//! Checkboxes, radio buttons and switches: brought to a state, not flipped.

use super::aim::Target;
use super::click::click_target;
use super::script::{TOGGLE_TARGET, TOGGLED, ask};
use crate::Evaluation;
use crate::snapshot::Handle;
use records::Failure;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a page may take to show the new state.
const PATIENCE: Duration = Duration::from_millis(500);

/// Clicks the toggle that the field script left in the page, unless it is in the state asked for.
pub(super) async fn set(
    target: &Target<'_>,
    checked: bool,
    radio: bool,
    value: &str,
    pressed: &AtomicBool,
) -> Result<(), Failure> {
    let wanted = state(value)?;
    if radio && !wanted {
        return Err(Failure::BadArgument(format!(
            "The radio button with uid {} can't be un-chosen; choose another one of its group instead",
            target.uid
        )));
    }
    if wanted == checked {
        return Ok(());
    }
    click_field(target, pressed).await?;
    let toggled = ask(
        target.world,
        Evaluation::new(TOGGLED).value(wanted),
        PATIENCE,
    )
    .await;
    match toggled {
        Ok(false) => Err(Failure::NotActionable(format!(
            "The element with uid {} was clicked, but its state is still {checked}",
            target.uid
        ))),
        // Without an answer the document has gone: what the click did is what the answer tells.
        Ok(true) | Err(Failure::Script { .. }) => Ok(()),
        Err(failure) => Err(failure),
    }
}

fn state(value: &str) -> Result<bool, Failure> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Failure::BadArgument(
            "A checkbox, radio button or switch takes the value \"true\" or \"false\"".to_owned(),
        )),
    }
}

async fn click_field(target: &Target<'_>, pressed: &AtomicBool) -> Result<(), Failure> {
    let find = Evaluation::new(TOGGLE_TARGET);
    let object = target.world.call_for_handle(find).await?;
    let object = object.ok_or_else(|| Failure::StaleUid {
        uid: target.uid.to_owned(),
    })?;
    let node = Handle::new(target.world.session.clone(), object);
    let target = Target {
        node: &node,
        ..*target
    };
    click_target(&target, false, pressed).await
}
