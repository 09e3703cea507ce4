//! Which draft a schema is written against.

use jsonschema::Draft;
use serde_json::Value;

/// Drafts to try, best first: the one that `$schema` names, else 2020-12 and then those whose spelling differs from it.
pub(crate) fn candidates(schema: &Value) -> Vec<Draft> {
    match schema
        .get("$schema")
        .and_then(Value::as_str)
        .and_then(named)
    {
        Some(draft) => vec![draft],
        None => vec![Draft::Draft202012, Draft::Draft7, Draft::Draft4],
    }
}

/// The draft that a `$schema` names; `http` or `https`, with or without `#`.
pub(crate) fn named(uri: &str) -> Option<Draft> {
    let rest = uri
        .strip_prefix("https://")
        .or_else(|| uri.strip_prefix("http://"))?
        .strip_prefix("json-schema.org/")?;
    match rest.trim_end_matches('#').trim_end_matches('/') {
        "draft-04/schema" => Some(Draft::Draft4),
        "draft-06/schema" => Some(Draft::Draft6),
        "draft-07/schema" => Some(Draft::Draft7),
        "draft/2019-09/schema" => Some(Draft::Draft201909),
        "draft/2020-12/schema" => Some(Draft::Draft202012),
        _ => None,
    }
}

/// A copy without the `$schema`s that name no known draft.
pub(crate) fn without_unknown(schema: &Value) -> Value {
    let mut copy = schema.clone();
    drop_unknown(&mut copy);
    copy
}

fn drop_unknown(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let unknown =
                |value: &Value| !value.is_object() && value.as_str().and_then(named).is_none();
            if members.get("$schema").is_some_and(unknown) {
                members.shift_remove("$schema");
            }
            for (name, member) in members {
                if !matches!(name.as_str(), "const" | "enum" | "default" | "examples") {
                    drop_unknown(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_unknown),
        _ => {}
    }
}
