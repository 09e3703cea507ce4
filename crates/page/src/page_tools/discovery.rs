//! Asks every frame of a page for its tools.

use super::PageTools;
use super::agent::{Agent, AgentError};
use super::description::Description;
use super::offer::{Offer, Told};
use crate::{Frame, Page};
use cdp::protocol::runtime;
use futures_util::future::{join, join_all};
use records::{Failure, SilentFrame};
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
    /// Asks every frame that listens for its tools. `limit` bounds the whole, whatever the page does.
    pub(super) async fn ask_frames(&self, page: &Page, limit: Duration) -> Result<Offer, Failure> {
        page.guard(async {
            let frames = page.frames().all();
            let told = join_all(
                frames
                    .iter()
                    .map(|frame| self.ask_frame_within(frame, limit)),
            )
            .await;
            Ok(Offer::of(page, told.into_iter().flatten().collect()))
        })
        .await
    }

    async fn ask_frame_within(&self, frame: &Frame, limit: Duration) -> Option<Told> {
        // Each step has the limit; a page that lets each take it is cut off here.
        match timeout(2 * limit, self.ask_frame(frame, limit)).await {
            Ok(told) => told,
            Err(_) => Some(Told::silent(frame, busy(limit))),
        }
    }

    /// `None` for a frame whose document has no scripts' world: it offers nothing.
    async fn ask_frame(&self, frame: &Frame, limit: Duration) -> Option<Told> {
        let world = frame.main_world?;
        let mut told = self.ask_world(frame, world, limit).await;
        if told.as_ref().is_err_and(AgentError::is_handle_lost) {
            // The document came back out of the history cache: our scripts are there, the handle is not.
            self.keep_agent(frame, None);
            told = self.ask_world(frame, world, limit).await;
        }
        match told {
            Ok(told) => Some(told),
            Err(error) if error.is_timeout() => Some(Told::silent(frame, busy(limit))),
            Err(AgentError::Command(_)) => None,
            Err(error) => Some(Told::silent(frame, error.to_string())),
        }
    }

    async fn ask_world(
        &self,
        frame: &Frame,
        world: i64,
        limit: Duration,
    ) -> Result<Told, AgentError> {
        match self.agent_of(frame, world, limit).await? {
            Some(agent) => {
                let description = ask(&agent, limit).await?;
                Ok(Told::tools(frame, agent, description))
            }
            None => Ok(Told::Nothing),
        }
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

/// Sends the event and takes the answer. A listener that blocks the page is ended, and what it had offered by then is
/// taken; a page that is busy with something else is left alone.
async fn ask(agent: &Agent, limit: Duration) -> Result<Description, AgentError> {
    // Answered by the page just before it turns to the event.
    let turned_to_us = AtomicBool::new(false);
    let turn = async {
        let turned = agent.session.call_within(noop(agent.world), limit).await;
        turned_to_us.store(turned.is_ok(), Ordering::Relaxed);
    };
    match join(turn, answer(agent, limit)).await.1 {
        Err(error) if error.is_timeout() && turned_to_us.load(Ordering::Relaxed) => {
            agent.session.send(runtime::TerminateExecution {});
            read(&agent.ask("describe", vec![], AFTER_TERMINATION).await?)
        }
        answer => answer,
    }
}

fn noop(world: i64) -> runtime::Evaluate {
    runtime::Evaluate {
        expression: "0".to_owned(),
        context_id: Some(world),
        ..Default::default()
    }
}

/// Sends the event and waits for what the page answers at once or, while something is open, a little later.
async fn answer(agent: &Agent, limit: Duration) -> Result<Description, AgentError> {
    let deadline = Instant::now() + limit;
    let left = || deadline.saturating_duration_since(Instant::now());
    let mut discovered = std::pin::pin!(agent.ask("discover", vec![], limit));
    for _ in 0..2 {
        if let Ok(text) = timeout(LATE, &mut discovered).await {
            return read(&text?);
        }
        let asked = Instant::now();
        let description = read(&agent.ask("describe", vec![], left()).await?)?;
        if !description.is_waiting() || asked.elapsed() < BUSY {
            return Ok(description);
        }
    }
    read(&agent.ask("describe", vec![], left()).await?)
}

fn read(text: &str) -> Result<Description, AgentError> {
    serde_json::from_str(text)
        .map_err(|error| AgentError::Threw(format!("its description can't be read: {error}")))
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
