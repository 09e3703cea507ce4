//! Tools that a page offers to developers, and what became of running one.
//!
//! Every text here except origins and reasons is the page's own: data, to be bounded and escaped where it is shown.

use crate::{Dialog, ScriptValue};
use serde_json::{Map, Value};
use std::fmt;
use std::time::Duration;

/// What a page offers at the moment, over all its frames.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageToolList {
    /// Origin of the main frame.
    pub origin: String,
    /// Groups in the order in which they were offered, main frame first. No two have the same label.
    pub groups: Vec<PageToolGroup>,
    /// What was offered and is left out, with the reason.
    pub rejected: Vec<RejectedPageTool>,
    /// How many were left out in all; `rejected` names only some when there are many.
    pub rejected_count: usize,
    /// Frames that were asked or would have been, had they listened.
    pub frames: usize,
    /// Frames that listen for the discovery event.
    pub listening: usize,
    /// Frames that could not be asked, or did not answer in time.
    pub silent: Vec<SilentFrame>,
}

/// Tools that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct PageToolGroup {
    /// The group's name.
    pub name: String,
    /// What to call it by: its name, with ` #2` and so on behind it when other frames offer a group of that name.
    pub label: String,
    /// What the page says about it.
    pub description: Option<String>,
    /// The frame that offers it.
    pub frame: PageToolFrame,
    /// How it was offered.
    pub source: PageToolSource,
    /// Its tools, in the page's order.
    pub tools: Vec<PageTool>,
}

/// The frame or worker that a tool lives in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageToolFrame {
    /// Its document's origin.
    pub origin: String,
    /// Its document's URL.
    pub url: String,
    /// What it is.
    pub kind: PageToolHome,
}

/// Where a tool can live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageToolHome {
    /// In the page's main frame.
    MainFrame,
    /// In another frame.
    Frame,
    /// In a worker.
    Worker,
}

/// How a tool was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageToolSource {
    /// By an answer to the event `devtoolstooldiscovery`.
    Event,
    /// By registration with the document's model context (WebMCP), marked as a debugging tool.
    WebMcp,
}

/// A tool of the page's.
#[derive(Debug, Clone, PartialEq)]
pub struct PageTool {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// JSON Schema of its arguments, as the page gave it except that element arguments are spelt out.
    pub input_schema: Value,
    /// JSON Schema of its result.
    pub output_schema: Option<Value>,
    /// Its annotations, such as `readOnlyHint`.
    pub annotations: Map<String, Value>,
}

/// Something offered that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedPageTool {
    /// The group, if it has a name.
    pub group: Option<String>,
    /// The tool, if the fault is one tool's.
    pub tool: Option<String>,
    /// Why, as a clause that starts with what is wrong: `its inputSchema is null`.
    pub reason: String,
}

/// A frame that did not tell its tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SilentFrame {
    /// Its document's URL.
    pub url: String,
    /// Why.
    pub reason: String,
}

impl PageToolList {
    /// Number of tools in all groups.
    pub fn tool_count(&self) -> usize {
        self.groups.iter().map(|group| group.tools.len()).sum()
    }
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub struct PageToolResult {
    /// The tool's name.
    pub tool: String,
    /// Its value, or the part of it that was asked for.
    pub value: PageToolValue,
    /// The elements in the value, in the order in which it names them.
    pub elements: Vec<PageToolElement>,
    /// The tool says itself that it failed: its answer is an object with an `error` and nothing else.
    pub failed: bool,
    /// Steps of the path that leads to the value; empty for the whole.
    pub path: Vec<PathStep>,
}

/// One step of a path into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    /// A member by name, or a map's entry by its key.
    Name(String),
    /// An item by its zero-based index.
    Index(usize),
}

/// A tool's value.
#[derive(Debug, Clone, PartialEq)]
pub enum PageToolValue {
    /// There is none: the tool returned `undefined`.
    Nothing,
    /// JSON text as it stands, except that `@n@` outside strings stands for an element: `n` counts in
    /// [`PageToolResult::elements`].
    Json(String),
    /// A value that JSON can't carry, or too large to be shown whole.
    Tree(ScriptValue),
}

/// An element that a tool answered with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageToolElement {
    /// Its uid; `None` when it could not be named (it was gone before it was asked for).
    pub uid: Option<String>,
    /// Its tag name, in lower case for HTML.
    pub tag: String,
    /// Its `id` attribute.
    pub id: Option<String>,
}

/// What a tool threw.
#[derive(Debug, Clone, PartialEq)]
pub struct PageToolThrown {
    /// The tool's name.
    pub tool: String,
    /// The message of what it threw, or the text that it threw.
    pub message: Option<String>,
    /// What it threw, when that has no message.
    pub value: Option<ScriptValue>,
    /// Messages of what caused it, outermost first.
    pub causes: Vec<String>,
}

/// How a tool ended without a result.
#[derive(Debug, Clone, PartialEq)]
pub enum PageToolEnd {
    /// It took longer than its limit.
    TimedOut {
        /// The limit.
        limit: Duration,
        /// It blocked the page, so its script was ended by force.
        terminated: bool,
    },
    /// It opened a dialog and waits for it.
    Dialog(Dialog),
    /// Its document went: the page navigated or reloaded.
    Navigated {
        /// Where the frame is now.
        url: String,
    },
    /// Its frame was removed.
    FrameGone,
    /// Its worker ended.
    WorkerGone,
    /// Its page closed.
    PageClosed,
    /// Its page crashed.
    PageCrashed,
}

impl fmt::Display for PageToolEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut { limit, terminated } => {
                write!(
                    f,
                    "did not end within {} ms and was told to stop",
                    limit.as_millis()
                )?;
                if *terminated {
                    f.write_str("; it blocked the page, so its script was ended")?;
                }
                Ok(())
            }
            Self::Dialog(dialog) => {
                write!(
                    f,
                    "opened a dialog ({}: {}) and waits for it; its result will not be told",
                    dialog.kind, dialog.message
                )
            }
            Self::Navigated { url } => {
                write!(f, "has no result: the page went to {url} while it ran")
            }
            Self::FrameGone => f.write_str("has no result: its frame was removed while it ran"),
            Self::WorkerGone => f.write_str("has no result: its worker ended while it ran"),
            Self::PageClosed => f.write_str("has no result: its page closed while it ran"),
            Self::PageCrashed => f.write_str("has no result: its page crashed while it ran"),
        }
    }
}
