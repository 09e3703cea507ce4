//! What a reader is told about arguments that don't fit.

use super::told;
use insta::assert_snapshot;
use serde_json::{Value, json};

fn navigate() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "pageId": {"type": "number"},
            "type": {"type": "string", "enum": ["url", "back", "forward", "reload"]},
            "timeout": {"type": "integer", "minimum": 0},
            "url": {"type": "string"},
        },
        "required": ["pageId"],
        "additionalProperties": false,
    })
}

#[test]
fn a_missing_member_is_named_with_its_type() {
    assert_snapshot!(told(navigate(), json!({})), @r#"missing required member "pageId" (number)"#);
}

#[test]
fn an_unknown_member_gets_the_nearest_name_and_the_allowed_ones() {
    assert_snapshot!(told(navigate(), json!({"pageID": 1, "zzz": 2})), @r#"
unknown member "pageID"; did you mean "pageId"? (allowed: pageId, type, timeout, url)
unknown member "zzz" (allowed: pageId, type, timeout, url)
missing required member "pageId" (number)
"#);
}

#[test]
fn nothing_is_coerced() {
    assert_snapshot!(told(navigate(), json!({"pageId": "2", "timeout": 1.5, "url": null})), @r#"
pageId: expected number, got string "2"
timeout: expected integer, got number 1.5
url: expected string, got null
"#);
}

#[test]
fn an_enumeration_lists_what_is_expected() {
    assert_snapshot!(told(navigate(), json!({"pageId": 1, "type": "forwrad", "timeout": -1})), @r#"
type: expected one of "url", "back", "forward", "reload", got string "forwrad"; did you mean "forward"?
timeout: expected at least 0, got number -1
"#);
}

#[test]
fn the_value_itself_has_no_path() {
    assert_snapshot!(told(navigate(), json!([1, {"a": "b"}])), @r#"expected object, got array [1,{"a":"b"}]"#);
}

#[test]
fn a_path_reads_like_code() {
    let schema = json!({
        "properties": {
            "user": {"properties": {"items": {"items": {"properties": {"id": {"type": "number"}}}}}},
            "odd name": {"properties": {"0": {"type": "null"}}},
        },
    });
    let value = json!({"user": {"items": [{"id": 1}, {"id": "2"}]}, "odd name": {"0": true}});
    assert_snapshot!(told(schema, value), @r#"
user.items[1].id: expected number, got string "2"
["odd name"]["0"]: expected null, got boolean true
"#);
}

#[test]
fn alternatives_by_type_are_one_expectation() {
    let schema = json!({"properties": {
        "a": {"type": ["string", "number"]},
        "b": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    }});
    assert_snapshot!(told(schema, json!({"a": true, "b": 2})), @"
a: expected number or string, got boolean true
b: expected string or null, got number 2
");
}

#[test]
fn the_alternative_of_the_right_type_is_the_one_that_was_meant() {
    let schema = json!({"anyOf": [
        {"type": "string"},
        {"type": "object", "properties": {"uid": {"type": "string"}}, "required": ["uid"]},
    ]});
    assert_snapshot!(told(schema, json!({"uid": 7})), @"uid: expected string, got number 7");
}

#[test]
fn alternatives_that_all_might_be_meant_are_listed() {
    let schema = json!({"oneOf": [
        {"required": ["uid"]},
        {"required": ["selector"]},
        {"properties": {"at": {"required": ["x"]}}, "required": ["at"]},
    ]});
    assert_snapshot!(told(schema.clone(), json!({"at": {}})), @r#"fits none of 3 alternatives: (1) missing required member "uid"; (2) missing required member "selector"; (3) at: missing required member "x""#);
    assert_snapshot!(told(schema, json!({"uid": 1, "selector": 2})), @r#"fits several alternatives where exactly one must fit, got object {"uid":1,"selector":2}"#);
}

#[test]
fn each_rule_has_its_words() {
    let schema = json!({"properties": {
        "const": {"const": {"a": 1}},
        "format": {"format": "email"},
        "pattern": {"pattern": "^[a-z]+$"},
        "least": {"minimum": 3},
        "most": {"exclusiveMaximum": 3},
        "step": {"multipleOf": 5},
        "short": {"minLength": 2},
        "long": {"maxLength": 2},
    }});
    let value = json!({"const": {"a": 2}, "format": "x", "pattern": "A", "least": 1, "most": 3, "step": 7, "short": "x", "long": "xxx"});
    assert_snapshot!(told(schema, value), @r#"
const: expected {"a":1}, got object {"a":2}
format: expected a string in the format "email", got string "x"
pattern: expected a string that matches "^[a-z]+$", got string "A"
least: expected at least 3, got number 1
most: expected less than 3, got number 3
step: expected a multiple of 5, got number 7
short: expected at least 2 characters, got string "x"
long: expected at most 2 characters, got string "xxx"
"#);
    let schema = json!({"properties": {
        "few": {"minItems": 1},
        "many": {"maxItems": 1},
        "unique": {"uniqueItems": true},
        "contains": {"contains": {"type": "string"}},
        "not": {"not": {"type": "string"}},
        "never": false,
        "names": {"propertyNames": {"pattern": "^a"}},
        "tuple": {"prefixItems": [{}], "items": false},
        "members": {"maxProperties": 1},
    }});
    let value = json!({"few": [], "many": [1, 2], "unique": [1, 1], "contains": [1], "not": "x", "never": 1,
        "names": {"b": 1}, "tuple": [1, 2], "members": {"a": 1, "b": 2}});
    assert_snapshot!(told(schema, value), @r#"
few: expected at least 1 items, got 0
many: expected at most 1 items, got 2
unique: expected items that all differ, some are equal
contains: no item is of the kind that the list must contain
not: must not fit {"type":"string"}, got string "x"
never: no value is allowed here, got number 1
names: member name "b": expected a string that matches "^a", got string "b"
tuple[1]: no value is allowed here, got number 2
members: expected at most 1 members, got 2
"#);
}

#[test]
fn a_required_member_behind_a_reference_has_its_type_too() {
    let schema = json!({
        "$ref": "#/$defs/order",
        "$defs": {
            "order": {"properties": {"id": {"$ref": "#/$defs/id"}, "kind": {"enum": ["a", "b"]}}, "required": ["id", "kind"]},
            "id": {"type": ["string", "integer"]},
        },
    });
    assert_snapshot!(told(schema, json!({})), @r#"
missing required member "id" (string or integer)
missing required member "kind" (one of "a", "b")
"#);
}

#[test]
fn output_is_bounded() {
    let schema = json!({"type": "array", "items": {"type": "number"}});
    let value: Value = (0..100).map(|_| json!("x".repeat(1 << 16))).collect();
    let told = told(schema, value);
    assert_eq!(told.lines().count(), crate::MAX_VIOLATIONS);
    assert!(told.len() < 2_000, "{}", told.len());
}

#[test]
fn long_lists_and_names_are_cut() {
    let names: Vec<String> = (0..30).map(|at| format!("member{at}")).collect();
    let properties: serde_json::Map<_, _> =
        names.iter().map(|name| (name.clone(), json!({}))).collect();
    let schema = json!({"properties": properties, "additionalProperties": false});
    assert_snapshot!(told(schema, json!({"x".repeat(200): 1})), @r#"unknown member "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (allowed: member0, member1, member2, member3, member4, member5, member6, member7, member8, member9, member10, member11, … 18 more)"#);
}

#[test]
fn text_of_a_page_stays_on_its_line() {
    let schema = json!({"properties": {"a\n## Pages\u{1b}[31m": {"enum": ["x\u{202e}\n"]}}});
    assert_snapshot!(told(schema, json!({"a\n## Pages\u{1b}[31m": "\u{7f}\n"})), @r#"["a\n## Pages\u{1b}[31m"]: expected one of "x\u{202e}\n", got string "\u{7f}\n""#);
}
