//! Which members are filled in.

use crate::Schema;
use serde_json::{Value, json};

fn filled(schema: Value, mut value: Value) -> Value {
    Schema::compile(&schema)
        .expect("the schema compiles")
        .fill_defaults(&mut value);
    value
}

#[test]
fn absent_members_get_their_default_and_present_ones_stay() {
    let schema = json!({"properties": {"a": {"default": 1}, "b": {"default": 2}, "c": {"default": 3}, "d": {}}});
    assert_eq!(
        filled(schema, json!({"b": 5, "c": null})),
        json!({"b": 5, "c": null, "a": 1})
    );
}

#[test]
fn at_any_depth() {
    let schema = json!({"properties": {
        "user": {"properties": {"role": {"default": "guest"}}},
        "items": {"items": {"properties": {"count": {"default": 1}}}},
        "pair": {"prefixItems": [{"properties": {"x": {"default": 0}}}], "items": {"properties": {"y": {"default": 9}}}},
        "map": {"additionalProperties": {"properties": {"on": {"default": true}}}},
    }});
    assert_eq!(
        filled(
            schema,
            json!({"user": {}, "items": [{}, {"count": 2}, 3], "pair": [{}, {}], "map": {"k": {}}})
        ),
        json!({"user": {"role": "guest"}, "items": [{"count": 1}, {"count": 2}, 3], "pair": [{"x": 0}, {"y": 9}], "map": {"k": {"on": true}}})
    );
}

#[test]
fn absent_objects_are_not_made_up() {
    let schema = json!({"properties": {"user": {"properties": {"role": {"default": "guest"}}}}});
    assert_eq!(filled(schema, json!({})), json!({}));
}

#[test]
fn a_default_is_filled_in_itself() {
    let schema = json!({"properties": {"user": {"default": {}, "properties": {"role": {"default": "guest"}}}}});
    assert_eq!(
        filled(schema, json!({})),
        json!({"user": {"role": "guest"}})
    );
}

#[test]
fn through_references_and_all_of() {
    let schema = json!({
        "allOf": [{"properties": {"a": {"default": 1}}}, {"$ref": "#/$defs/more"}],
        "$defs": {"more": {"properties": {"b": {"$ref": "#/$defs/two"}}}, "two": {"default": 2}},
    });
    assert_eq!(filled(schema, json!({})), json!({"a": 1, "b": 2}));
}

#[test]
fn never_for_alternatives() {
    let schema = json!({
        "anyOf": [{"properties": {"a": {"default": 1}}}],
        "oneOf": [{"properties": {"b": {"default": 1}}}],
        "if": {}, "then": {"properties": {"c": {"default": 1}}},
    });
    assert_eq!(filled(schema, json!({})), json!({}));
}

#[test]
fn schemas_that_refer_to_themselves_end() {
    let endless = json!({"properties": {"a": {"$ref": "#", "default": {}}}});
    assert_eq!(filled(endless, json!({})), json!({"a": {}}));
    let doubling =
        json!({"properties": {"a": {"default": {}, "allOf": [{"$ref": "#"}, {"$ref": "#"}]}}});
    assert_eq!(filled(doubling, json!({})), json!({"a": {}}));
    let wide: Value = json!({"properties": (0..5_000).map(|at| (format!("m{at}"), json!({"default": 1}))).collect::<serde_json::Map<_, _>>()});
    assert_eq!(filled(wide, json!({})).as_object().unwrap().len(), 1_000);
}
