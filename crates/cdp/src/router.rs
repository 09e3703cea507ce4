//! Where each message goes: answers to the commands that wait for them, events to their listeners.

mod state;

use crate::envelope::{Envelope, leading_method};
use crate::queue::Queue;
use crate::{RawEvent, SessionId, lenient};
use bytes::Bytes;
use serde::Deserialize;
use state::{State, Waiting};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot, watch};

/// JSON-RPC code of Chrome for "Session with given id not found."
const NO_SUCH_SESSION: i64 = -32001;
/// Longest text of a refusal, in characters.
const REFUSAL: usize = 4_000;
/// Parameters up to this size are copied for their listeners, lest they keep a whole read buffer alive.
const COPIED: usize = 16 << 10;

/// What became of a command.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Chrome's result, a JSON value.
    Done(Bytes),
    /// Chrome's error.
    Refused { code: i64, message: String },
    /// The session ended, or its target crashed.
    SessionEnded,
    /// The connection ended, with the reason.
    ConnectionEnded(Arc<str>),
}

/// Events that the router acts on itself.
mod watched {
    pub const ATTACHED: &str = "Target.attachedToTarget";
    pub const DETACHED: &str = "Target.detachedFromTarget";
    pub const TARGET_CRASHED: &str = "Target.targetCrashed";
    pub const CRASHED: &str = "Inspector.targetCrashed";

    pub fn contains(method: &str) -> bool {
        matches!(method, ATTACHED | DETACHED | TARGET_CRASHED | CRASHED)
    }
}

/// The shared middle of a connection: the transport's reader feeds it, its writer drains it, sessions use it. One lock,
/// never held across an await; nothing in here waits for anybody.
pub(crate) struct Router {
    state: Mutex<State>,
    next_id: AtomicU64,
    outgoing: mpsc::UnboundedSender<String>,
    /// Why the connection ended, once it has.
    ended: watch::Sender<Option<Arc<str>>>,
}

