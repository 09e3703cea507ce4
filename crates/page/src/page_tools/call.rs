//! Runs one tool: hands it its arguments, waits within its limit and says how it ended.

use super::agent::{self, AgentError};
use super::arguments::Arguments;
use super::element_schema;
use super::elements::{self, Elements};
use super::offer::Offered;
use super::outcome::{Progress, Told};
use super::stop::Stop;
use super::value;
use crate::{Page, frames::Frames};
use records::{
    ActionOutcome, Failure, PageToolEnd, PageToolResult, PageToolThrown, PageToolValue, PathStep,
};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// How long the news of a navigation may take after a refusal that it caused.
const NEWS: Duration = Duration::from_millis(500);

/// Which tool to run, with what, and what to tell of its value.
#[derive(Debug, Clone)]
pub struct PageToolCall {
    /// The tool's name.
    pub tool: String,
    /// The label or name of its group, if it has to be told from another.
    pub group: Option<String>,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// Limit of the tool.
    pub limit: Duration,
    /// What to tell of its value.
    pub view: ValueView,
}

/// Which part of a value is told, and how much of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueView {
    /// The part: steps from the whole.
    pub path: Vec<PathStep>,
    /// Levels of members that are told; `None` for as many as fit.
    pub depth: Option<usize>,
    /// Members or characters of the part that are skipped.
    pub offset: usize,
    /// Members or characters of the part that are told at most.
    pub limit: Option<usize>,
    /// About how many characters may be told in all.
    pub budget: usize,
}

impl Default for ValueView {
    fn default() -> Self {
        Self {
            path: Vec::new(),
            depth: None,
            offset: 0,
            limit: None,
            budget: Self::BUDGET,
        }
    }
}

impl ValueView {
    /// Budget unless asked otherwise, in characters.
    pub const BUDGET: usize = 8_000;
    /// Deepest level of members that is told.
    pub const DEEPEST: usize = 60;
    /// Depth of a value that is cut, unless asked otherwise.
    const DEPTH: usize = 10;

    fn options(&self) -> Value {
        let path: Vec<Value> = self.path.iter().map(step_json).collect();
        json!({
            "path": path,
            "plainDepth": self.depth.unwrap_or(Self::DEEPEST).min(Self::DEEPEST),
            "depth": self.depth.unwrap_or(Self::DEPTH).min(Self::DEEPEST),
            "offset": self.offset,
            "limit": self.limit.unwrap_or(0),
            "budget": self.budget,
        })
    }
}

fn step_json(step: &PathStep) -> Value {
    match step {
        PathStep::Name(name) => Value::from(name.as_str()),
        PathStep::Index(index) => Value::from(*index),
    }
}

/// Told how far a tool is.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) + Send + Sync);

/// Why a call gave no result.
pub(super) enum Ended {
    /// The tool is not what it was; nothing was run.
    Stale,
    /// It ended without a result.
    Failed(Failure),
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// One run of a tool.
pub(super) struct Run<'a> {
    pub page: &'a Page,
    pub offered: &'a Offered,
    pub call: &'a PageToolCall,
    pub on_progress: OnProgress<'a>,
}

impl Run<'_> {
    /// Runs the tool to its end, its limit, or whatever else ends it, and waits for what it brought about.
    pub(super) async fn run(&self) -> Result<(PageToolResult, ActionOutcome), Ended> {
        let Self {
            page,
            offered,
            call,
            ..
        } = self;
        let tool = &offered.tool;
        let arguments = Arguments::check(&tool.name, &tool.input_schema, call.arguments.clone())?;
        let elements = Elements::find(page, &offered.agent, &arguments).await?;
        let id = next_call_id();
        let stop = Stop::when_dropped(page, &offered.agent, &id);
        let work = self.work(&id, &arguments, &elements, &stop);
        // Stale means that nothing was run: no failure, and no result either.
        let ran = page.act(async {
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
            Err(failure) => Err(self.stopped(failure)),
        }
    }

    async fn work(
        &self,
        id: &str,
        arguments: &Arguments,
        elements: &Elements,
        stop: &Stop,
    ) -> Result<PageToolResult, Ended> {
        let limit = self.call.limit;
        match timeout(limit, self.told(id, arguments, elements)).await {
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
    async fn told(
        &self,
        id: &str,
        arguments: &Arguments,
        elements: &Elements,
    ) -> Result<Told, AgentError> {
        let agent = &self.offered.agent;
        let places: Vec<Value> = arguments
            .elements
            .iter()
            .map(|(place, _)| element_schema::place_json(place))
            .collect();
        let mut given = vec![
            agent::value(id),
            agent::value(self.offered.id),
            agent::value(arguments.value.to_string()),
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
        let agent = &self.offered.agent;
        let name = || self.offered.tool.name.clone();
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

    /// Something stopped the page while the tool ran.
    fn stopped(&self, failure: Failure) -> Ended {
        match failure {
            Failure::DialogOpen { dialog } => self.ended(PageToolEnd::Dialog(dialog)),
            Failure::PageClosed { .. } => self.ended(PageToolEnd::PageClosed),
            Failure::PageCrashed { .. } => self.ended(PageToolEnd::PageCrashed),
            other => Ended::Failed(other),
        }
    }

    /// The call's answer will never come: says why.
    async fn lost(&self, error: AgentError) -> Ended {
        let agent = &self.offered.agent;
        let frame = || self.page.frames().get(&agent.frame);
        // A refusal that a navigation caused may come before the news of it.
        let gone = |_: &Frames| {
            frame()
                .is_none_or(|frame| frame.loader_id != agent.loader_id)
                .then_some(())
        };
        let news = self
            .page
            .frames()
            .wait_for("the navigation", NEWS, gone)
            .await;
        if news.is_err() && frame().is_some_and(|frame| agent.is_in(&frame)) {
            return Ended::Failed(Failure::Protocol(format!(
                "The page's tool \"{}\" could not be run: {error}",
                self.offered.tool.name
            )));
        }
        self.ended(match self.page.frames().get(&agent.frame) {
            _ if self.page.is_closed() => PageToolEnd::PageClosed,
            None => PageToolEnd::FrameGone,
            Some(frame) => PageToolEnd::Navigated { url: frame.url },
        })
    }

    fn ended(&self, end: PageToolEnd) -> Ended {
        Ended::Failed(Failure::PageToolEnded {
            tool: self.offered.tool.name.clone(),
            end: Box::new(end),
        })
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
