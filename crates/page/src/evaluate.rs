//! Running scripts in a frame.

use crate::page::Watch;
use crate::{FrameId, ResultExt};
use cdp::protocol::runtime;
use cdp::{CommandError, Session};
use records::Failure;
use serde_json::Value;
use std::time::Duration;

/// A JavaScript world of one document.
#[derive(Clone)]
pub struct ExecutionContext {
    /// The session that it belongs to.
    pub session: Session,
    /// Its frame.
    pub frame: FrameId,
    /// Chrome's `executionContextId`, valid in `session` until the document goes.
    pub id: i64,
    /// What may stop the page meanwhile.
    pub(crate) watch: Watch,
}

/// How a function is called.
pub struct Evaluation<'a> {
    /// A JavaScript function expression.
    pub function: &'a str,
    /// `this`: the object with this id; the global object when absent.
    pub this: Option<String>,
    /// Values, and objects that live in the page.
    pub arguments: Vec<runtime::CallArgument>,
    /// Wait for a promise.
    pub await_promise: bool,
    /// The caller's own code: when the limit passes or the call is dropped, the page's running script is terminated, so
    /// that the page works again. Never while a dialog is what it waits for.
    pub terminate: bool,
    /// Evaluate as if the user had just acted (allows what needs a user gesture).
    pub user_gesture: bool,
    /// Limit of the whole call.
    pub limit: Duration,
}

impl<'a> Evaluation<'a> {
    /// Limit of a script of ours that answers at once.
    pub const QUICK: Duration = Duration::from_secs(10);

    /// A call of a short function of ours, without arguments.
    pub fn new(function: &'a str) -> Self {
        Self {
            function,
            this: None,
            arguments: Vec::new(),
            await_promise: false,
            terminate: false,
            user_gesture: false,
            limit: Self::QUICK,
        }
    }

    /// Adds an argument by value.
    #[must_use]
    pub fn value(mut self, value: impl Into<Value>) -> Self {
        self.arguments.push(runtime::CallArgument {
            value: Some(value.into()),
            ..Default::default()
        });
        self
    }

    /// Adds an argument that lives in the page.
    #[must_use]
    pub fn object(mut self, object_id: &str) -> Self {
        self.arguments.push(runtime::CallArgument {
            object_id: Some(object_id.to_owned()),
            ..Default::default()
        });
        self
    }

    /// Waits for the promise that the function gives.
    #[must_use]
    pub fn awaiting(mut self) -> Self {
        self.await_promise = true;
        self
    }

    /// Another limit.
    #[must_use]
    pub fn within(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }
}

impl ExecutionContext {
    /// Calls a function and reads its JSON value (`undefined` as null). An exception is [`Failure::Script`].
    pub async fn call(&self, evaluation: Evaluation<'_>) -> Result<Value, Failure> {
        let result = self.run(evaluation, true).await?;
        Ok(result.value.unwrap_or(Value::Null))
    }

    /// Like [`ExecutionContext::call`], keeping the result in the page: its `objectId`, `None` for a primitive.
    pub async fn call_for_handle(
        &self,
        evaluation: Evaluation<'_>,
    ) -> Result<Option<String>, Failure> {
        Ok(self.call_for_object(evaluation).await?.object_id)
    }

    /// Like [`ExecutionContext::call`], answering with what Chrome says about the result.
    pub async fn call_for_object(
        &self,
        evaluation: Evaluation<'_>,
    ) -> Result<runtime::RemoteObject, Failure> {
        self.run(evaluation, false).await
    }

    /// Lets go of an object that was kept in the page.
    pub fn release(&self, object_id: &str) {
        self.session.send(runtime::ReleaseObject {
            object_id: object_id.to_owned(),
        });
    }

    /// Runs statements (their text stands in [`Evaluation::function`], arguments are not used) and answers with the
    /// last one's value. Unlike `eval`, works whatever the page's content security policy says.
    pub async fn run_script(
        &self,
        evaluation: Evaluation<'_>,
    ) -> Result<runtime::RemoteObject, Failure> {
        let command = runtime::Evaluate {
            expression: evaluation.function.to_owned(),
            context_id: Some(self.id),
            await_promise: Some(evaluation.await_promise),
            user_gesture: Some(evaluation.user_gesture),
            generate_preview: Some(true),
            ..Default::default()
        };
        let sent = self.session.call_within(command, evaluation.limit);
        let answer = self.watched(evaluation.terminate, sent).await?;
        thrown_or(answer.exception_details, answer.result)
    }

