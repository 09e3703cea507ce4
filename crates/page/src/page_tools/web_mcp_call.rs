//! Runs a tool that a document registered with its model context, through the browser.

use super::call::{Ended, PageToolCall};
use super::json_view;
use super::scope::{Home, Scope};
use crate::page::Watch;
use crate::{Page, frames::Frames};
use cdp::protocol::{runtime, web_mcp};
use cdp::{CommandError, Event, EventStream, Session};
use records::{
    ActionOutcome, Failure, PageToolEnd, PageToolResult, PageToolThrown, PageToolValue, ScriptValue,
};
use serde_json::Value;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// Limit for the browser to take up a call.
const TAKE_UP: Duration = Duration::from_secs(10);
/// A page that does not answer within this is blocked by a script.
const BLOCKED: Duration = Duration::from_millis(300);

/// Runs the tool to its end, its limit, or whatever else ends it, and waits for what it brought about.
pub(super) async fn run(
    page: &Page,
    scope: &Scope,
    call: &PageToolCall,
    input: Value,
) -> Result<(PageToolResult, ActionOutcome), Ended> {
    let tool = &call.tool;
    let stop = Stop::new(page, &scope.session);
    let work = async {
        match timeout(call.limit, invoke(page, scope, call, input, &stop)).await {
            Ok(result) => result,
            Err(_) => Err(Ended::by(
                tool,
                PageToolEnd::TimedOut {
                    limit: call.limit,
                    terminated: stop.now().await,
                },
            )),
        }
    };
    let ran = page
        .act(async {
            match work.await {
                Ok(result) => Ok(Some(result)),
                Err(Ended::Stale) => Ok(None),
                Err(Ended::Failed(failure)) => Err(failure),
            }
        })
        .await;
    stop.forget();
    match ran {
        Ok((Some(result), outcome)) => Ok((result, outcome)),
        Ok((None, _)) => Err(Ended::Stale),
        Err(failure) => Err(Ended::by_page(tool, failure)),
    }
}

async fn invoke(
    page: &Page,
    scope: &Scope,
    call: &PageToolCall,
    input: Value,
    stop: &Stop,
) -> Result<PageToolResult, Ended> {
    let Home::Document { frame, .. } = &scope.home else {
        return Err(Ended::Stale);
    };
    let events = scope
        .session
        .events(&[web_mcp::event::ToolResponded::METHOD]);
    let command = web_mcp::InvokeTool {
        frame_id: frame.to_string(),
        tool_name: call.tool.clone(),
        input,
    };
    let invocation = match scope.session.call_within(command, TAKE_UP).await {
        Ok(answer) => answer.invocation_id,
        // Nothing was run: the tool or its document is gone.
        Err(CommandError::Refused { .. }) => return Err(Ended::Stale),
        Err(error) => {
            return Err(Failure::Protocol(format!(
                "The page's tool \"{}\" could not be run: {error}",
                call.tool
            ))
            .into());
        }
    };
    stop.invoked(&invocation);
    // Chrome says nothing of a call whose document went.
    let left = |_: &Frames| scope.is_left(page).then_some(());
    tokio::select! {
        biased;
        responded = response(events, &invocation) => {
            stop.ended();
            match responded {
                Some(responded) => result(call, &scope.session, responded),
                None => Err(Ended::by(&call.tool, PageToolEnd::FrameGone)),
            }
        }
        _ = page.frames().wait_for("the navigation", call.limit * 2, left) => {
            stop.ended();
            Err(Ended::by(&call.tool, match page.frames().get(frame) {
                _ if page.is_closed() => PageToolEnd::PageClosed,
                None => PageToolEnd::FrameGone,
                Some(frame) => PageToolEnd::Navigated { url: frame.url },
            }))
        }
    }
}

async fn response(
    mut events: EventStream,
    invocation: &str,
) -> Option<web_mcp::event::ToolResponded> {
    loop {
        let responded = events.next().await?.read::<web_mcp::event::ToolResponded>();
        if let Some(responded) = responded.filter(|responded| responded.invocation_id == invocation)
        {
            return Some(responded);
        }
    }
}

fn result(
    call: &PageToolCall,
    session: &Session,
    responded: web_mcp::event::ToolResponded,
) -> Result<PageToolResult, Ended> {
    match responded.status.as_str() {
        "Completed" => {
            let output = responded.output.unwrap_or(Value::Null);
            let value = told(&output, call)?;
            Ok(PageToolResult {
                tool: call.tool.clone(),
                value,
                elements: Vec::new(),
                failed: is_failure(&output),
                path: call.view.path.clone(),
            })
        }
        "Canceled" => Err(Failure::PageTool(format!(
            "The page's tool \"{}\" was cancelled by the browser",
            call.tool
        ))
        .into()),
        _ => {
            let thrown = thrown(call, session, responded.exception, responded.error_text);
            Err(Failure::PageToolThrew(Box::new(thrown)).into())
        }
    }
}

