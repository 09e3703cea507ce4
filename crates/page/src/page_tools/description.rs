//! What the agent tells of a document's tools, as it comes from the page.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A document's tools.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Description {
    pub groups: Vec<Group>,
    pub rejected: Vec<Rejected>,
    pub rejected_count: usize,
    /// Tools that did not fit into the description.
    pub left_out: usize,
    /// Promises of groups that are still open.
    pub pending: usize,
}

/// A group of tools.
#[derive(Debug, Deserialize)]
pub(super) struct Group {
    pub name: String,
    pub description: Option<String>,
    pub tools: Vec<Tool>,
}

/// A tool.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tool {
    /// What the agent knows it by until the next discovery.
    pub id: u64,
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    pub input_schema: Value,
    pub output_schema: Option<Value>,
    #[serde(default)]
    pub annotations: Map<String, Value>,
}

/// Something that is left out.
#[derive(Debug, Deserialize)]
pub(super) struct Rejected {
    pub group: Option<String>,
    pub tool: Option<String>,
    pub reason: String,
}

impl Description {
    /// Whether the page may still be about to answer.
    pub(super) fn is_waiting(&self) -> bool {
        self.pending > 0 || (self.groups.is_empty() && self.rejected_count == 0)
    }
}
