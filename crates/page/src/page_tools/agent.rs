//! Our scripts in one document or worker, held by a handle that nobody in the page can reach.

use super::keeper::{INTRINSICS, KEEPER_EVENT};
use super::scope::{Home, Scope};
use cdp::protocol::{dom_debugger, runtime};
use cdp::{CommandError, Session};
use serde_json::Value;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The event that asks a page for its tools.
const DISCOVERY_EVENT: &str = "devtoolstooldiscovery";
/// Handles that live as long as the document.
const LASTING: &str = "devtap-page-tools";

/// The scripts, made into one function `(keeper, window) => agent`.
static SOURCE: LazyLock<String> = LazyLock::new(|| {
    let parts = [
        include_str!("lists.js"),
        include_str!("kinds.js"),
        include_str!("plain.js"),
        include_str!("definition.js"),
        include_str!("mirror.js"),
        include_str!("discovery.js"),
        include_str!("paths.js"),
        include_str!("leaves.js"),
        include_str!("members.js"),
        include_str!("plain_result.js"),
        include_str!("tree.js"),
        include_str!("calls.js"),
        include_str!("agent.js"),
    ]
    .concat();
    format!(
        "function (keeper) {{ \"use strict\"; const target = this; const I = keeper ? keeper() : ({INTRINSICS})();\n{parts}}}"
    )
});

/// Our scripts in one document or worker.
#[derive(Clone)]
pub(super) struct Agent {
    pub session: Session,
    /// Where they are.
    pub scope: Scope,
    handle: String,
}

/// What a call of ours ended with, other than its value.
#[derive(Debug)]
pub(super) enum AgentError {
    /// Chrome refused or did not answer.
    Command(CommandError),
    /// Our script threw: the page broke what it stands on.
    Threw(String),
}

impl From<CommandError> for AgentError {
    fn from(error: CommandError) -> Self {
        Self::Command(error)
    }
}

impl AgentError {
    /// No answer came in time.
    pub(super) fn is_timeout(&self) -> bool {
        matches!(self, Self::Command(CommandError::Timeout { .. }))
    }
}

impl AgentError {
    /// The agent's handle is void: Chrome lets go of handles when a document goes into the history cache.
    pub(super) fn is_handle_lost(&self) -> bool {
        matches!(self, Self::Command(CommandError::Refused { message, .. }) if message.contains("Could not find object"))
    }
}

impl std::fmt::Display for AgentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Command(error) => error.fmt(f),
            Self::Threw(text) => f.write_str(text),
        }
    }
}

/// Who listens on a document's window, with handles that live as long as this does.
struct Listeners {
    window: String,
    keeper: Option<String>,
    listens: bool,
    _group: ObjectGroup,
}

/// Handles that are needed for a moment: let go when this is dropped.
pub(super) struct ObjectGroup {
    session: Session,
    name: String,
}

impl ObjectGroup {
    /// A group of its own name, since what looks into two frames of one session at a time must not share.
    pub(super) fn new(session: &Session) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self {
            session: session.clone(),
            name: format!("devtap-page-tools-{}", LAST.fetch_add(1, Ordering::Relaxed)),
        }
    }

    /// Its name.
    pub(super) fn name(&self) -> Option<String> {
        Some(self.name.clone())
    }
}

impl Drop for ObjectGroup {
    fn drop(&mut self) {
        self.session.send(runtime::ReleaseObjectGroup {
            object_group: std::mem::take(&mut self.name),
        });
    }
}

impl Agent {
    /// Puts our scripts where tools may be, if there is a listener for the discovery event. Where there is none, nothing is touched.
    pub(super) async fn enter(scope: &Scope, limit: Duration) -> Result<Option<Self>, AgentError> {
        let listeners = listeners(scope, limit).await?;
        match listeners.listens {
            true => Ok(Some(Self::start(scope, &listeners, limit).await?)),
            false => Ok(None),
        }
    }

    async fn start(
        scope: &Scope,
        listeners: &Listeners,
        limit: Duration,
    ) -> Result<Self, AgentError> {
        let command = runtime::CallFunctionOn {
            function_declaration: SOURCE.clone(),
            object_id: Some(listeners.window.clone()),
            arguments: Some(listeners.keeper.iter().map(object).collect()),
            object_group: Some(LASTING.to_owned()),
            silent: Some(true),
            ..Default::default()
        };
        let answer = scope.session.call_within(command, limit).await?;
        let made = value_or_thrown(answer)?;
        match made.object_id {
            Some(handle) => Ok(Self {
                session: scope.session.clone(),
                scope: scope.clone(),
                handle,
            }),
            None => Err(AgentError::Threw("no object came back".to_owned())),
        }
    }

