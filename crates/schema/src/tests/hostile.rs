//! Schemas that a page could send to break or stall the server. Each is refused, or checked within its limits.

use crate::Schema;
use insta::assert_snapshot;
use serde_json::{Map, Value, json};

fn refused(schema: &Value) -> String {
    Schema::compile(schema).expect_err("the schema is refused")
}

/// Built without `json!`, which copies what it is given and so takes a stack of its own.
fn object(name: &str, member: Value) -> Value {
    let mut members = Map::new();
    members.insert(name.to_owned(), member);
    Value::Object(members)
}

fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({"type": "string"}), |inner, _| {
        object("properties", object("a", inner))
    })
}

/// Definitions `d0` … each made by `definition` from the reference to the next; the last is a string.
fn chain(length: usize, definition: impl Fn(Value) -> Value) -> Value {
    let mut definitions = Map::new();
    for at in 0..length {
        let next = json!({"$ref": format!("#/$defs/d{}", at + 1)});
        definitions.insert(format!("d{at}"), definition(next));
    }
    definitions.insert(format!("d{length}"), json!({"type": "string"}));
    json!({"$ref": "#/$defs/d0", "$defs": definitions})
}

#[test]
fn nested_3_000_deep() {
    assert_snapshot!(refused(&nested(3_000)), @"the schema is nested more than 100 levels deep");
    let list = (0..3_000).fold(json!({}), |inner, _| Value::Array(vec![inner]));
    assert_snapshot!(refused(&object("default", list)), @"the schema is nested more than 100 levels deep");
}

#[test]
fn as_deep_as_allowed_works() {
    let schema = Schema::compile(&nested(49)).unwrap();
    assert!(schema.check(&json!({"a": {"a": 1}})).len() <= 1);
}

#[test]
fn one_megabyte() {
    assert_snapshot!(refused(&json!({"description": "x".repeat(1 << 20)})), @"the schema is too large (limits: 50000 values, 512 kB of text)");
    let members: Map<String, Value> = (0..100_000)
        .map(|at| (format!("m{at}"), json!({})))
        .collect();
    assert_snapshot!(refused(&json!({"properties": members})), @"the schema is too large (limits: 50000 values, 512 kB of text)");
}

#[test]
fn a_reference_to_itself_is_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"$dynamicRef": "#x", "$dynamicAnchor": "x"}),
        json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveRef": "#", "$recursiveAnchor": true}),
    ] {
        assert_eq!(refused(&schema), "the schema refers to itself without end");
    }
}

