//! The network requests of a page.
//!
//! What Chrome tells is kept in bounded memory; bodies stay in Chrome until they are asked for, also over
//! navigations, as far as Chrome's buffer reaches.

mod body;
mod entry;
mod extra;
mod store;
#[cfg(test)]
mod tests;
mod web_socket;

pub use body::Content;

use crate::console::cut;
use crate::intake::{Arrival, Intake};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cdp::protocol::network::{self as protocol, event};
use cdp::protocol::page::event::FrameNavigated;
use cdp::{Command, CommandError, Event, RawEvent, Session};
use entry::{Entry, SessionKey};
use records::{Failure, NetworkList, NetworkRequestDetail};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Progress, Store};

/// Events that say what a page asks the network for.
const EVENTS: &[&str] = &[
    event::RequestWillBeSent::METHOD,
    event::RequestWillBeSentExtraInfo::METHOD,
    event::ResponseReceived::METHOD,
    event::ResponseReceivedExtraInfo::METHOD,
    event::RequestServedFromCache::METHOD,
    event::LoadingFinished::METHOD,
    event::LoadingFailed::METHOD,
    event::WebSocketCreated::METHOD,
    event::WebSocketWillSendHandshakeRequest::METHOD,
    event::WebSocketHandshakeResponseReceived::METHOD,
    event::WebSocketFrameSent::METHOD,
    event::WebSocketFrameReceived::METHOD,
    event::WebSocketFrameError::METHOD,
    event::WebSocketClosed::METHOD,
    FrameNavigated::METHOD,
];

/// Post data up to this many bytes comes with the request; more is asked for when wanted.
const POST_DATA_LIMIT: i64 = 64 * 1024;

/// Bodies that Chrome keeps for us, in bytes: in all, and of one answer.
const BODIES_LIMIT: i64 = 64 * 1024 * 1024;
const BODY_LIMIT: i64 = 32 * 1024 * 1024;

/// Limit of asking Chrome for a body.
const BODY_WAIT: Duration = Duration::from_secs(15);

/// Collects what a page asks the network for, from its first request.
#[derive(Default)]
pub struct Network {
    intake: Intake,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    store: Store,
    /// Sessions that feed the collector; `None` once ended.
    sessions: Vec<Option<Session>>,
}

/// What to list.
#[derive(Debug, Clone, Default)]
pub struct NetworkFilter {
    /// Only these resource types; all when empty.
    pub types: Vec<String>,
    /// Also requests of the documents before the one shown now.
    pub preserved: bool,
    /// Requests per page of the list.
    pub page_size: Option<usize>,
    /// Zero-based page of the list.
    pub page_idx: Option<usize>,
}

impl Network {
    /// Starts to collect from a session of the page (main target, out-of-process frame, worker). Called before the
    /// target runs its first script; the domains are enabled by the caller right after.
    pub fn listen(self: &Arc<Self>, session: &Session) {
        let key = {
            let mut state = self.state();
            state.sessions.push(Some(session.clone()));
            state.sessions.len() - 1
        };
        let network = Arc::downgrade(self);
        self.intake.follow(session.events(EVENTS), move |arrival| {
            if let Some(network) = network.upgrade() {
                network.take(key, arrival);
            }
        });
    }

    /// Switches on the domain that it needs, without waiting.
    pub fn enable(&self, session: &Session) {
        session.send(protocol::Enable {
            max_post_data_size: Some(POST_DATA_LIMIT),
            ..Default::default()
        });
        // Keeps bodies in the browser's process: those of workers, frames and earlier documents can be had too.
        session.send(protocol::ConfigureDurableMessages {
            max_total_buffer_size: Some(BODIES_LIMIT),
            max_resource_buffer_size: Some(BODY_LIMIT),
        });
    }

    /// The requests of the main frame's document, or those before it too.
    pub async fn list(&self, filter: &NetworkFilter) -> NetworkList {
        self.intake.settled().await;
        let state = self.state();
        let requests = state.store.list(&filter.types, filter.preserved);
        NetworkList {
            requests: cut(requests, filter.page_size, filter.page_idx),
            dropped: state.store.dropped(filter.preserved),
        }
    }

