//! Published schemas: JSON Schema 2020-12 made from the parameter types, in the shape that agents know.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// Largest integer that JSON readers agree on (2^53 - 1).
pub const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;

/// The schema of a parameter type: `$schema`, `properties`, `required`, `additionalProperties: false`.
pub(crate) fn schema_of<P: JsonSchema>() -> Value {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<P>()
        .to_value();
    tidy(&mut schema);
    let root = schema
        .as_object_mut()
        .expect("a parameter type is an object");
    root.remove("title");
    root.remove("description");
    root.entry("properties").or_insert_with(|| json!({}));
    root.insert("additionalProperties".into(), Value::Bool(false));
    schema
}

/// Adds the required `pageId` in front.
pub(crate) fn require_page_id(schema: &mut Value) {
    let Some(root) = schema.as_object_mut() else {
        return;
    };
    let mut properties = Map::new();
    properties.insert(
        "pageId".into(),
        json!({"type": "number", "description": "The page, by its id from list_pages."}),
    );
    if let Some(Value::Object(rest)) = root.remove("properties") {
        properties.extend(rest);
    }
    root.insert("properties".into(), Value::Object(properties));
    let mut required = vec![json!("pageId")];
    if let Some(Value::Array(rest)) = root.remove("required") {
        required.extend(rest);
    }
    root.insert("required".into(), Value::Array(required));
}

/// Takes away what the derive adds and agents do not need: `format`, nullability of optional fields, titles.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("format").is_some_and(Value::is_string) && map.contains_key("type") {
                map.remove("format");
            }
            if let Some(Value::Array(types)) = map.get_mut("type") {
                types.retain(|name| name != "null");
                if types.len() == 1 {
                    let only = types.remove(0);
                    map.insert("type".into(), only);
                }
            }
            if let Some(Value::Array(values)) = map.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            if map.get("default").is_some_and(Value::is_null) {
                map.remove("default");
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}
