//! Runs a tool that was offered by the event: hands it its arguments, waits within its limit and says how it ended.

use super::agent::{self, Agent, AgentError};
use super::arguments::Arguments;
use super::call::{Ended, OnProgress, PageToolCall};
use super::element_schema;
use super::elements::{self, Elements};
use super::outcome::Told;
use super::scope::Home;
use super::stop::Stop;
use super::value;
use crate::{Page, frames::Frames};
use records::{ActionOutcome, Failure, PageToolEnd, PageToolResult, PageToolThrown, PageToolValue};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// How long the news of a navigation may take after a refusal that it caused.
const NEWS: Duration = Duration::from_millis(500);

/// One run of a tool.
pub(super) struct EventCall<'a> {
    pub page: &'a Page,
    pub agent: &'a Agent,
    /// What the agent knows the tool by.
    pub id: u64,
    pub call: &'a PageToolCall,
    pub arguments: &'a Arguments,
    pub on_progress: OnProgress<'a>,
}

impl EventCall<'_> {
    /// Runs the tool to its end, its limit, or whatever else ends it, and waits for what it brought about.
    pub(super) async fn run(&self) -> Result<(PageToolResult, ActionOutcome), Ended> {
        let elements = Elements::find(self.page, self.agent, self.arguments).await?;
        let id = next_call_id();
        let stop = Stop::when_dropped(self.page, self.agent, &id);
        let work = self.work(&id, &elements, &stop);
        // Stale means that nothing was run: no failure, and no result either.
        let ran = self.page.act(async {
            match work.await {
                Ok(result) => Ok(Some(result)),
                Err(Ended::Stale) => Ok(None),
                Err(Ended::Failed(failure)) => Err(failure),
            }
        });
        let ran = ran.await;
        stop.forget();
        match ran {
            Ok((Some(result), outcome)) => Ok((result, outcome)),
            Ok((None, _)) => Err(Ended::Stale),
            Err(failure) => Err(Ended::by_page(&self.call.tool, failure)),
        }
    }

    async fn work(
        &self,
        id: &str,
        elements: &Elements,
        stop: &Stop,
    ) -> Result<PageToolResult, Ended> {
        let limit = self.call.limit;
        match timeout(limit, self.told(id, elements)).await {
            Ok(Ok(told)) => self.result(id, told).await,
            Ok(Err(error)) => Err(self.lost(error).await),
            Err(_) => {
                let terminated = stop
                    .now("TimeoutError", "the time for this call is over")
                    .await;
                Err(self.ended(PageToolEnd::TimedOut { limit, terminated }))
            }
        }
    }

    /// Starts the tool and waits for its end, handing on what it reports meanwhile.
    async fn told(&self, id: &str, elements: &Elements) -> Result<Told, AgentError> {
        let agent = self.agent;
        let places: Vec<Value> = self
            .arguments
            .elements
            .iter()
            .map(|(place, _)| element_schema::place_json(place))
            .collect();
        let mut given = vec![
            agent::value(id),
            agent::value(self.id),
            agent::value(self.arguments.value.to_string()),
            agent::value(Value::from(places).to_string()),
            agent::value(self.call.view.options().to_string()),
        ];
        given.extend(elements.handles.iter().map(agent::object));
        // The limit is the caller's; this one only keeps the command from outliving it for long.
        let limit = self.call.limit + Duration::from_secs(1);
        let mut told = match agent.ask("start", given, limit).await {
            Err(error) if error.is_handle_lost() => return Ok(Told::Stale),
            told => told?,
        };
        loop {
            match read(&told)? {
                Told::Progress(progress) => (self.on_progress)(progress),
                end => return Ok(end),
            }
            told = agent.ask("next", vec![agent::value(id)], limit).await?;
        }
    }

    async fn result(&self, id: &str, told: Told) -> Result<PageToolResult, Ended> {
        let agent = self.agent;
        let name = || self.call.tool.clone();
        let (value, failed) = match told {
            Told::Stale | Told::Progress(_) => return Err(Ended::Stale),
            Told::Nothing => (PageToolValue::Nothing, false),
            Told::Plain { text, failed } => (PageToolValue::Json(text), failed),
            Told::Tree { tree, failed } => (PageToolValue::Tree(value::read(&tree)), failed),
            Told::Unreadable { text } => {
                agent.tell("abort", vec![agent::value(id)]);
                return Err(Failure::BadArgument(format!("The tool ran, but {text}")).into());
            }
            Told::Threw {
                text,
                value,
                causes,
            } => {
                agent.tell("abort", vec![agent::value(id)]);
                let thrown = PageToolThrown {
                    tool: name(),
                    message: text,
                    value: value.as_ref().map(value::read),
                    causes,
                };
                return Err(Failure::PageToolThrew(Box::new(thrown)).into());
            }
        };
        let elements = match names_elements(&value) {
            true => elements::name(self.page, agent, id).await,
            false => {
                agent.tell("abort", vec![agent::value(id)]);
                Vec::new()
            }
        };
        Ok(PageToolResult {
            tool: name(),
            value,
            elements,
            failed,
            path: self.call.view.path.clone(),
        })
    }

    /// The call's answer will never come: says why.
    async fn lost(&self, error: AgentError) -> Ended {
        let scope = &self.agent.scope;
        // A refusal that a navigation caused may come before the news of it.
        let gone = |_: &Frames| scope.is_left(self.page).then_some(());
        let news = self
            .page
            .frames()
            .wait_for("the navigation", NEWS, gone)
            .await;
        if news.is_err() && scope.is_alive(self.page) {
            return Ended::Failed(Failure::Protocol(format!(
                "The page's tool \"{}\" could not be run: {error}",
                self.call.tool
            )));
        }
        let Home::Document { frame, .. } = &scope.home else {
            return self.ended(PageToolEnd::WorkerGone);
        };
        self.ended(match self.page.frames().get(frame) {
            _ if self.page.is_closed() => PageToolEnd::PageClosed,
            None => PageToolEnd::FrameGone,
            Some(frame) => PageToolEnd::Navigated { url: frame.url },
        })
    }

    fn ended(&self, end: PageToolEnd) -> Ended {
        Ended::by(&self.call.tool, end)
    }
}

fn read(text: &str) -> Result<Told, AgentError> {
    serde_json::from_str(text)
        .map_err(|error| AgentError::Threw(format!("what came back can't be read: {error}")))
}

/// Whether the value has an element in it.
fn names_elements(value: &PageToolValue) -> bool {
    match value {
        PageToolValue::Nothing => false,
        // `@` stands outside strings only for elements; a string with one costs a question too many, no more.
        PageToolValue::Json(text) => text.contains('@'),
        PageToolValue::Tree(value) => value.names_elements(),
    }
}

fn next_call_id() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed).to_string()
}
