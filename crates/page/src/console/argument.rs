//! Asking the page for more than the preview of what went to the console, while it still can answer.

use super::preview::{Argument, ArgumentKind};
use super::store::known;
use crate::stack::parse_error_stack;
use cdp::Session;
use cdp::protocol::runtime;
use records::{ConsoleArgument, ErrorCause};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Describes an object as JSON, without running the page's code.
const DESCRIBE: &str = include_str!("argument.js");

/// Limit of asking for all arguments of a message; a page that is busy shows previews instead.
const LIMIT: Duration = Duration::from_secs(2);

/// Longest chain of causes that is followed.
const CAUSE_LIMIT: usize = 5;

/// Most arguments that the page is asked about.
const ARGUMENT_LIMIT: usize = 50;

/// The arguments as full as the page tells them in time.
pub(super) async fn describe_all(
    session: &Session,
    arguments: &[Argument],
) -> Vec<ConsoleArgument> {
    let deadline = Instant::now() + LIMIT;
    let mut shown: Vec<ConsoleArgument> = arguments.iter().map(known).collect();
    for (argument, shown) in arguments.iter().zip(&mut shown).take(ARGUMENT_LIMIT) {
        let Some(object_id) = argument.object_id.as_deref() else {
            continue;
        };
        let asked = timeout_at(deadline, async {
            match argument.kind {
                ArgumentKind::Error => shown.causes = causes(session, object_id).await,
                _ => {
                    if let Some(text) = describe(session, object_id).await {
                        shown.text = text;
                    }
                }
            }
        });
        if asked.await.is_err() {
            break;
        }
    }
    shown
}

async fn describe(session: &Session, object_id: &str) -> Option<String> {
    let answer = session
        .call_within(
            runtime::CallFunctionOn {
                function_declaration: DESCRIBE.to_owned(),
                object_id: Some(object_id.to_owned()),
                return_by_value: Some(true),
                silent: Some(true),
                // Getters, proxies and changed built-ins must not act because someone looks.
                throw_on_side_effect: Some(true),
                ..Default::default()
            },
            LIMIT,
        )
        .await
        .ok()?;
    if answer.exception_details.is_some() {
        return None;
    }
    answer.result.value?.as_str().map(str::to_owned)
}

/// The causes of an error, nearest first, read without running the page's code.
async fn causes(session: &Session, object_id: &str) -> Vec<ErrorCause> {
    let mut causes = Vec::new();
    let mut next = Some(object_id.to_owned());
    while let Some(object_id) = next.take()
        && causes.len() < CAUSE_LIMIT
    {
        let Some(cause) = property(session, object_id, "cause").await else {
            break;
        };
        let argument = Argument::of(&cause);
        let (text, stack) = match argument.kind {
            ArgumentKind::Error => {
                next = cause.object_id;
                parse_error_stack(&argument.text)
            }
            _ => (&*argument.text, Default::default()),
        };
        causes.push(ErrorCause {
            text: text.to_owned(),
            stack,
        });
    }
    causes
}

async fn property(
    session: &Session,
    object_id: String,
    name: &str,
) -> Option<runtime::RemoteObject> {
    session
        .call_within(
            runtime::GetProperties {
                object_id,
                own_properties: Some(true),
                generate_preview: Some(true),
                ..Default::default()
            },
            LIMIT,
        )
        .await
        .ok()?
        .result
        .into_iter()
        .find(|property| property.name == name)?
        .value
}