    /// One request, without its bodies.
    pub async fn get(&self, id: i64) -> Result<NetworkRequestDetail, Failure> {
        self.intake.settled().await;
        let state = self.state();
        find(&state.store, id).map(|entry| state.store.detail(entry))
    }

    /// The number of the request with Chrome's id `request_id`.
    pub fn number_of(&self, request_id: &str) -> Option<u32> {
        self.state().store.number_of(request_id)
    }

    /// The number of the request that loaded a script, the latest one if there are several.
    pub(crate) fn script_request(&self, url: &str) -> Option<u32> {
        self.state().store.script_request(url)
    }

    /// What a request sent.
    pub async fn request_body(&self, id: i64) -> Result<Content, Failure> {
        let (ask, request_id) = {
            let state = self.state();
            let entry = find(&state.store, id)?;
            if let Some(data) = &entry.post_data {
                return Ok(Content::Bytes(data.to_vec()));
            }
            if !entry.post_data_elsewhere {
                return Ok(Content::None);
            }
            (
                state.sessions_for(entry.session),
                entry.request_id.to_string(),
            )
        };
        let answer = first_answer(&ask, || protocol::GetRequestPostData {
            request_id: request_id.clone(),
        });
        Ok(match answer.await {
            Ok(answer) => decoded(answer.post_data, answer.base64_encoded),
            Err(error) => unavailable(&error, "what was sent"),
        })
    }

    /// What a request was answered with.
    pub async fn response_body(&self, id: i64) -> Result<Content, Failure> {
        let (ask, request_id, finished) = {
            let state = self.state();
            let entry = find(&state.store, id)?;
            if entry.redirected {
                return Ok(Content::Unavailable(
                    "Chrome keeps no body of a redirect".to_owned(),
                ));
            }
            let bodiless = matches!(&*entry.resource_type, "websocket" | "preflight");
            if bodiless || entry.failed.is_some() || entry.answered.is_none() {
                return Ok(Content::None);
            }
            let ask = state.sessions_for(entry.session);
            (ask, entry.request_id.to_string(), entry.finished)
        };
        let answer = first_answer(&ask, || protocol::GetResponseBody {
            request_id: request_id.clone(),
        });
        Ok(match answer.await {
            Ok(answer) => decoded(answer.body, answer.base64_encoded),
            Err(_) if !finished => Content::Unavailable("the answer is still coming in".to_owned()),
            Err(error) => unavailable(&error, "the answer"),
        })
    }

    fn take(&self, key: SessionKey, arrival: Arrival) {
        match arrival {
            Arrival::Event(event) => self.take_event(key, &event),
            Arrival::Lost(count) => self.state().store.lost(count),
            Arrival::Ended => self.state().sessions[key] = None,
        }
    }

    fn take_event(&self, key: SessionKey, event: &RawEvent) {
        match event.method() {
            event::RequestWillBeSent::METHOD => {
                self.with(event, |store, it| store.starts(key, &it))
            }
            event::RequestWillBeSentExtraInfo::METHOD => {
                self.with(event, |store, it| store.request_extra(&it));
            }
            event::ResponseReceived::METHOD => self.with(event, |store, it| {
                let it: Box<event::ResponseReceived> = Box::new(it);
                let request_id = it.request_id.clone();
                store.goes_on(key, &request_id, Progress::Answered(it));
            }),
            event::ResponseReceivedExtraInfo::METHOD => {
                self.with(event, |store, it| store.response_extra(&it));
            }
            event::RequestServedFromCache::METHOD => {
                self.with(event, |store, it: event::RequestServedFromCache| {
                    store.goes_on(key, &it.request_id, Progress::FromMemory);
                });
            }
            event::LoadingFinished::METHOD => {
                self.with(event, |store, it: event::LoadingFinished| {
                    let request_id = it.request_id.clone();
                    store.goes_on(key, &request_id, Progress::Finished(it));
                })
            }
            event::LoadingFailed::METHOD => self.with(event, |store, it: event::LoadingFailed| {
                let request_id = it.request_id.clone();
                store.goes_on(key, &request_id, Progress::Failed(it));
            }),
            FrameNavigated::METHOD => self.with(event, |store, it: FrameNavigated| {
                if it.frame.parent_id.is_none() {
                    let restored = it.r#type.as_str() == "BackForwardCacheRestore";
                    store.navigated(if restored { "" } else { &it.frame.loader_id });
                }
            }),
            _ => self.take_socket_event(key, event),
        }
    }