impl Router {
    /// A router and the messages that it wants written.
    pub fn new() -> (Arc<Self>, mpsc::UnboundedReceiver<String>) {
        let (outgoing, messages) = mpsc::unbounded_channel();
        let router = Self {
            state: Mutex::default(),
            next_id: AtomicU64::new(1),
            outgoing,
            ended: watch::Sender::new(None),
        };
        (Arc::new(router), messages)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one message from Chrome.
    pub fn receive(&self, message: &Bytes) {
        if let Some(method) = leading_method(message)
            && !watched::contains(method)
            && !self.lock().wants(method)
        {
            return;
        }
        let Some(envelope) = Envelope::read(message) else {
            tracing::warn!(
                bytes = message.len(),
                "a message from the browser is no JSON object"
            );
            return;
        };
        match (envelope.id, envelope.method) {
            (Some(id), _) => self.answer(id, message, &envelope),
            (None, Some(method)) => self.event(method, message, &envelope),
            (None, None) => {
                let error = envelope.error.map(|range| refusal(&message[range]).1);
                tracing::warn!(
                    error,
                    "a message from the browser is neither answer nor event"
                );
            }
        }
    }

    fn answer(&self, id: u64, message: &Bytes, envelope: &Envelope) {
        // Nobody waits for it any more when the command was dropped or ran out of time.
        let Some(waiting) = self.lock().pending.remove(&id) else {
            return;
        };
        let outcome = match (&envelope.error, &envelope.result) {
            (Some(error), _) => {
                let (code, message) = refusal(&message[error.clone()]);
                Outcome::Refused { code, message }
            }
            (None, Some(result)) => Outcome::Done(message.slice(result.clone())),
            (None, None) => Outcome::Done(Bytes::from_static(b"{}")),
        };
        match outcome {
            Outcome::Refused {
                code: NO_SUCH_SESSION,
                ..
            } if waiting.session.is_some() => {
                if let Some(session) = &waiting.session {
                    self.lock().end_session(session);
                }
                waiting.finish(Outcome::SessionEnded);
            }
            outcome => waiting.finish(outcome),
        }
    }

    fn event(&self, method: &str, message: &Bytes, envelope: &Envelope) {
        let params = envelope.params.clone().unwrap_or_default();
        let mut state = self.lock();
        if method == watched::ATTACHED {
            attached(&mut state, &message[params.clone()], envelope.session);
        }
        if let Some((method, queues)) = state.listeners(envelope.session, method) {
            let event = RawEvent::new(method, carried(message, params.clone()));
            for queue in queues {
                queue.push(event.clone());
            }
        }
        match method {
            watched::DETACHED => detached(&mut state, &message[params]),
            watched::CRASHED => {
                if let Some(session) = envelope.session.map(SessionId::from) {
                    state.fail_waiting(|waiting| waiting.session.as_ref() == Some(&session));
                }
            }
            watched::TARGET_CRASHED => target_crashed(&mut state, &message[params]),
            _ => {}
        }
    }

    /// Sends a command. The receiver gets its outcome; `id` is for [`Router::forget`].
    pub fn command(
        &self,
        method: &'static str,
        params: &str,
        session: Option<&SessionId>,
        answer: Option<oneshot::Sender<Outcome>>,
    ) -> u64 {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting {
            method,
            session: session.cloned(),
            answer,
        };
        let message = written(id, method, params, session);
        let mut state = self.lock();
        if let Some(reason) = &state.ended {
            waiting.finish(Outcome::ConnectionEnded(reason.clone()));
        } else if session.is_some_and(|session| !state.sessions.contains_key(session)) {
            waiting.finish(Outcome::SessionEnded);
        } else {
            state.pending.insert(id, waiting);
            // Sent under the lock, so that messages leave in the order of their numbers. If the writer is gone, the
            // connection is about to end, and the command with it.
            let _ = self.outgoing.send(message);
        }
        id
    }

    /// Nobody waits for this command's answer any more.
    pub fn forget(&self, id: u64) {
        self.lock().pending.remove(&id);
    }

    /// A receiver whose sender is dropped when the session ends.
    pub fn life(&self, session: Option<&SessionId>) -> watch::Receiver<()> {
        self.lock().life(session)
    }

    /// Gives a session's events of these methods to a queue, or ends the queue when the session has ended.
    pub fn subscribe(
        &self,
        session: Option<&SessionId>,
        methods: &[&'static str],
        queue: &Arc<Queue>,
    ) {
        self.lock().subscribe(session, methods, queue);
    }

    /// Undoes [`Router::subscribe`].
    pub fn unsubscribe(
        &self,
        session: Option<&SessionId>,
        methods: &[&'static str],
        queue: &Arc<Queue>,
    ) {
        self.lock().unsubscribe(session, methods, queue);
    }

    /// Ends the connection: waiting commands fail, event streams end, reader and writer stop. The first reason counts.
    pub fn end(&self, reason: &str) {
        let reason: Arc<str> = reason.into();
        if self.lock().end(&reason) {
            self.ended.send_replace(Some(reason));
        }
    }

    /// Why the connection ended, if it has.
    pub fn ended(&self) -> Option<Arc<str>> {
        self.lock().ended.clone()
    }

    /// Waits until the connection has ended; gives the reason.
    pub async fn closed(&self) -> Arc<str> {
        let mut ended = self.ended.subscribe();
        match ended.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or_default(),
            // Can't happen: the sender lives in `self`.
            Err(_) => Arc::default(),
        }
    }
}

/// The event's parameters for its listeners.
fn carried(message: &Bytes, params: Range<usize>) -> Bytes {
    if params.len() <= COPIED {
        Bytes::copy_from_slice(&message[params])
    } else {
        message.slice(params)
    }
}

fn written(id: u64, method: &str, params: &str, session: Option<&SessionId>) -> String {
    let mut message = String::with_capacity(params.len() + 128);
    message.push_str("{\"id\":");
    message.push_str(&id.to_string());
    // Methods are constants of our own, without anything to escape.
    message.push_str(",\"method\":\"");
    message.push_str(method);
    message.push_str("\",\"params\":");
    message.push_str(params);
    if let Some(session) = session {
        message.push_str(",\"sessionId\":");
        message.push_str(&serde_json::Value::from(&*session.0).to_string());
    }
    message.push('}');
    message
}

/// Code and text of an error.
fn refusal(json: &[u8]) -> (i64, String) {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Refusal {
        code: i64,
        message: String,
        data: serde_json::Value,
    }
    let refusal: Refusal = lenient::read(json).unwrap_or_default();
    let mut text = refusal.message;
    match refusal.data {
        serde_json::Value::Null => {}
        serde_json::Value::String(data) => text.push_str(&format!(" ({data})")),
        data => text.push_str(&format!(" ({data})")),
    }
    (refusal.code, lenient::bounded(&text, REFUSAL))
}

fn attached(state: &mut State, params: &[u8], parent: Option<&str>) {
    #[derive(Default, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct Attached {
        session_id: String,
        target_info: TargetInfo,
    }
    #[derive(Default, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct TargetInfo {
        target_id: String,
    }
    if let Ok(attached) = lenient::read::<Attached>(params) {
        state.add_session(
            attached.session_id.into(),
            parent.map(SessionId::from),
            attached.target_info.target_id,
        );
    }
}

fn detached(state: &mut State, params: &[u8]) {
    #[derive(Default, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct Detached {
        session_id: String,
    }
    if let Ok(detached) = lenient::read::<Detached>(params) {
        state.end_session(&detached.session_id.into());
    }
}

fn target_crashed(state: &mut State, params: &[u8]) {
    #[derive(Default, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct Crashed {
        target_id: String,
    }
    if let Ok(crashed) = lenient::read::<Crashed>(params) {
        let sessions = state.sessions_of(&crashed.target_id);
        state.fail_waiting(|waiting| {
            waiting
                .session
                .as_ref()
                .is_some_and(|session| sessions.contains(session))
        });
    }
}
