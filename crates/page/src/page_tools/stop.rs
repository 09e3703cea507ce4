//! Stops a running tool: its signal is aborted, and a script that blocks the page is ended.

use super::agent::{self, Agent, ObjectGroup};
use crate::Page;
use crate::page::Watch;
use cdp::protocol::runtime;
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
        let (agent, call, watch) = (
            self.agent.clone(),
            std::mem::take(&mut self.call),
            self.watch.clone(),
        );
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                stop(
                    &agent,
                    &call,
                    &watch,
                    "AbortError",
                    "the call was cancelled",
                )
                .await;
            });
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
    let arguments = || vec![agent::value(call), agent::value(name), agent::value(reason)];
    let group = ObjectGroup::new(&agent.session);
    let told = agent
        .ask_for_handle(&group, "abort", arguments(), BLOCKED)
        .await;
    // A page that waits for an answer to a dialog does not answer either, and runs on by itself.
    let blocked = matches!(&told, Err(error) if error.is_timeout()) && watch.dialog().is_none();
    if blocked {
        agent.session.send(runtime::TerminateExecution {});
    }
    blocked
}
