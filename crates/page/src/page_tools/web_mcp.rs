//! Tools that documents register with their model context (WebMCP).
//!
//! Chrome tells of them by itself. Those marked as debugging tools stand in the list of the page's developer tools; the
//! others are meant for the page's users.

use super::scope::{Home, Scope};
use cdp::protocol::{page as protocol, runtime, web_mcp};
use cdp::{Event, EventStream, RawEvent, Session};
use records::PageTool;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Tools kept at most; what a page registers beyond that is not seen.
const TOOLS: usize = 10_000;
/// Longest schema that is taken, in characters.
const SCHEMA: usize = 65_536;
/// Longest description that is taken, in characters.
const DESCRIPTION: usize = 4_000;

/// What tells of tools, and of what takes them away without a word.
const EVENTS: &[&str] = &[
    web_mcp::event::ToolsAdded::METHOD,
    web_mcp::event::ToolsRemoved::METHOD,
    runtime::event::ExecutionContextsCleared::METHOD,
    runtime::event::ExecutionContextCreated::METHOD,
    runtime::event::ExecutionContextDestroyed::METHOD,
    protocol::event::FrameDetached::METHOD,
];

/// The registered tools of a page.
#[derive(Default)]
pub(super) struct WebMcp {
    tools: Mutex<Vec<Registered>>,
    changes: watch::Sender<u64>,
}

/// A registered tool.
struct Registered {
    session: Session,
    tool: web_mcp::Tool,
}

impl WebMcp {
    /// Listens to a session of the page.
    pub(super) fn listen(self: &Arc<Self>, session: &Session) {
        let events = session.events(EVENTS);
        session.send(web_mcp::Enable {});
        tokio::spawn(self.clone().follow(session.clone(), events));
    }

    async fn follow(self: Arc<Self>, session: Session, mut events: EventStream) {
        let mut worlds = HashMap::new();
        while let Some(event) = events.next().await {
            self.take(&session, &event, &mut worlds);
        }
        self.remove(|registered| registered.session.id() == session.id());
    }

    fn take(&self, session: &Session, event: &RawEvent, worlds: &mut HashMap<i64, String>) {
        use runtime::event::{ExecutionContextCreated, ExecutionContextDestroyed};
        if let Some(added) = event.read::<web_mcp::event::ToolsAdded>() {
            self.add(session, added.tools);
        } else if let Some(removed) = event.read::<web_mcp::event::ToolsRemoved>() {
            self.remove(|registered| {
                let is_it = |tool: &web_mcp::RemovedTool| {
                    tool.name == registered.tool.name && tool.frame_id == registered.tool.frame_id
                };
                removed.tools.iter().any(is_it)
            });
        } else if let Some(created) = event.read::<ExecutionContextCreated>() {
            let auxiliary = created.context.aux_data.unwrap_or_default();
            if auxiliary["isDefault"] == true
                && let Some(frame) = auxiliary["frameId"].as_str()
            {
                worlds.insert(created.context.id, frame.to_owned());
            }
        } else if let Some(destroyed) = event.read::<ExecutionContextDestroyed>() {
            if let Some(frame) = worlds.remove(&destroyed.execution_context_id) {
                self.remove_in(session, &frame);
            }
        } else if let Some(detached) = event.read::<protocol::event::FrameDetached>() {
            self.remove_in(session, &detached.frame_id);
        } else {
            worlds.clear();
            self.remove(|registered| registered.session.id() == session.id());
        }
    }

    fn add(&self, session: &Session, added: Vec<web_mcp::Tool>) {
        let mut tools = self.lock();
        for tool in added {
            tools.retain(|known| {
                known.tool.name != tool.name || known.tool.frame_id != tool.frame_id
            });
            if tools.len() < TOOLS {
                tools.push(Registered {
                    session: session.clone(),
                    tool,
                });
            }
        }
        drop(tools);
        self.changes.send_modify(|version| *version += 1);
    }

    /// What a session told of a frame; a frame that moves to another process is told of by another session.
    fn remove_in(&self, session: &Session, frame: &str) {
        self.remove(|registered| {
            registered.tool.frame_id == frame && registered.session.id() == session.id()
        });
    }

    fn remove(&self, is_gone: impl Fn(&Registered) -> bool) {
        self.lock().retain(|registered| !is_gone(registered));
        self.changes.send_modify(|version| *version += 1);
    }

    /// Told whenever tools come or go.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The debugging tools of a document, with the reason for each that can't be taken.
    pub(super) fn debugging_tools(&self, scope: &Scope) -> Vec<Result<PageTool, (String, String)>> {
        let Home::Document { frame, .. } = &scope.home else {
            return Vec::new();
        };
        let is_for_developers = |registered: &&Registered| {
            let annotations = registered.tool.annotations.as_ref();
            *registered.tool.frame_id == *frame.0
                && annotations.is_some_and(|annotations| annotations.debugging == Some(true))
        };
        let tools = self.lock();
        tools
            .iter()
            .filter(is_for_developers)
            .map(|registered| read(&registered.tool))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Registered>> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error is the tool's name and the reason.
fn read(tool: &web_mcp::Tool) -> Result<PageTool, (String, String)> {
    let input_schema = tool.input_schema.clone().unwrap_or_else(|| json!({}));
    let length = input_schema.to_string().len();
    if length > SCHEMA {
        let reason = format!("its inputSchema is longer than {SCHEMA} characters");
        return Err((tool.name.clone(), reason));
    }
    Ok(PageTool {
        name: tool.name.clone(),
        title: None,
        description: tool.description.chars().take(DESCRIPTION).collect(),
        input_schema,
        output_schema: None,
        annotations: tool
            .annotations
            .as_ref()
            .map(annotations)
            .unwrap_or_default(),
    })
}

/// Annotations by the names that pages give them.
fn annotations(given: &web_mcp::Annotation) -> Map<String, Value> {
    let named = [
        ("readOnlyHint", given.read_only),
        ("untrustedContentHint", given.untrusted_content),
        ("consequentialHint", given.consequential),
        ("debugging", given.debugging),
    ];
    let set = named.into_iter().filter(|(_, value)| *value == Some(true));
    set.map(|(name, _)| (name.to_owned(), Value::Bool(true)))
        .collect()
}
