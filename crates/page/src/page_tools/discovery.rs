//! Asks every frame and worker of a page for its tools.

use super::PageTools;
use super::agent::{Agent, AgentError};
use super::description::Description;
use super::offer::{Offer, Told};
use super::scope::Scope;
use crate::Page;
use cdp::CommandError;
use cdp::protocol::runtime;
use futures_util::future::{join, join_all};
use records::Failure;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long an answer may come late while the page has something open: a promise of a group, or no answer at all.
const LATE: Duration = Duration::from_millis(200);
/// A document that takes longer than this to tell what it has so far was busy answering, not waiting.
const BUSY: Duration = Duration::from_millis(50);
/// Limit for a document whose script was ended to tell what it has.
const AFTER_TERMINATION: Duration = Duration::from_millis(500);

impl PageTools {
    /// Asks every frame and worker that listens for its tools. `limit` bounds each step, whatever the page does.
    pub(super) async fn ask_all(&self, page: &Page, limit: Duration) -> Result<Offer, Failure> {
        page.guard(async {
            let frames = page.frames().all();
            let documents = frames.iter().filter_map(Scope::of_frame);
            let scopes: Vec<Scope> = documents.chain(self.workers.all()).collect();
            let told = join_all(scopes.iter().map(|scope| self.ask_within(scope, limit))).await;
            Ok(Offer::of(
                page,
                told.into_iter().flatten().collect(),
                &self.web_mcp,
            ))
        })
        .await
    }

    /// `None` for what went away meanwhile.
    async fn ask_within(&self, scope: &Scope, limit: Duration) -> Option<(Scope, Told)> {
        // Each step has the limit; a page that lets each take it is cut off here.
        let told = match timeout(2 * limit, self.ask_again(scope, limit)).await {
            Ok(Ok(told)) => told,
            Ok(Err(AgentError::Command(error)))
                if !matches!(error, CommandError::Timeout { .. }) =>
            {
                return None;
            }
            Ok(Err(AgentError::Threw(reason))) => Told::Silent(reason),
            Ok(Err(AgentError::Command(_))) | Err(_) => {
                Told::Silent(format!("it did not answer within {} ms", limit.as_millis()))
            }
        };
        Some((scope.clone(), told))
    }

    async fn ask_again(&self, scope: &Scope, limit: Duration) -> Result<Told, AgentError> {
        match self.ask_scope(scope, limit).await {
            // The document came back out of the history cache: our scripts are there, the handle is not.
            Err(error) if error.is_handle_lost() => {
                self.keep_agent(scope, None);
                self.ask_scope(scope, limit).await
            }
            told => told,
        }
    }

    async fn ask_scope(&self, scope: &Scope, limit: Duration) -> Result<Told, AgentError> {
        match self.agent_in(scope, limit).await? {
            Some(agent) => {
                let description = self.ask_agent(&agent, limit).await?;
                Ok(Told::Tools(Box::new((agent, description))))
            }
            None => Ok(Told::Nothing),
        }
    }

    /// The agent in a scope, if somebody there listens.
    async fn agent_in(&self, scope: &Scope, limit: Duration) -> Result<Option<Agent>, AgentError> {
        match self.agent(scope) {
            Some(agent) => Ok(agent.still_listens(limit).await?.then_some(agent)),
            None => {
                let agent = Agent::enter(scope, limit).await?;
                self.keep_agent(scope, agent.clone());
                Ok(agent)
            }
        }
    }

    /// Sends the event and takes the answer. A listener that blocks the page is ended, and what it had offered by then
    /// is taken; a page that is busy with something else is left alone.
    async fn ask_agent(&self, agent: &Agent, limit: Duration) -> Result<Description, AgentError> {
        // Answered by the page just before it turns to the event.
        let turned_to_us = AtomicBool::new(false);
        let turn = async {
            let turned = agent.session.call_within(noop(&agent.scope), limit).await;
            turned_to_us.store(turned.is_ok(), Ordering::Relaxed);
        };
        match join(turn, self.answer(agent, limit)).await.1 {
            Err(error) if error.is_timeout() && turned_to_us.load(Ordering::Relaxed) => {
                agent.session.send(runtime::TerminateExecution {});
                read(&agent.ask("describe", vec![], AFTER_TERMINATION).await?)
            }
            answer => answer,
        }
    }

    /// Sends the event and waits for what the page answers at once or, while something is open, a little later.
    /// Registering a tool with the model context is an answer too.
    async fn answer(&self, agent: &Agent, limit: Duration) -> Result<Description, AgentError> {
        let deadline = Instant::now() + limit;
        let left = || deadline.saturating_duration_since(Instant::now());
        let mut registered = self.web_mcp.changes();
        let mut discovered = std::pin::pin!(agent.ask("discover", vec![], limit));
        for _ in 0..2 {
            tokio::select! {
                text = &mut discovered => return read(&text?),
                _ = registered.changed() => {}
                () = tokio::time::sleep(LATE) => {}
            }
            let asked = Instant::now();
            let description = read(&agent.ask("describe", vec![], left()).await?)?;
            if !description.is_waiting() || asked.elapsed() < BUSY {
                return Ok(description);
            }
        }
        read(&agent.ask("describe", vec![], left()).await?)
    }
}

fn noop(scope: &Scope) -> runtime::Evaluate {
    runtime::Evaluate {
        expression: "0".to_owned(),
        context_id: scope.world(),
        ..Default::default()
    }
}

fn read(text: &str) -> Result<Description, AgentError> {
    serde_json::from_str(text)
        .map_err(|error| AgentError::Threw(format!("its description can't be read: {error}")))
}
