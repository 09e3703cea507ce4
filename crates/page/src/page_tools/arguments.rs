//! A tool's arguments: from what the caller wrote to what the page gets.

use super::element_schema::{self, Place};
use records::Failure;
use schema::Schema;
use serde_json::{Map, Value};

/// Arguments that fit the tool's schema.
#[derive(Debug)]
pub(super) struct Arguments {
    /// The arguments, defaults filled in.
    pub value: Value,
    /// Elements to put in, with what names each.
    pub elements: Vec<(Place, ElementName)>,
}

/// What names an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ElementName {
    Uid(String),
    Selector(String),
}

/// Arguments as written by the caller: an object, JSON text of one, or nothing.
pub fn read_params(params: Option<Value>) -> Result<Map<String, Value>, Failure> {
    let value = match params {
        None | Some(Value::Null) => return Ok(Map::new()),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(Map::new()),
        Some(Value::String(text)) => serde_json::from_str(&text)
            .map_err(|error| Failure::BadArgument(format!("params is not valid JSON: {error}")))?,
        Some(value) => value,
    };
    match value {
        Value::Object(members) => Ok(members),
        other => Err(Failure::BadArgument(format!(
            "params must be a JSON object with the tool's arguments, not {}",
            kind(&other)
        ))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Arguments {
    /// Checks arguments against a tool's schema (with elements spelt out) and fills in its defaults.
    pub(super) fn check(
        tool: &str,
        schema: &Value,
        given: Map<String, Value>,
    ) -> Result<Self, Failure> {
        let compiled = Schema::compile(schema).map_err(|reason| {
            Failure::PageTool(format!(
                "The inputSchema of the page's tool \"{tool}\" can't be used: {reason}"
            ))
        })?;
        let mut value = Value::Object(given);
        compiled.fill_defaults(&mut value);
        let elements = take_names(schema, &mut value);
        let violations = compiled.check(&value);
        if !violations.is_empty() {
            return Err(Failure::PageToolArguments {
                tool: tool.to_owned(),
                violations: violations.iter().map(ToString::to_string).collect(),
            });
        }
        Ok(Self { value, elements })
    }
}

/// The elements that are named. A selector is rewritten as the uid that the schema asks for, so that it passes the check.
fn take_names(schema: &Value, value: &mut Value) -> Vec<(Place, ElementName)> {
    let mut names = Vec::new();
    for place in element_schema::places(schema, value) {
        let Some(Value::Object(members)) = element_schema::at(value, &place) else {
            continue;
        };
        let name = match (members.get("uid"), members.get("selector")) {
            (Some(Value::String(uid)), _) => ElementName::Uid(uid.clone()),
            (None, Some(Value::String(selector))) => ElementName::Selector(selector.clone()),
            _ => continue,
        };
        if let ElementName::Selector(selector) = &name {
            let uid = Value::String(selector.clone());
            members.remove("selector");
            members.insert("uid".to_owned(), uid);
        }
        names.push((place, name));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn checked(schema: Value, given: Value) -> Result<Arguments, String> {
        let given = given.as_object().cloned().unwrap_or_default();
        Arguments::check("t", &schema, given).map_err(|failure| failure.to_string())
    }

    #[test]
    fn params_may_be_an_object_or_its_text() {
        let object = json!({"a": 1});
        let members = object.as_object().cloned();
        assert_eq!(read_params(Some(object.clone())).ok(), members);
        assert_eq!(read_params(Some(json!("{\"a\":1}"))).ok(), members);
        assert_eq!(read_params(Some(json!(""))).ok(), Some(Map::new()));
        assert_eq!(read_params(None).ok(), Some(Map::new()));
    }

    #[test]
    fn params_of_another_shape_are_refused() {
        let refused =
            |params: Value| read_params(Some(params)).map_err(|failure| failure.to_string());
        insta::assert_debug_snapshot!(
            [refused(json!("[1]")), refused(json!(3)), refused(json!("{a:1}"))], @r#"
        [
            Err(
                "params must be a JSON object with the tool's arguments, not an array",
            ),
            Err(
                "params must be a JSON object with the tool's arguments, not a number",
            ),
            Err(
                "params is not valid JSON: key must be a string at line 1 column 2",
            ),
        ]
        "#);
    }

    #[test]
    fn defaults_are_filled_in() {
        let schema = json!({"properties": {"limit": {"type": "number", "default": 5}}});
        let arguments = checked(schema, json!({})).expect("fits");
        assert_eq!(arguments.value, json!({"limit": 5}));
    }

    #[test]
    fn a_selector_stands_for_a_uid() {
        let element = json!({"type": "object", "x-mcp-type": "HTMLElement", "properties": {"uid": {"type": "string"}}, "required": ["uid"]});
        let schema = json!({"properties": {"target": element}, "required": ["target"]});
        let arguments =
            checked(schema.clone(), json!({"target": {"selector": "#a"}})).expect("fits");
        assert_eq!(
            arguments.elements[0].1,
            ElementName::Selector("#a".to_owned())
        );
        assert!(checked(schema, json!({"target": {"id": "a"}})).is_err());
    }
}
