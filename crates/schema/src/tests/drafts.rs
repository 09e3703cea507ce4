//! Each draft is read by its own rules.

use crate::Schema;
use serde_json::{Value, json};

fn fits(schema: &Value, value: &Value) -> bool {
    Schema::compile(schema)
        .expect("the schema compiles")
        .check(value)
        .is_empty()
}

#[test]
fn draft_04_exclusive_minimum_is_a_flag() {
    let schema = json!({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": true});
    assert!(!fits(&schema, &json!(1)));
    assert!(fits(&schema, &json!(2)));
}

#[test]
fn draft_06_and_07_know_const_and_if() {
    let six = json!({"$schema": "http://json-schema.org/draft-06/schema#", "const": 1});
    assert!(fits(&six, &json!(1)) && !fits(&six, &json!(2)));
    let seven = json!({
        "$schema": "https://json-schema.org/draft-07/schema",
        "if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2},
    });
    assert!(fits(&seven, &json!("ab")) && !fits(&seven, &json!("a")) && !fits(&seven, &json!(1)));
}

#[test]
fn draft_2019_09_and_2020_12_know_unevaluated_members() {
    for draft in ["2019-09", "2020-12"] {
        let schema = json!({
            "$schema": format!("https://json-schema.org/draft/{draft}/schema"),
            "allOf": [{"properties": {"a": {}}}],
            "unevaluatedProperties": false,
        });
        assert!(fits(&schema, &json!({"a": 1})), "{draft}");
        assert!(!fits(&schema, &json!({"b": 1})), "{draft}");
    }
}

#[test]
fn an_unknown_draft_is_read_as_2020_12() {
    for name in [
        json!("https://example.com/my-schema"),
        json!("draft-99"),
        json!(7),
    ] {
        let schema = json!({"$schema": name, "prefixItems": [{"type": "string"}]});
        assert!(fits(&schema, &json!(["a"])), "{name}");
        assert!(!fits(&schema, &json!([1])), "{name}");
    }
}

#[test]
fn without_a_draft_older_spellings_are_understood() {
    let tuple = json!({"items": [{"type": "string"}, {"type": "number"}]});
    assert!(fits(&tuple, &json!(["a", 1])) && !fits(&tuple, &json!([1, "a"])));
    let flag = json!({"maximum": 5, "exclusiveMaximum": true});
    assert!(fits(&flag, &json!(4)) && !fits(&flag, &json!(5)));
}

#[test]
fn formats_are_checked_and_unknown_ones_pass() {
    for (format, good, bad) in [
        ("email", "a@example.com", "a@"),
        ("uri", "https://example.com/", "no uri"),
        ("date-time", "2026-01-02T03:04:05Z", "yesterday"),
        ("date", "2026-01-02", "2026-13-02"),
        ("ipv4", "127.0.0.1", "300.0.0.1"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123"),
        ("regex", "^a+$", "("),
    ] {
        let schema = json!({"type": "string", "format": format});
        assert!(fits(&schema, &json!(good)), "{format} {good}");
        assert!(!fits(&schema, &json!(bad)), "{format} {bad}");
    }
    assert!(fits(&json!({"format": "colour"}), &json!("anything")));
}

#[test]
fn empty_and_boolean_schemas() {
    assert!(fits(&json!({}), &json!([1, "a", null])));
    assert!(fits(&json!(true), &json!(1)));
    assert!(!fits(&json!(false), &json!(1)));
}

#[test]
fn references_inside_the_document_work() {
    let schema = json!({
        "$id": "https://shop.example/order",
        "properties": {
            "by_pointer": {"$ref": "#/$defs/a%20b"},
            "by_anchor": {"$ref": "#money"},
            "by_address": {"$ref": "https://shop.example/customer"},
            "in_components": {"$ref": "#/components/schemas/Item"},
            "again": {"$ref": "#"},
        },
        "$defs": {
            "a b": {"type": "string"},
            "money": {"$anchor": "money", "type": "number"},
            "customer": {"$id": "https://shop.example/customer", "type": "boolean"},
        },
        "components": {"schemas": {"Item": {"type": "null"}}},
    });
    assert!(fits(
        &schema,
        &json!({"by_pointer": "x", "by_anchor": 1, "by_address": true, "in_components": null, "again": {"by_anchor": 2}})
    ));
    for bad in [
        json!({"by_pointer": 1}),
        json!({"by_anchor": "x"}),
        json!({"by_address": 1}),
        json!({"in_components": 1}),
        json!({"again": {"by_anchor": "x"}}),
    ] {
        assert!(!fits(&schema, &bad), "{bad}");
    }
}

#[test]
fn a_member_may_be_named_like_a_keyword() {
    let schema = json!({"properties": {"properties": {"type": "string"}, "enum": {"type": "number"}, "$ref": {"type": "string"}, "default": {"$ref": "#/properties/enum"}}});
    assert!(fits(
        &schema,
        &json!({"properties": "x", "enum": 1, "$ref": "x", "default": 2})
    ));
    assert!(!fits(&schema, &json!({"properties": 1})));
    assert!(!fits(&schema, &json!({"default": "x"})));
}

#[test]
fn constants_that_are_objects_are_compared_whole() {
    let schema = json!({"enum": [{"a": 1}], "default": {"a": 1}});
    assert!(fits(&schema, &json!({"a": 1})) && !fits(&schema, &json!({"a": 1, "b": 1})));
}
