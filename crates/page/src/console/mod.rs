//! The console of a page: messages, uncaught errors, log entries, issues.
//!
//! What Chrome tells is kept in short form, bounded in number and size. Objects that went to the console are held in
//! the page up to a limit, so that a message asked for can show more than its preview.

mod argument;
mod format;
mod issue;
mod preview;
mod store;
#[cfg(test)]
mod tests;

use crate::Page;
use crate::intake::{Arrival, Intake};
use crate::source_map::SourceMaps;
use cdp::protocol::{audits, log, page, runtime};
use cdp::{Event, RawEvent, Session};
use issue::IssueAdded;
use records::{AffectedResource, ConsoleList, ConsoleMessageDetail, Failure, PageOf, Pagination};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{SessionKey, Store};

/// Events that say what a console says.
const EVENTS: &[&str] = &[
    runtime::event::ConsoleAPICalled::METHOD,
    runtime::event::ExceptionThrown::METHOD,
    runtime::event::ExceptionRevoked::METHOD,
    log::event::EntryAdded::METHOD,
    IssueAdded::METHOD,
    page::event::FrameNavigated::METHOD,
];

/// The group in which V8 holds what went to the console.
const OBJECT_GROUP: &str = "console";

/// Objects that went to the console and are held in the page at most, per session. More: all are let go, and their
/// messages show previews.
const HELD_LIMIT: usize = 1_000;

/// Deepest chain of asynchronous steps in a stack trace.
const ASYNC_DEPTH: i64 = 16;

/// Most messages of a list that nobody asked to be cut.
const LIST_LIMIT: usize = 1_000;

/// `Runtime.setAsyncCallStackDepth`. The protocol sends readers on to the command of the same name in Debugger, but
/// that one wants its domain on, with which a `debugger` statement would stop the page.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct SetAsyncCallStackDepth {
    max_depth: i64,
}

impl cdp::Command for SetAsyncCallStackDepth {
    const METHOD: &'static str = "Runtime.setAsyncCallStackDepth";
    type Response = cdp::protocol::Empty;
}

/// Collects what a page's console says, from before its first script.
#[derive(Default)]
pub struct Console {
    intake: Intake,
    source_maps: SourceMaps,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    store: Store,
    sessions: Vec<Source>,
}

/// A session that feeds the console.
struct Source {
    /// `None` once ended.
    session: Option<Session>,
    /// Objects held in it.
    held: usize,
}

/// What to list.
#[derive(Debug, Clone, Default)]
pub struct ConsoleFilter {
    /// Only these kinds; all when empty.
    pub types: Vec<String>,
    /// Also messages of the documents before the one shown now.
    pub preserved: bool,
    /// With stack traces.
    pub stack_traces: bool,
    /// Messages per page of the list.
    pub page_size: Option<usize>,
    /// Zero-based page of the list.
    pub page_idx: Option<usize>,
}

impl Console {
    /// Starts to collect from a session of the page (main target, out-of-process frame, worker). Called before the
    /// target runs its first script; the domains are enabled by the caller right after.
    pub fn listen(self: &Arc<Self>, session: &Session) {
        let key = {
            let mut state = self.state();
            state.sessions.push(Source {
                session: Some(session.clone()),
                held: 0,
            });
            state.sessions.len() - 1
        };
        let console = Arc::downgrade(self);
        self.intake.follow(session.events(EVENTS), move |arrival| {
            if let Some(console) = console.upgrade() {
                console.take(key, arrival);
            }
        });
    }

    /// Switches on the domains that it needs besides Runtime and Page, without waiting.
    pub fn enable(&self, session: &Session) {
        session.send(SetAsyncCallStackDepth {
            max_depth: ASYNC_DEPTH,
        });
        session.send(log::Enable::default());
        session.send(audits::Enable::default());
    }

    /// The messages since the main frame's document was loaded, or those before it too.
    pub async fn list(&self, filter: &ConsoleFilter) -> ConsoleList {
        self.intake.settled().await;
        let state = self.state();
        let messages = state.store.list(&filter.types, filter.preserved);
        ConsoleList {
            messages: cut(messages, filter.page_size, filter.page_idx),
            dropped: state.store.dropped(filter.preserved),
            stack_traces: filter.stack_traces,
        }
    }

