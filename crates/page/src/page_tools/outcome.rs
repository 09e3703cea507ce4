//! What the agent tells of a call, as it comes from the page.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The next thing that happened to a call.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum Told {
    /// The tool is not what it was when it was described: discover again.
    Stale,
    /// It reports how far it is.
    Progress(Progress),
    /// It returned `undefined`.
    Nothing,
    /// Its value is JSON as it stands.
    Plain {
        text: String,
        #[serde(default)]
        failed: bool,
    },
    /// Its value as a tree; see `value.rs`.
    Tree {
        tree: Value,
        #[serde(default)]
        failed: bool,
    },
    /// Its value is there, but the part asked for can't be read.
    Unreadable { text: String },
    /// It threw or rejected.
    Threw {
        /// What it threw, if that has a message or is a text.
        text: Option<String>,
        /// What it threw otherwise, as a tree.
        #[serde(default, deserialize_with = "present")]
        value: Option<Value>,
        /// What caused it, outermost first.
        #[serde(default)]
        causes: Vec<String>,
    },
}

/// A member that is there, `null` too.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// How far a tool says it is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Progress {
    /// What is done.
    pub done: Option<f64>,
    /// What there is to do in all.
    pub total: Option<f64>,
    /// What it is doing. Page-supplied.
    pub message: Option<String>,
}