#[test]
fn a_tree_that_refers_to_itself_is_checked() {
    let schema = json!({"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "value": {"type": "number"}}, "additionalProperties": false});
    let schema = Schema::compile(&schema).unwrap();
    let value = (0..60).fold(json!({"value": "x"}), |inner, _| object("left", inner));
    assert_eq!(schema.check(&value).len(), 1);
}

#[test]
fn doubling_references_are_refused() {
    for schema in [
        chain(40, |next| json!({"allOf": [next, next]})),
        chain(40, |next| json!({"anyOf": [next, next]})),
        chain(40, |next| json!({"oneOf": [{"not": next}, next]})),
        chain(40, |next| json!({"if": next, "then": next, "else": next})),
        chain(
            40,
            |next| json!({"unevaluatedProperties": false, "allOf": [next, next]}),
        ),
        chain(
            40,
            |next| json!({"dependentSchemas": {"a": next, "b": next}}),
        ),
    ] {
        assert_eq!(
            refused(&schema),
            "the schema asks for more than 20000 evaluations of one value"
        );
    }
}

#[test]
fn doubling_with_the_depth_of_the_value_is_bounded() {
    let schema =
        json!({"properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}}, "type": "object"});
    let value = (0..60).fold(json!(1), |inner, _| object("a", inner));
    assert!(!Schema::compile(&schema).unwrap().check(&value).is_empty());
}

#[test]
fn long_chains_of_references_stay_on_the_stack() {
    let on_a_small_stack = |schema: Value, value: Value| {
        std::thread::Builder::new()
            .stack_size(1 << 20)
            .spawn(move || {
                let schema = Schema::compile(&schema).unwrap();
                schema.check(&value).len()
            })
            .unwrap()
            .join()
            .unwrap()
    };
    assert_eq!(on_a_small_stack(chain(3_000, |next| next), json!(1)), 1);
    assert_eq!(
        on_a_small_stack(chain(1_500, |next| json!({"allOf": [next]})), json!(1)),
        1
    );
    assert_eq!(
        on_a_small_stack(chain(200, |next| json!({"anyOf": [next]})), json!(1)),
        1
    );
    let list = json!({"type": "array", "items": {"anyOf": [{"$ref": "#"}, {"type": "string"}]}});
    let value = (0..190).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    assert_eq!(on_a_small_stack(list, value), 1);
}

#[test]
fn a_value_nested_too_deep_is_not_checked() {
    let value = (0..1_000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    assert_snapshot!(super::told(json!({"items": {"$ref": "#"}}), value), @"nested more than 200 levels deep");
}

#[test]
fn patterns_that_backtrack_for_ever() {
    for pattern in [
        "^(a+)+$",
        "^(a|a)*$",
        "(x+x+)+y",
        "^(?=(a+)+$)b",
        r"^(a+)+\1$",
        "^(?!(a+)+$)",
    ] {
        for value in ["a".repeat(5_000) + "!", "x".repeat(5_000)] {
            let schema = json!({"type": "string", "pattern": pattern});
            Schema::compile(&schema).unwrap().check(&json!(value));
            let schema = json!({"patternProperties": {pattern: {"type": "number"}}});
            Schema::compile(&schema).unwrap().check(&json!({value: 1}));
        }
    }
    let schema = json!({"pattern": r"^(?=(a+)+$)(a+)+\1!$"});
    assert_snapshot!(super::told(schema, json!("a".repeat(40))), @r#"expected a string that matches "^(?=(a+)+$)(a+)+\\1!$", got string "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa""#);
}

#[test]
fn patterns_that_are_none_or_too_big() {
    assert_snapshot!(refused(&json!({"properties": {"a": {"pattern": "("}}})), @r#"the schema is broken at properties.a.pattern: "(" is no pattern that can be used"#);
    assert_snapshot!(refused(&json!({"pattern": "a".repeat(3_000)})), @"a pattern in the schema is longer than 2000 bytes");
    assert_snapshot!(refused(&json!({"pattern": "((a{1000}){1000}){1000}"})), @r#"the schema is broken at pattern: "((a{1000}){1000}){1000}" is no pattern that can be used"#);
    let many: Map<String, Value> = (0..300).map(|at| (format!("^{at}"), json!({}))).collect();
    assert_snapshot!(refused(&json!({"patternProperties": many})), @"the schema has more than 200 patterns");
}

#[test]
fn remote_and_dangling_references_are_refused() {
    assert_snapshot!(refused(&json!({"$ref": "https://evil.example/schema.json"})), @r#"the schema refers to "https://evil.example/schema.json", which is outside of it; only references inside are followed"#);
    assert_snapshot!(refused(&json!({"properties": {"a": {"$ref": "file:///etc/passwd"}}})), @r#"the schema refers to "file:///etc/passwd", which is outside of it; only references inside are followed"#);
    assert_snapshot!(refused(&json!({"$ref": "other.json"})), @r#"the schema refers to "other.json", which is outside of it; only references inside are followed"#);
    assert_snapshot!(refused(&json!({"$ref": "#/$defs/none"})), @r##"the schema refers to "#/$defs/none", where no schema stands"##);
    assert_snapshot!(refused(&json!({"$ref": "#nothing"})), @r##"the schema refers to "#nothing", where no schema stands"##);
    assert_snapshot!(refused(&json!({"$ref": "#/default", "default": {"$ref": "#/default"}})), @r##"the schema refers to "#/default", where no schema stands"##);
    assert_snapshot!(refused(&json!({"$schema": "https://evil.example/meta", "$ref": "https://evil.example/meta"})), @r#"the schema refers to "https://evil.example/meta", which is outside of it; only references inside are followed"#);
}

#[test]
fn broken_schemas_are_refused_with_the_place() {
    assert_snapshot!(refused(&json!({"properties": {"a": {"type": "strng"}}})), @r#"the schema is broken at properties.a.type: expected one of "array", "boolean", "integer", "null", "number", "object", "string", got string "strng"; did you mean "string"?"#);
    assert_snapshot!(refused(&json!({"required": "a"})), @r#"the schema is broken at required: expected array, got string "a""#);
    assert_snapshot!(refused(&json!({"properties": [1]})), @"the schema is broken at properties: expected object, got array [1]");
    assert_snapshot!(refused(&json!({"minLength": -1})), @"the schema is broken at minLength: expected at least 0, got number -1");
    assert_snapshot!(refused(&json!({"type": "object", "properties": {"a": 5}})), @"the schema is broken at properties.a: expected boolean or object, got number 5");
    assert_snapshot!(refused(&json!("schema")), @r#"a schema is an object or a boolean, this is string "schema""#);
    assert_snapshot!(refused(&json!(null)), @"a schema is an object or a boolean, this is null");
}
