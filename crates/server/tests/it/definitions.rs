//! The published tools against the facts that prompts and clients rely on.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tools::{SchemaOptions, Tool};

/// Facts of tools: name, schema, annotations, what options change.
const FACTS: &str = include_str!("../facts/tools.json");

/// Parameters that we have and the facts do not, by tool.
const OURS: &[(&str, &[&str])] = &[
    (
        "execute_3p_developer_tool",
        &[
            "group", "path", "depth", "offset", "limit", "budget", "timeout", "filePath",
        ],
    ),
    (
        "list_3p_developer_tools",
        &["group", "text", "fullSchemas", "pageSize", "pageIdx"],
    ),
];

/// Parameters that take more than the facts say: tool, parameter, what we take, what the facts say.
const WIDER: &[(&str, &str, &str, &str)] = &[(
    "execute_3p_developer_tool",
    "params",
    r#"{"type":["object","string"]}"#,
    r#"{"type":"string"}"#,
)];

/// Bytes that the list may have.
const LIST_LIMIT: usize = 20_000;

const USUAL: SchemaOptions = SchemaOptions {
    page_id_routing: true,
    javascript_evaluation: true,
};

fn facts() -> BTreeMap<String, Value> {
    let facts: Vec<Value> = serde_json::from_str(FACTS).expect("the facts are JSON");
    let named = facts.into_iter().map(|fact| {
        let name = fact["name"].as_str().expect("a name").to_owned();
        (name, fact)
    });
    named.collect()
}

fn known() -> impl Iterator<Item = (Tool, Value)> {
    let facts = facts();
    tools::tools().into_iter().map(move |tool| {
        let fact = facts.get(tool.spec.name);
        let fact = fact.unwrap_or_else(|| panic!("{} is in no facts", tool.spec.name));
        (tool, fact.clone())
    })
}

/// A schema without its words and without what is ours, all of which has to be there.
fn bare(name: &str, mut schema: Value) -> Value {
    let ours = OURS.iter().find(|(tool, _)| *tool == name);
    for parameter in ours.map_or(&[][..], |(_, parameters)| parameters) {
        let properties = schema["properties"].as_object_mut().expect("properties");
        let found = properties.remove(*parameter);
        assert!(
            found.is_some(),
            "{name} has no {parameter}: strike it from OURS"
        );
    }
    strip(&mut schema);
    for (_, parameter, ours, fact) in WIDER.iter().filter(|(tool, ..)| *tool == name) {
        let property = &mut schema["properties"][*parameter];
        assert_same(&format!("{name}: {parameter}"), property, &parse(ours));
        *property = parse(fact);
    }
    sort_required(&mut schema);
    schema
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("description").is_some_and(Value::is_string) {
                map.remove("description");
            }
            map.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

fn sort_required(schema: &mut Value) {
    let required: BTreeSet<String> = match schema["required"].as_array() {
        Some(names) => names
            .iter()
            .map(|name| name.as_str().expect("a name").to_owned())
            .collect(),
        None => BTreeSet::new(),
    };
    schema["required"] = json!(required);
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(&sorted(value)).expect("a value is JSON")
}

/// The same value with its keys in order, so that a failure shows nothing but the difference.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let ordered: BTreeMap<_, _> = map
                .iter()
                .map(|(key, value)| (key.clone(), sorted(value)))
                .collect();
            Value::Object(ordered.into_iter().collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

#[track_caller]
fn assert_same(what: &str, ours: &Value, fact: &Value) {
    let (ours, fact) = (pretty(ours), pretty(fact));
    assert!(ours == fact, "{what}\n--- ours\n{ours}\n--- facts\n{fact}");
}

#[test]
fn schemas_have_the_known_parameters() {
    for (tool, fact) in known() {
        let name = tool.spec.name;
        let mut expected = fact["inputSchema"].clone();
        sort_required(&mut expected);
        assert_same(name, &bare(name, tool.input_schema(USUAL)), &expected);
    }
}

#[test]
fn options_change_schemas_as_known() {
    let variants = [
        (
            "no-pageIdRouting",
            SchemaOptions {
                page_id_routing: false,
                ..USUAL
            },
        ),
        (
            "no-javascriptEvaluation",
            SchemaOptions {
                javascript_evaluation: false,
                ..USUAL
            },
        ),
    ];
    for (tool, fact) in known() {
        let name = tool.spec.name;
        for (variant, options) in variants {
            let mut expected = fact["inputSchema"].clone();
            if let Some(change) = fact["variants"].get(variant) {
                let properties = expected["properties"].as_object_mut().expect("properties");
                for removed in change["removed"].as_array().into_iter().flatten() {
                    properties.remove(removed.as_str().expect("a name"));
                }
                expected["required"] = change["required"].clone();
            }
            sort_required(&mut expected);
            assert_same(
                &format!("{name}, {variant}"),
                &bare(name, tool.input_schema(options)),
                &expected,
            );
        }
    }
}

#[tokio::test]
async fn annotations_are_the_known_ones() {
    let list = published().await;
    let facts = facts();
    for tool in list["tools"].as_array().expect("an array") {
        let name = tool["name"].as_str().expect("a name");
        let fact = facts
            .get(name)
            .unwrap_or_else(|| panic!("{name} is in no facts"));
        assert_same(name, &tool["annotations"], &fact["annotations"]);
    }
}

#[tokio::test]
async fn the_list_is_small() {
    let bytes = published().await.to_string().len();
    assert!(bytes <= LIST_LIMIT, "the list has {bytes} bytes");
}

#[test]
fn schemas_compile_and_everything_is_described() {
    for tool in tools::tools() {
        let (name, schema) = (tool.spec.name, tool.input_schema(USUAL));
        assert!(!tool.spec.description.is_empty(), "{name}");
        if let Err(error) = schema::Schema::compile(&schema) {
            panic!("{name}: {error}");
        }
        for (parameter, schema) in schema["properties"].as_object().expect("properties") {
            let description = schema["description"].as_str().unwrap_or_default();
            assert!(
                !description.is_empty(),
                "{name}: {parameter} is not described"
            );
        }
    }
}

/// `tools/list` of a server with all its tools.
async fn published() -> Value {
    let mut client = crate::connection::Connection::of(tools::tools);
    client.request("tools/list", json!({})).await["result"].clone()
}