/// Chrome gives JSON, and for `undefined` this word.
fn told(output: &Value, call: &PageToolCall) -> Result<PageToolValue, Ended> {
    if output == "undefined" && call.view.path.is_empty() {
        return Ok(PageToolValue::Nothing);
    }
    json_view::view(output, &call.view)
        .map_err(|reason| Failure::BadArgument(format!("The tool ran, but {reason}")).into())
}

/// Whether a tool says by its answer that it failed: an object with an `error` and nothing else.
fn is_failure(output: &Value) -> bool {
    let Value::Object(members) = output else {
        return false;
    };
    let says = |error: &Value| {
        !matches!(error, Value::Null | Value::Bool(false)) && error != "" && error != 0
    };
    members.len() == 1 && members.get("error").is_some_and(says)
}

fn thrown(
    call: &PageToolCall,
    session: &Session,
    exception: Option<runtime::RemoteObject>,
    error_text: Option<String>,
) -> PageToolThrown {
    let mut thrown = PageToolThrown {
        tool: call.tool.clone(),
        message: error_text.filter(|text| !text.is_empty()),
        value: None,
        causes: Vec::new(),
    };
    let Some(exception) = exception else {
        return thrown;
    };
    if let Some(object_id) = exception.object_id {
        session.send(runtime::ReleaseObject { object_id });
    }
    match (
        exception.r#type.as_str(),
        exception.value,
        exception.description,
    ) {
        ("undefined", ..) => thrown.value = Some(ScriptValue::Undefined),
        (_, Some(Value::String(text)), _) if !text.is_empty() => thrown.message = Some(text),
        (_, Some(value), _) => thrown.value = Some(super::value::read(&value)),
        (_, None, Some(description)) => thrown.message = Some(message_of(&description)),
        (_, None, None) => {}
    }
    thrown
}

/// The message of an error, from its description `Error: message` with the stack behind it.
fn message_of(description: &str) -> String {
    let end = description.find("\n    at ").unwrap_or(description.len());
    let text = &description[..end];
    text.strip_prefix("Error: ").unwrap_or(text).to_owned()
}

/// Stops a running call when dropped, as happens when it is cancelled.
struct Stop {
    session: Session,
    watch: Watch,
    invocation: Mutex<Option<String>>,
}

impl Stop {
    fn new(page: &Page, session: &Session) -> Self {
        Self {
            session: session.clone(),
            watch: page.watch(),
            invocation: Mutex::default(),
        }
    }

    fn invoked(&self, invocation: &str) {
        *self
            .invocation
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(invocation.to_owned());
    }

    fn ended(&self) {
        self.take();
    }

    fn take(&self) -> Option<String> {
        self.invocation
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// The call has ended by itself, or goes on behind a dialog.
    fn forget(self) {
        self.take();
    }

    /// Stops the call. True when its script blocked the page and was ended.
    async fn now(&self) -> bool {
        match self.take() {
            Some(invocation) => cancel(&self.session, &self.watch, invocation).await,
            None => false,
        }
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        let (Some(invocation), Ok(runtime)) = (self.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        let (session, watch) = (self.session.clone(), self.watch.clone());
        runtime.spawn(async move { cancel(&session, &watch, invocation).await });
    }
}

async fn cancel(session: &Session, watch: &Watch, invocation_id: String) -> bool {
    let command = web_mcp::CancelInvocation { invocation_id };
    let answer = session.call_within(command, BLOCKED).await;
    let ends = matches!(answer, Err(CommandError::Timeout { .. })) && watch.dialog().is_none();
    if ends {
        session.send(runtime::TerminateExecution {});
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_message_without_its_stack() {
        assert_eq!(
            message_of("Error: no such item\n    at add (http://a/:1:2)"),
            "no such item"
        );
        assert_eq!(message_of("TypeError: x"), "TypeError: x");
    }

    #[test]
    fn an_object_that_is_only_an_error_is_a_failure() {
        assert!(is_failure(&json!({"error": "x"})));
        assert!(!is_failure(&json!({"error": null})));
        assert!(!is_failure(&json!({"error": "x", "rows": []})));
    }
}