    fn take_socket_event(&self, key: SessionKey, event: &RawEvent) {
        match event.method() {
            event::WebSocketCreated::METHOD => {
                self.with(event, |store, it| store.socket_opens(key, &it));
            }
            event::WebSocketWillSendHandshakeRequest::METHOD => {
                self.with(event, |store, it| store.socket_asks(&it));
            }
            event::WebSocketHandshakeResponseReceived::METHOD => {
                self.with(event, |store, it| store.socket_answered(&it));
            }
            event::WebSocketFrameSent::METHOD => {
                self.with(event, |store, it: event::WebSocketFrameSent| {
                    store.socket_message(&it.request_id, true, &it.response);
                });
            }
            event::WebSocketFrameReceived::METHOD => {
                self.with(event, |store, it: event::WebSocketFrameReceived| {
                    store.socket_message(&it.request_id, false, &it.response);
                });
            }
            event::WebSocketFrameError::METHOD => {
                self.with(event, |store, it: event::WebSocketFrameError| {
                    store.socket_failed(&it.request_id, &it.error_message);
                });
            }
            event::WebSocketClosed::METHOD => {
                self.with(event, |store, it: event::WebSocketClosed| {
                    store.socket_closed(&it.request_id, it.timestamp);
                })
            }
            _ => {}
        }
    }

    fn with<E: Event>(&self, event: &RawEvent, apply: impl FnOnce(&mut Store, E)) {
        // Read before the lock is taken: events can be large.
        if let Some(event) = event.read() {
            apply(&mut self.state().store, event);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The sessions to ask about a request: the page's own, which knows bodies of them all where Chrome keeps them
    /// outside of the renderers, then the one that told of it.
    fn sessions_for(&self, key: SessionKey) -> Vec<Session> {
        let main = self.sessions.iter().position(Option::is_some);
        let mut keys: Vec<SessionKey> = main.into_iter().collect();
        if main != Some(key) {
            keys.push(key);
        }
        keys.into_iter()
            .filter_map(|key| self.sessions.get(key)?.clone())
            .collect()
    }
}

/// The first good answer of several sessions, or the last error.
async fn first_answer<C: Command>(
    sessions: &[Session],
    command: impl Fn() -> C,
) -> Result<C::Response, CommandError> {
    let mut outcome = Err(CommandError::SessionClosed { method: C::METHOD });
    for session in sessions {
        outcome = session.call_within(command(), BODY_WAIT).await;
        match outcome {
            // Another session may know better.
            Err(CommandError::Refused { .. } | CommandError::SessionClosed { .. }) => {}
            _ => break,
        }
    }
    outcome
}

fn decoded(text: String, base64_encoded: bool) -> Content {
    if !base64_encoded {
        return Content::Bytes(text.into_bytes());
    }
    match STANDARD.decode(text) {
        Ok(bytes) => Content::Bytes(bytes),
        Err(error) => Content::Unavailable(format!("Chrome's base64 is broken: {error}")),
    }
}

fn unavailable(error: &CommandError, what: &str) -> Content {
    Content::Unavailable(match error {
        CommandError::Refused { .. } => format!(
            "Chrome has given {what} up: it keeps up to {} MB each and {} MB in all, and nothing of what failed",
            BODY_LIMIT >> 20,
            BODIES_LIMIT >> 20
        ),
        CommandError::SessionClosed { .. } => {
            "the frame or worker that asked for it is gone".to_owned()
        }
        other => other.to_string(),
    })
}

fn find(store: &Store, id: i64) -> Result<&Entry, Failure> {
    u32::try_from(id)
        .ok()
        .and_then(|id| store.get(id))
        .ok_or_else(|| unknown(id, store.range()))
}

fn unknown(id: i64, range: Option<(u32, u32)>) -> Failure {
    Failure::BadArgument(match range {
        None => format!("There is no network request {id}: the page has none so far"),
        Some((first, last)) => format!(
            "There is no network request {id}: the page has {first} to {last}, as list_network_requests shows"
        ),
    })
}
