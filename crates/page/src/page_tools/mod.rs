//! The page's own developer tools: discovery and execution.
//!
//! A page offers tools by answering the event `devtoolstooldiscovery` on its window. Our scripts for that live in the
//! page's main world, because the tools do, in the documents that listen and nowhere else:
//!
//! - `keeper.rs` saves the language's own functions before the page can replace them;
//! - `agent.rs` puts our scripts into a document and holds them by a handle;
//! - `discovery.rs` asks all frames and workers, `offer.rs` makes one list of what they say and of what `web_mcp.rs`
//!   knows;
//! - `event_call.rs` and `web_mcp_call.rs` run a tool, with `arguments.rs`, `elements.rs`, `stop.rs` and `value.rs`.
//!
//! What this defends against: a page, or a script in it, that by accident or on purpose breaks the language's own
//! functions, the shape of its answers, or our patience. What it can't: scripts of one page can always change each
//! other's tools, since they share one world.

mod agent;
mod arguments;
mod call;
mod description;
mod discovery;
mod element_schema;
mod elements;
mod event_call;
mod json_view;
mod keeper;
mod offer;
mod outcome;
mod scope;
mod stop;
mod value;
mod web_mcp;
mod web_mcp_call;
mod workers;

pub use arguments::read_params;
pub use call::{OnProgress, PageToolCall, ValueView};
pub use outcome::Progress;

use crate::{Page, frames::Frames};
use agent::Agent;
use arguments::Arguments;
use call::Ended;
use cdp::{Session, protocol::page as protocol};
use event_call::EventCall;
use offer::{Offer, Offered, ToolReach};
use records::{ActionOutcome, Failure, PageToolList, PageToolResult};
use scope::Scope;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_mcp::WebMcp;
use workers::Workers;

/// Limit of a discovery that somebody asked for: a page may be busy with its start.
const ON_DEMAND: Duration = Duration::from_secs(10);
/// Limit of a discovery that comes with another answer.
const IN_PASSING: Duration = Duration::from_secs(2);
/// How long a tool that is not there is waited for while its page still loads.
const LOADING: Duration = Duration::from_secs(3);

/// The tools that a page offers.
#[derive(Default)]
pub struct PageTools {
    /// Our scripts, by the frame or worker that they are in.
    agents: Mutex<HashMap<String, Agent>>,
    workers: Workers,
    web_mcp: Arc<WebMcp>,
    /// What was offered when last asked.
    offer: Mutex<Offer>,
}

impl PageTools {
    /// Starts to listen to a session of the page (main target, out-of-process frame), before its first script.
    pub fn listen(self: &Arc<Self>, session: &Session) {
        self.web_mcp.listen(session);
        session.send(protocol::AddScriptToEvaluateOnNewDocument {
            source: keeper::source(),
            ..Default::default()
        });
    }

    /// Takes note of a worker of the page.
    pub fn listen_to_worker(self: &Arc<Self>, session: &Session, url: &str) {
        self.workers.add(session, url);
    }

    /// Asks the page for its tools. Never fails for what the page does: that is told in the list.
    pub async fn discover(&self, page: &Page) -> Result<PageToolList, Failure> {
        self.ask(page, ON_DEMAND).await
    }

    /// What the page offers after a navigation; `None` when it offers nothing, or can't be asked now.
    pub async fn after_navigation(&self, page: &Page) -> Option<PageToolList> {
        let list = self.ask(page, IN_PASSING).await.ok()?;
        let is_worth_telling =
            !list.groups.is_empty() || list.rejected_count > 0 || !list.silent.is_empty();
        is_worth_telling.then_some(list)
    }

    /// Runs a tool. The page is asked for its tools first when the name is not known or the documents have changed.
    pub async fn call(
        &self,
        page: &Page,
        call: &PageToolCall,
        on_progress: OnProgress<'_>,
    ) -> Result<(PageToolResult, ActionOutcome), Failure> {
        for attempt in 0.. {
            let offered = self.find(page, call, attempt > 0).await?;
            let schema = &offered.tool.input_schema;
            let arguments = Arguments::check(&call.tool, schema, call.arguments.clone())?;
            let ran = match &offered.reach {
                ToolReach::Event { agent, id } => {
                    let event_call = EventCall {
                        page,
                        agent,
                        id: *id,
                        call,
                        arguments: &arguments,
                        on_progress,
                    };
                    event_call.run().await
                }
                ToolReach::WebMcp(scope) => {
                    web_mcp_call::run(page, scope, call, arguments.value).await
                }
            };
            match ran {
                Ok(result) => return Ok(result),
                Err(Ended::Failed(failure)) => return Err(failure),
                Err(Ended::Stale) if attempt == 0 => {}
                Err(Ended::Stale) => break,
            }
        }
        Err(Failure::PageTool(format!(
            "The page's tool \"{}\" changes all the time and could not be run",
            call.tool
        )))
    }

    async fn find(
        &self,
        page: &Page,
        call: &PageToolCall,
        again: bool,
    ) -> Result<Offered, Failure> {
        let look = || self.lock_offer().find(&call.tool, call.group.as_deref());
        if !again
            && self.is_current(page)
            && let Some(offered) = look()?
        {
            return Ok(offered);
        }
        self.ask(page, ON_DEMAND).await?;
        if let Some(offered) = look()? {
            return Ok(offered);
        }
        if !is_loaded(page.frames()) {
            let _ = page
                .guard(page.frames().wait_for("the page", LOADING, |frames| {
                    is_loaded(frames).then_some(())
                }))
                .await;
            self.ask(page, ON_DEMAND).await?;
        }
        look()?.ok_or_else(|| self.lock_offer().unknown(&call.tool, call.group.as_deref()))
    }

    async fn ask(&self, page: &Page, limit: Duration) -> Result<PageToolList, Failure> {
        let offer = self.ask_all(page, limit).await?;
        let list = offer.list.clone();
        self.forget_agents(page);
        *self.lock_offer() = offer;
        Ok(list)
    }

    /// Whether every document that offered tools is still there.
    fn is_current(&self, page: &Page) -> bool {
        let offer = self.lock_offer();
        offer.scopes().all(|scope| scope.is_alive(page))
    }

    /// Our scripts in a scope.
    fn agent(&self, scope: &Scope) -> Option<Agent> {
        let agents = self.lock_agents();
        agents
            .get(&scope.key())
            .filter(|agent| agent.scope.is_same(scope))
            .cloned()
    }

    fn keep_agent(&self, scope: &Scope, agent: Option<Agent>) {
        let mut agents = self.lock_agents();
        match agent {
            Some(agent) => agents.insert(scope.key(), agent),
            None => agents.remove(&scope.key()),
        };
    }

    fn forget_agents(&self, page: &Page) {
        self.lock_agents()
            .retain(|_, agent| agent.scope.is_alive(page));
    }

    fn lock_agents(&self) -> MutexGuard<'_, HashMap<String, Agent>> {
        self.agents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_offer(&self) -> MutexGuard<'_, Offer> {
        self.offer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_loaded(frames: &Frames) -> bool {
    frames
        .main()
        .is_none_or(|frame| frame.progress.loaded && frame.progress.heading_for.is_none())
}
