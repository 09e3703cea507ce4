//! Tools as `tools/list` publishes them.

use crate::gate::Gate;
use rmcp::model::{Tool as Definition, ToolAnnotations};
use serde_json::{Value, json};
use std::sync::Arc;
use tools::{SchemaOptions, Tool, ToolSpec};

/// The definition of a tool.
pub(crate) fn definition(tool: &Tool, options: SchemaOptions) -> Definition {
    let schema = match tool.input_schema(options) {
        Value::Object(schema) => schema,
        _ => Default::default(),
    };
    Definition::new(tool.spec.name, tool.spec.description, Arc::new(schema))
        .with_annotations(ToolAnnotations::new().read_only(tool.spec.read_only))
}

/// Adds the annotations that the protocol's types do not carry and that prompts and clients written for this family of
/// servers read: `category`, and `conditions` where options decide about a tool.
pub(crate) fn complete_annotations(list: &mut Value, gate: &Gate) {
    let Some(definitions) = list.get_mut("tools").and_then(Value::as_array_mut) else {
        return;
    };
    for definition in definitions {
        let Some(name) = definition.get("name").and_then(Value::as_str) else {
            continue;
        };
        let Ok(entry) = gate.enter(name) else {
            continue;
        };
        let spec = &entry.tool.spec;
        definition["annotations"]["category"] = json!(spec.category.name());
        if let Some(conditions) = conditions(spec) {
            definition["annotations"]["conditions"] = conditions;
        }
    }
}

/// The options that a tool needs, besides its category's.
fn conditions(spec: &ToolSpec) -> Option<Value> {
    spec.runs_scripts.then(|| json!(["javascriptEvaluation"]))
}
