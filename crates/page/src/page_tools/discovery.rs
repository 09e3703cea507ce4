//! Asks every frame of a page for its tools.

use super::PageTools;
use super::agent::{Agent, AgentError};
use super::description::Description;
use super::offer::{Offer, Told};
use crate::{Frame, Page};
use cdp::protocol::runtime;
use futures_util::future::join_all;
use records::{Failure, SilentFrame};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long an answer may come late while the page has something open: a promise of a group, or no answer at all.
const LATE: Duration = Duration::from_millis(200);
/// A document that takes longer than this to tell what it has so far was busy answering, not waiting.
const BUSY: Duration = Duration::from_millis(50);
/// Limit for a document whose script was ended to tell what it has.
const AFTER_TERMINATION: Duration = Duration::from_millis(500);

impl PageTools {
    /// Asks every frame that listens for its tools. `limit` bounds the whole, whatever the page does.
    pub(super) async fn ask_frames(&self, page: &Page, limit: Duration) -> Result<Offer, Failure> {
        page.guard(async {
            let frames = page.frames().all();
            let told = join_all(frames.iter().map(|frame| self.ask_frame(frame, limit))).await;
            Ok(Offer::of(page, told.into_iter().flatten().collect()))
        })
        .await
    }

    /// `None` for a frame whose document has no scripts' world: it offers nothing.
    async fn ask_frame(&self, frame: &Frame, limit: Duration) -> Option<Told> {
        let world = frame.main_world?;
        let told = match timeout(limit, self.agent_of(frame, world, limit)).await {
            Ok(Ok(Some(agent))) => match ask(&agent, limit).await {
                Ok(description) => Told::tools(frame, agent, description),
                Err(error) => Told::silent(frame, reason(&error, limit)),
            },
            Ok(Ok(None)) => Told::Nothing,
            Ok(Err(error)) if is_gone(&error) => return None,
            Ok(Err(error)) => Told::silent(frame, reason(&error, limit)),
            Err(_) => Told::silent(frame, busy(limit)),
        };
        Some(told)
    }

    /// The agent in a frame's document, if the document listens.
    async fn agent_of(
        &self,
        frame: &Frame,
        world: i64,
        limit: Duration,
    ) -> Result<Option<Agent>, AgentError> {
        match self.agent(frame) {
            Some(agent) => Ok(agent.still_listens(limit).await?.then_some(agent)),
            None => {
                let agent = Agent::enter(frame, world, limit).await?;
                self.keep_agent(frame, agent.clone());
                Ok(agent)
            }
        }
    }
}

/// Sends the event and waits for what the page answers at once or, while something is open, a little later.
async fn ask(agent: &Agent, limit: Duration) -> Result<Description, AgentError> {
    let started = Instant::now();
    let mut discovered = std::pin::pin!(agent.ask("discover", vec![], limit));
    for _ in 0..2 {
        if let Ok(text) = timeout(LATE, &mut discovered).await {
            return read(&text?);
        }
        let asked = Instant::now();
        let left = limit.saturating_sub(started.elapsed());
        match agent.ask("describe", vec![], left).await {
            Ok(text) => {
                let description = read(&text)?;
                if !description.is_waiting() || asked.elapsed() < BUSY {
                    return Ok(description);
                }
            }
            Err(error) if error.is_timeout() => return after_termination(agent).await,
            Err(error) => return Err(error),
        }
    }
    read(
        &agent
            .ask("describe", vec![], limit.saturating_sub(started.elapsed()))
            .await?,
    )
}

/// A listener blocks the page: its script is ended, and what it had offered by then is taken.
async fn after_termination(agent: &Agent) -> Result<Description, AgentError> {
    agent.session.send(runtime::TerminateExecution {});
    read(&agent.ask("describe", vec![], AFTER_TERMINATION).await?)
}

fn read(text: &str) -> Result<Description, AgentError> {
    serde_json::from_str(text)
        .map_err(|error| AgentError::Threw(format!("its description can't be read: {error}")))
}

/// The document went while it was asked.
fn is_gone(error: &AgentError) -> bool {
    matches!(error, AgentError::Command(error) if !matches!(error, cdp::CommandError::Timeout { .. }))
}

fn reason(error: &AgentError, limit: Duration) -> String {
    match error {
        _ if error.is_timeout() => busy(limit),
        other => other.to_string(),
    }
}

fn busy(limit: Duration) -> String {
    format!("it did not answer within {} ms", limit.as_millis())
}

impl Told {
    fn silent(frame: &Frame, reason: String) -> Self {
        Self::Silent(SilentFrame {
            url: frame.url.clone(),
            reason,
        })
    }
}