    /// Whether the document still listens for the discovery event.
    pub(super) async fn still_listens(&self, limit: Duration) -> Result<bool, AgentError> {
        Ok(listeners(&self.scope, limit).await?.listens)
    }

    /// Calls one of the agent's functions, waits for its promise and reads the text that it gives.
    pub(super) async fn ask(
        &self,
        function: &str,
        arguments: Vec<runtime::CallArgument>,
        limit: Duration,
    ) -> Result<String, AgentError> {
        let command = runtime::CallFunctionOn {
            await_promise: Some(true),
            return_by_value: Some(true),
            ..self.call(function, arguments)
        };
        let answer = self.session.call_within(command, limit).await?;
        match value_or_thrown(answer)?.value {
            Some(Value::String(text)) => Ok(text),
            _ => Err(AgentError::Threw("no text came back".to_owned())),
        }
    }

    /// Calls one of the agent's functions for an object, which joins `group`; `None` when it gives none.
    pub(super) async fn ask_for_handle(
        &self,
        group: &ObjectGroup,
        function: &str,
        arguments: Vec<runtime::CallArgument>,
        limit: Duration,
    ) -> Result<Option<String>, AgentError> {
        let command = runtime::CallFunctionOn {
            object_group: group.name(),
            ..self.call(function, arguments)
        };
        let answer = self.session.call_within(command, limit).await?;
        Ok(value_or_thrown(answer)?.object_id)
    }

    /// Calls one of the agent's functions and does not wait.
    pub(super) fn tell(&self, function: &str, arguments: Vec<runtime::CallArgument>) {
        self.session.send(self.call(function, arguments));
    }

    fn call(
        &self,
        function: &str,
        arguments: Vec<runtime::CallArgument>,
    ) -> runtime::CallFunctionOn {
        // Spread out here, since the page may have its own idea of `...` there.
        let names: Vec<String> = (0..arguments.len()).map(|at| format!("a{at}")).collect();
        let names = names.join(", ");
        runtime::CallFunctionOn {
            function_declaration: format!(
                "function ({names}) {{ return this.{function}({names}); }}"
            ),
            object_id: Some(self.handle.clone()),
            arguments: Some(arguments),
            silent: Some(true),
            ..Default::default()
        }
    }
}

/// An argument by value.
pub(super) fn value(value: impl Into<Value>) -> runtime::CallArgument {
    runtime::CallArgument {
        value: Some(value.into()),
        ..Default::default()
    }
}

/// An argument that lives in the page.
pub(super) fn object(object_id: impl Into<String>) -> runtime::CallArgument {
    runtime::CallArgument {
        object_id: Some(object_id.into()),
        ..Default::default()
    }
}

async fn listeners(scope: &Scope, limit: Duration) -> Result<Listeners, AgentError> {
    let session = &scope.session;
    let group = ObjectGroup::new(session);
    let global = evaluate(scope, "this", group.name(), limit).await?;
    let Some(window) = global.object_id else {
        return Err(AgentError::Threw("it has no global object".to_owned()));
    };
    if let Home::Worker { .. } = scope.home {
        // A worker has no DOM, so no `DOMDebugger` either; the console's own function sees its listeners.
        let listens = evaluate(scope, WORKER_LISTENS, None, limit).await?;
        return Ok(Listeners {
            window,
            keeper: None,
            listens: listens.value == Some(Value::Bool(true)),
            _group: group,
        });
    }
    let command = dom_debugger::GetEventListeners {
        object_id: window.clone(),
        ..Default::default()
    };
    let found = session.call_within(command, limit).await?.listeners;
    let keeper = found
        .iter()
        .find(|listener| listener.r#type == *KEEPER_EVENT)
        .and_then(|listener| listener.handler.as_ref()?.object_id.clone());
    Ok(Listeners {
        window,
        keeper,
        listens: found
            .iter()
            .any(|listener| listener.r#type == DISCOVERY_EVENT),
        _group: group,
    })
}

/// Whether a worker listens for the discovery event.
const WORKER_LISTENS: &str = "!!getEventListeners(self).devtoolstooldiscovery";

async fn evaluate(
    scope: &Scope,
    expression: &str,
    object_group: Option<String>,
    limit: Duration,
) -> Result<runtime::RemoteObject, AgentError> {
    let command = runtime::Evaluate {
        expression: expression.to_owned(),
        context_id: scope.world(),
        object_group,
        include_command_line_api: Some(scope.world().is_none()),
        silent: Some(true),
        ..Default::default()
    };
    Ok(scope.session.call_within(command, limit).await?.result)
}

fn value_or_thrown(
    answer: runtime::CallFunctionOnResponse,
) -> Result<runtime::RemoteObject, AgentError> {
    match answer.exception_details {
        Some(details) => Err(AgentError::Threw(crate::evaluate::exception_text(&details))),
        None => Ok(answer.result),
    }
}
