//! What a connection knows of its commands, sessions and listeners.

use super::Outcome;
use crate::SessionId;
use crate::queue::Queue;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{oneshot, watch};

/// A command that has no answer yet.
pub(super) struct Waiting {
    pub method: &'static str,
    pub session: Option<SessionId>,
    /// `None` when nobody waits; then a refusal is logged.
    pub answer: Option<oneshot::Sender<Outcome>>,
}

impl Waiting {
    /// Tells the one who waits.
    pub fn finish(self, outcome: Outcome) {
        match self.answer {
            // Whoever waited may have just gone.
            Some(answer) => drop(answer.send(outcome)),
            None => {
                if let Outcome::Refused { code, message } = outcome {
                    tracing::debug!(method = self.method, code, message, "refused");
                }
            }
        }
    }
}

/// A session that has not ended.
#[derive(Default)]
pub(super) struct Attached {
    /// The session that attached to this one's target; sessions end with their parent.
    parent: Option<SessionId>,
    target: String,
    listeners: HashMap<&'static str, Vec<Arc<Queue>>>,
    /// Dropped with this, which tells everybody that the session has ended.
    life: watch::Sender<()>,
}

impl Drop for Attached {
    fn drop(&mut self) {
        for queue in self.listeners.values().flatten() {
            queue.end();
        }
    }
}

/// Everything behind the router's lock.
pub(super) struct State {
    pub ended: Option<Arc<str>>,
    pub pending: HashMap<u64, Waiting>,
    pub sessions: HashMap<SessionId, Attached>,
    /// The browser's own session, until the connection ends.
    browser: Option<Attached>,
    /// How many subscriptions, over all sessions, want a method.
    wanted: HashMap<&'static str, usize>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            ended: None,
            pending: HashMap::new(),
            sessions: HashMap::new(),
            browser: Some(Attached::default()),
            wanted: HashMap::new(),
        }
    }
}

impl State {
    /// Whether anybody listens to this method on any session.
    pub fn wants(&self, method: &str) -> bool {
        self.wanted.contains_key(method)
    }

    /// Who listens to this method on this session, and the method's lasting name.
    pub fn listeners(
        &self,
        session: Option<&str>,
        method: &str,
    ) -> Option<(&'static str, &[Arc<Queue>])> {
        let attached = match session {
            Some(session) => self.sessions.get(session),
            None => self.browser.as_ref(),
        }?;
        let (method, queues) = attached.listeners.get_key_value(method)?;
        Some((method, queues))
    }

    fn attached(&mut self, session: Option<&SessionId>) -> Option<&mut Attached> {
        match session {
            Some(session) => self.sessions.get_mut(session),
            None => self.browser.as_mut(),
        }
    }

    /// A receiver whose sender is dropped when the session ends; at once when it has.
    pub fn life(&mut self, session: Option<&SessionId>) -> watch::Receiver<()> {
        match self.attached(session) {
            Some(attached) => attached.life.subscribe(),
            None => watch::Sender::new(()).subscribe(),
        }
    }

    pub fn subscribe(
        &mut self,
        session: Option<&SessionId>,
        methods: &[&'static str],
        queue: &Arc<Queue>,
    ) {
        let Some(attached) = self.attached(session) else {
            queue.end();
            return;
        };
        if methods.is_empty() {
            // Nothing could ever end it later.
            queue.end();
        }
        for method in methods {
            let queues = attached.listeners.entry(method).or_default();
            queues.push(queue.clone());
        }
        for method in methods {
            *self.wanted.entry(method).or_default() += 1;
        }
    }

    pub fn unsubscribe(
        &mut self,
        session: Option<&SessionId>,
        methods: &[&'static str],
        queue: &Arc<Queue>,
    ) {
        let Some(attached) = self.attached(session) else {
            return;
        };
        let mut gone = Vec::new();
        for &method in methods {
            let Some(queues) = attached.listeners.get_mut(method) else {
                continue;
            };
            let before = queues.len();
            queues.retain(|listener| !Arc::ptr_eq(listener, queue));
            if queues.len() < before {
                gone.push(method);
            }
            if queues.is_empty() {
                attached.listeners.remove(method);
            }
        }
        for method in gone {
            self.unwant(method, 1);
        }
    }

    fn unwant(&mut self, method: &'static str, times: usize) {
        if let Some(count) = self.wanted.get_mut(method) {
            *count = count.saturating_sub(times);
            if *count == 0 {
                self.wanted.remove(method);
            }
        }
    }

    /// A target was attached to.
    pub fn add_session(&mut self, session: SessionId, parent: Option<SessionId>, target: String) {
        if self.ended.is_none() {
            self.sessions.entry(session).or_insert_with(|| Attached {
                parent,
                target,
                listeners: HashMap::new(),
                life: watch::Sender::new(()),
            });
        }
    }

    /// The sessions on this target.
    pub fn sessions_of(&self, target: &str) -> Vec<SessionId> {
        self.sessions
            .iter()
            .filter(|(_, attached)| attached.target == target)
            .map(|(session, _)| session.clone())
            .collect()
    }

    /// Ends a session and those attached through it: their commands fail, their streams end.
    pub fn end_session(&mut self, session: &SessionId) {
        let mut open = vec![session.clone()];
        while let Some(session) = open.pop() {
            let Some(attached) = self.sessions.remove(&session) else {
                continue;
            };
            for (&method, queues) in &attached.listeners {
                self.unwant(method, queues.len());
            }
            self.fail_waiting(|waiting| waiting.session.as_ref() == Some(&session));
            let children = self.sessions.iter();
            open.extend(
                children
                    .filter(|(_, attached)| attached.parent.as_ref() == Some(&session))
                    .map(|(child, _)| child.clone()),
            );
        }
    }

    /// Fails the waiting commands of ended or crashed sessions.
    pub fn fail_waiting(&mut self, fails: impl Fn(&Waiting) -> bool) {
        for (_, waiting) in self.pending.extract_if(|_, waiting| fails(waiting)) {
            waiting.finish(Outcome::SessionEnded);
        }
    }

    /// Ends everything; `false` when it had ended before.
    pub fn end(&mut self, reason: &Arc<str>) -> bool {
        if self.ended.is_some() {
            return false;
        }
        self.ended = Some(reason.clone());
        for (_, waiting) in self.pending.drain() {
            waiting.finish(Outcome::ConnectionEnded(reason.clone()));
        }
        self.sessions.clear();
        self.browser = None;
        self.wanted.clear();
        true
    }
}
