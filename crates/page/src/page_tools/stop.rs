//! Stops a running tool: its signal is aborted, and a script that blocks the page is ended.

use super::agent::{self, Agent, ObjectGroup};
use crate::Page;
use crate::page::Watch;
use cdp::protocol::runtime;
use std::future::Future;
use std::task::{Context, Waker};
use std::time::Duration;

/// A page that does not answer within this is blocked by a script.
const BLOCKED: Duration = Duration::from_millis(300);

/// Stops a tool when dropped, as happens when its call is cancelled.
pub(super) struct Stop {
    agent: Agent,
    call: String,
    watch: Watch,
    armed: bool,
}

impl Stop {
    /// Stops the call unless [`Stop::forget`] is said before.
    pub(super) fn when_dropped(page: &Page, agent: &Agent, call: &str) -> Self {
        Self {
            agent: agent.clone(),
            call: call.to_owned(),
            watch: page.watch(),
            armed: true,
        }
    }

    /// The call has ended by itself.
    pub(super) fn forget(mut self) {
        self.armed = false;
    }

    /// Stops the call. True when its script blocked the page and was ended.
    pub(super) async fn now(&self, name: &'static str, reason: &'static str) -> bool {
        stop(&self.agent, &self.call, &self.watch, name, reason).await
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let (agent, call) = (self.agent.clone(), std::mem::take(&mut self.call));
        let watch = self.watch.clone();
        let mut stopped = Box::pin(async move {
            stop(
                &agent,
                &call,
                &watch,
                "AbortError",
                "the call was cancelled",
            )
            .await
        });
        // Sent before anything else is: the next call on the page finds it done, and is not what is found blocking.
        let sent = stopped
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        if sent.is_pending() {
            runtime.spawn(stopped);
        }
    }
}

async fn stop(
    agent: &Agent,
    call: &str,
    watch: &Watch,
    name: &'static str,
    reason: &'static str,
) -> bool {
    let arguments = vec![agent::value(call), agent::value(name), agent::value(reason)];
    let group = ObjectGroup::new(&agent.session);
    let told = agent.ask_for_handle(&group, "abort", arguments, BLOCKED);
    let blocked = told.await.is_err_and(|error| error.is_timeout());
    // A page that waits for an answer to a dialog does not answer either, and runs on by itself.
    let ends = blocked && watch.dialog().is_none();
    if ends {
        agent.session.send(runtime::TerminateExecution {});
    }
    ends
}