    /// One message of this page in full.
    pub async fn get(&self, page: &Page, id: i64) -> Result<ConsoleMessageDetail, Failure> {
        self.intake.settled().await;
        let (mut detail, asked, session) = {
            let state = self.state();
            let (detail, asked) = u32::try_from(id)
                .ok()
                .and_then(|id| state.store.get(id))
                .ok_or_else(|| unknown(id, state.store.range()))?;
            let session = state.sessions[asked.session].session.clone();
            (detail, asked, session)
        };
        for (affected, request) in detail.affected.iter_mut().zip(&asked.requests) {
            affected.request = request
                .as_deref()
                .and_then(|id| page.network().number_of(id));
        }
        if let Some(session) = session {
            if detail.message.navigations_ago == 0 {
                name_elements(page, &session, &mut detail.affected);
            }
            let shown = argument::describe_all(&session, &asked.arguments).await;
            match asked.uncaught {
                true => detail.causes = shown.into_iter().flat_map(|it| it.causes).collect(),
                false => detail.arguments = shown,
            }
        }
        Ok(detail)
    }

    /// The source maps used lately.
    pub(crate) fn source_maps(&self) -> &SourceMaps {
        &self.source_maps
    }

    fn take(&self, key: SessionKey, arrival: Arrival) {
        match arrival {
            Arrival::Event(event) => self.take_event(key, &event),
            Arrival::Lost(count) => self.state().store.lost(count),
            Arrival::Ended => self.state().sessions[key].session = None,
        }
    }

    fn take_event(&self, key: SessionKey, event: &RawEvent) {
        use runtime::event as runtime;
        match event.method() {
            runtime::ConsoleAPICalled::METHOD => {
                if let Some(event) = event.read::<runtime::ConsoleAPICalled>() {
                    let objects = event
                        .args
                        .iter()
                        .filter(|it| it.object_id.is_some())
                        .count();
                    let mut state = self.state();
                    state.store.console_call(key, &event);
                    state.sessions[key].hold(objects);
                }
            }
            runtime::ExceptionThrown::METHOD => {
                if let Some(event) = event.read::<runtime::ExceptionThrown>() {
                    let mut state = self.state();
                    state.store.exception(key, &event);
                    state.sessions[key].hold(1);
                }
            }
            runtime::ExceptionRevoked::METHOD => {
                if let Some(event) = event.read::<runtime::ExceptionRevoked>() {
                    self.state()
                        .store
                        .exception_revoked(key, event.exception_id);
                }
            }
            log::event::EntryAdded::METHOD => {
                if let Some(event) = event.read::<log::event::EntryAdded>() {
                    self.state().store.log_entry(key, &event.entry);
                }
            }
            IssueAdded::METHOD => {
                if let Some(event) = event.read::<IssueAdded>() {
                    self.state().store.issue(key, event);
                }
            }
            page::event::FrameNavigated::METHOD => {
                if let Some(event) = event.read::<page::event::FrameNavigated>()
                    && event.frame.parent_id.is_none()
                {
                    let mut state = self.state();
                    state.store.navigated();
                    state.sessions[key].held = 0;
                }
            }
            _ => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source {
    /// The page holds `count` more objects for us; too many are let go.
    fn hold(&mut self, count: usize) {
        self.held += count;
        if self.held > HELD_LIMIT
            && let Some(session) = &self.session
        {
            self.held = 0;
            session.send(runtime::ReleaseObjectGroup {
                object_group: OBJECT_GROUP.to_owned(),
            });
        }
    }
}

/// Cuts a list as asked. Unasked only when it is very long: then the newest items are left.
pub(crate) fn cut<T>(mut items: Vec<T>, size: Option<usize>, index: Option<usize>) -> PageOf<T> {
    let total = items.len();
    if size.is_some() || index.is_some() || total <= LIST_LIMIT {
        return PageOf::cut(items, size, index);
    }
    let start = total - LIST_LIMIT;
    items.drain(..start);
    let whole = Pagination::place(total, None, None);
    PageOf {
        items,
        pagination: Pagination { start, ..whole },
    }
}

/// Gives affected elements the uids that snapshots gave them. Chrome says only which process an element is of.
fn name_elements(page: &Page, session: &Session, affected: &mut [AffectedResource]) {
    let mut frames = page.frames().all();
    frames.retain(|frame| frame.session.id() == session.id());
    for resource in affected {
        let Some(node) = resource.data["violatingNodeId"].as_i64() else {
            continue;
        };
        resource.uid = frames
            .iter()
            .find_map(|frame| {
                page.snapshots()
                    .known_uid(&frame.id, &frame.loader_id, node)
            })
            .map(|uid| uid.to_string());
    }
}

fn unknown(id: i64, range: Option<(u32, u32)>) -> Failure {
    Failure::BadArgument(match range {
        None => format!("There is no console message {id}: the page has none so far"),
        Some((first, last)) => format!(
            "There is no console message {id}: the page has {first} to {last}, as list_console_messages shows"
        ),
    })
}
