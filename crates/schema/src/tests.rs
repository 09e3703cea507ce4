//! Schemas as our tools and as pages give them, with what a reader is told.

mod defaults;
mod drafts;
mod hostile;
mod messages;

use crate::Schema;
use serde_json::Value;

/// The violations as lines.
fn told(schema: Value, value: Value) -> String {
    let schema = Schema::compile(&schema).expect("the schema compiles");
    let lines: Vec<String> = schema
        .check(&value)
        .iter()
        .map(ToString::to_string)
        .collect();
    lines.join("\n")
}