    async fn run(
        &self,
        evaluation: Evaluation<'_>,
        by_value: bool,
    ) -> Result<runtime::RemoteObject, Failure> {
        let command = runtime::CallFunctionOn {
            function_declaration: evaluation.function.to_owned(),
            execution_context_id: evaluation.this.is_none().then_some(self.id),
            object_id: evaluation.this,
            arguments: Some(evaluation.arguments),
            await_promise: Some(evaluation.await_promise),
            return_by_value: Some(by_value),
            // An object that is thrown is told by its members.
            generate_preview: Some(!by_value),
            user_gesture: Some(evaluation.user_gesture),
            ..Default::default()
        };
        let sent = self.session.call_within(command, evaluation.limit);
        let answer = self.watched(evaluation.terminate, sent).await?;
        thrown_or(answer.exception_details, answer.result)
    }

    /// Waits for a script, and ends it when it is given up.
    async fn watched<T>(
        &self,
        terminate: bool,
        sent: impl Future<Output = Result<T, CommandError>>,
    ) -> Result<T, Failure> {
        let terminator = Terminator {
            context: self,
            armed: terminate,
        };
        let outcome = sent.await;
        if !matches!(outcome, Err(CommandError::Timeout { .. })) {
            terminator.disarm();
        }
        match outcome {
            Err(CommandError::Refused { message, .. }) if is_context_gone(&message) => {
                Err(Failure::Script {
                    message:
                        "The page navigated or reloaded while the script ran, so its result is lost"
                            .to_owned(),
                })
            }
            other => other.or_failure("the script"),
        }
    }
}

fn thrown_or(
    exception: Option<runtime::ExceptionDetails>,
    result: runtime::RemoteObject,
) -> Result<runtime::RemoteObject, Failure> {
    match exception {
        Some(details) => Err(Failure::Script {
            message: exception_text(&details),
        }),
        None => Ok(result),
    }
}

/// Ends the page's running script when a call of the caller's own code is given up.
struct Terminator<'a> {
    context: &'a ExecutionContext,
    armed: bool,
}

impl Terminator<'_> {
    fn disarm(mut self) {
        self.armed = false;
    }
}

impl Drop for Terminator<'_> {
    fn drop(&mut self) {
        if self.armed && self.context.watch.dialog().is_none() {
            self.context.session.send(runtime::TerminateExecution {});
        }
    }
}

/// Chrome's ways to say that the document went while a script ran.
fn is_context_gone(message: &str) -> bool {
    [
        "Cannot find context",
        "Execution context was destroyed",
        "Inspected target navigated",
        "Promise was collected",
    ]
    .iter()
    .any(|start| message.contains(start))
}

/// Name, message and place of an exception; never empty, whatever was thrown.
pub(crate) fn exception_text(details: &runtime::ExceptionDetails) -> String {
    let thrown = details.exception.as_ref();
    let mut text = match thrown {
        Some(object)
            if object
                .subtype
                .as_ref()
                .is_some_and(|kind| kind.as_str() == "error") =>
        {
            first_line(object.description.as_deref().unwrap_or(&details.text))
        }
        Some(object) => format!("Uncaught value: {}", value_text(object)),
        None => details.text.clone(),
    };
    if text.is_empty() {
        text = "Uncaught exception without a message".to_owned();
    }
    if let Some(frame) = details
        .stack_trace
        .as_ref()
        .and_then(|stack| stack.call_frames.first())
    {
        text.push_str(&format!(
            " (at {}:{})",
            frame.line_number + 1,
            frame.column_number + 1
        ));
    }
    text
}

/// An error's description starts with `Name: message` and goes on with its stack.
fn first_line(description: &str) -> String {
    let end = description.find("\n    at ").unwrap_or(description.len());
    description[..end].to_owned()
}

fn value_text(object: &runtime::RemoteObject) -> String {
    if let Some(preview) = &object.preview {
        return preview_text(preview);
    }
    match (
        &object.value,
        &object.unserializable_value,
        &object.description,
    ) {
        (Some(Value::String(text)), ..) => text.clone(),
        (Some(value), ..) => value.to_string(),
        (None, Some(text), _) => text.to_string(),
        (None, None, Some(description)) => description.clone(),
        // `"value": null` reads as no value at all.
        (None, None, None) => object
            .subtype
            .as_ref()
            .map_or(object.r#type.as_str(), |kind| kind.as_str())
            .to_owned(),
    }
}

/// An object by the members that its preview shows: `{code: 7, …}`.
fn preview_text(preview: &runtime::ObjectPreview) -> String {
    let members = preview.properties.iter().map(|member| {
        format!(
            "{}: {}",
            member.name,
            member.value.as_deref().unwrap_or("…")
        )
    });
    let mut members: Vec<String> = members.collect();
    if preview.overflow {
        members.push("…".to_owned());
    }
    format!("{{{}}}", members.join(", "))
}
