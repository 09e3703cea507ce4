//! A call of a tool, however the tool is reached: what is asked, and how it may end without a result.

use super::outcome::Progress;
use records::{Failure, PageToolEnd, PathStep};
use serde_json::{Map, Value, json};
use std::time::Duration;

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

    /// As `calls.js` takes it.
    pub(super) fn options(&self) -> Value {
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

impl Ended {
    /// The tool ended like this.
    pub(super) fn by(tool: &str, end: PageToolEnd) -> Self {
        Self::Failed(Failure::PageToolEnded {
            tool: tool.to_owned(),
            end: Box::new(end),
        })
    }

    /// Something stopped the page while the tool ran.
    pub(super) fn by_page(tool: &str, failure: Failure) -> Self {
        match failure {
            Failure::DialogOpen { dialog } => Self::by(tool, PageToolEnd::Dialog(dialog)),
            Failure::PageClosed { .. } => Self::by(tool, PageToolEnd::PageClosed),
            Failure::PageCrashed { .. } => Self::by(tool, PageToolEnd::PageCrashed),
            other => Self::Failed(other),
        }
    }
}
