//! Published schemas: JSON Schema 2020-12 made from the parameter types, in the shape that agents know.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// Largest integer that JSON readers agree on (2^53 - 1).
pub const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;

/// Parameters that take script text in tools that can do without it.
const SCRIPT_PARAMETERS: &[&str] = &["initScript"];

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
    root.entry("type").or_insert_with(|| json!("object"));
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
    if let Some(Value::Object(rest)) = root.get_mut("properties").map(Value::take) {
        properties.extend(rest);
    }
    root.insert("properties".into(), Value::Object(properties));
    let mut required = vec![json!("pageId")];
    if let Some(Value::Array(rest)) = root.get_mut("required").map(Value::take) {
        required.extend(rest);
    }
    root.insert("required".into(), Value::Array(required));
}

/// Takes away the parameters that take script text.
pub(crate) fn drop_script_parameters(schema: &mut Value) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for name in SCRIPT_PARAMETERS {
        properties.shift_remove(*name);
    }
}

/// Brings what the derive makes into the form that agents know: no `format`, no `null` for what is optional, plain
/// enumerations, integers within what JSON readers agree on.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            drop_null(map);
            merge_single_choice(map);
            plain_enumeration(map);
            bound_integer(map);
            map.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// An optional field is one that may be left out, not one that may be null.
fn drop_null(map: &mut Map<String, Value>) {
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
        map.shift_remove("default");
    }
}

/// `anyOf: [X, null]` says the same as X where null is never sent.
fn merge_single_choice(map: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = map.get_mut("anyOf") else {
        return;
    };
    choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
    if choices.len() != 1 {
        return;
    }
    if let Some(Value::Array(mut choices)) = map.shift_remove("anyOf")
        && let Some(Value::Object(only)) = choices.pop()
    {
        for (key, value) in only {
            map.entry(key).or_insert(value);
        }
        // What came in may need the same care as what stood here.
        drop_null(map);
    }
}

/// `oneOf` over constants, which documented variants make, becomes `enum`.
fn plain_enumeration(map: &mut Map<String, Value>) {
    let Some(Value::Array(variants)) = map.get("oneOf") else {
        return;
    };
    let mut values = Vec::new();
    for variant in variants {
        match (variant.get("const"), variant.get("enum")) {
            (Some(value), None) => values.push(value.clone()),
            (None, Some(Value::Array(several))) => values.extend(several.iter().cloned()),
            _ => return,
        }
    }
    if values.is_empty() || !values.iter().all(Value::is_string) {
        return;
    }
    map.shift_remove("oneOf");
    map.insert("type".into(), json!("string"));
    map.insert("enum".into(), Value::Array(values));
}

/// Integers stay within ±(2^53 - 1); machine formats (`uint32`, `double`) say nothing to an agent.
fn bound_integer(map: &mut Map<String, Value>) {
    // A property may itself be called `format`; then its value is a schema, not a string.
    if map.contains_key("type") && map.get("format").is_some_and(Value::is_string) {
        map.shift_remove("format");
    }
    if map.get("type").is_none_or(|name| name != "integer") {
        return;
    }
    if map.contains_key("exclusiveMinimum") {
        map.shift_remove("minimum");
    } else {
        map.entry("minimum").or_insert(json!(-MAX_SAFE_INTEGER));
    }
    if !map.contains_key("exclusiveMaximum") {
        let wide = map
            .get("maximum")
            .and_then(Value::as_f64)
            .is_none_or(|maximum| maximum >= MAX_SAFE_INTEGER as f64);
        if wide {
            map.insert("maximum".into(), json!(MAX_SAFE_INTEGER));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[expect(dead_code, reason = "only its schema is looked at")]
    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct Params {
        /// How to go.
        kind: Option<Kind>,
        documented: Option<Documented>,
        page_idx: Option<u32>,
        #[schemars(extend("exclusiveMinimum" = 0))]
        page_size: Option<u32>,
        timeout: Option<i64>,
        quality: Option<f64>,
        /// A property of this name is no machine format.
        format: Option<String>,
        #[serde(default)]
        all: bool,
        text: Vec<String>,
        init_script: Option<String>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Url,
        Back,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Documented {
        /// One.
        One,
        /// Two.
        Two,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Nothing {}

    #[test]
    fn published_form() {
        let mut schema = schema_of::<Params>();
        require_page_id(&mut schema);
        drop_script_parameters(&mut schema);
        insta::assert_snapshot!(serde_json::to_string_pretty(&schema).expect("a value is JSON"), @r#"
        {
          "type": "object",
          "properties": {
            "pageId": {
              "type": "number",
              "description": "The page, by its id from list_pages."
            },
            "kind": {
              "type": "string",
              "enum": [
                "url",
                "back"
              ],
              "description": "How to go."
            },
            "documented": {
              "type": "string",
              "enum": [
                "one",
                "two"
              ]
            },
            "pageIdx": {
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "pageSize": {
              "type": "integer",
              "exclusiveMinimum": 0,
              "maximum": 9007199254740991
            },
            "timeout": {
              "type": "integer",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991
            },
            "quality": {
              "type": "number"
            },
            "format": {
              "type": "string",
              "description": "A property of this name is no machine format."
            },
            "all": {
              "type": "boolean",
              "default": false
            },
            "text": {
              "type": "array",
              "items": {
                "type": "string"
              }
            }
          },
          "required": [
            "pageId",
            "text"
          ],
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "additionalProperties": false
        }
        "#);
    }

    #[test]
    fn without_parameters() {
        insta::assert_snapshot!(schema_of::<Nothing>().to_string(), @r#"{"type":"object","$schema":"https://json-schema.org/draft/2020-12/schema","properties":{},"additionalProperties":false}"#);
    }
}
