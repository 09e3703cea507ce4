//! evaluate_script.

use crate::rig::Rig;
use serde_json::{Value, json};
use testkit::mcp::Answer;

impl Rig {
    #[track_caller]
    fn run(&self, function: &str) -> Answer {
        self.call("evaluate_script", json!({"function": function}))
    }
}

#[test]
fn gives_back_json() {
    let rig = Rig::open("/small.html");
    let answer = rig
        .run("() => ({a: [1, 'two', null, true], b: {c: 1.5}})")
        .ok();
    assert_eq!(
        answer.json_block(),
        json!({"a": [1, "two", null, true], "b": {"c": 1.5}})
    );
}

#[test]
fn waits_for_promises() {
    let rig = Rig::open("/small.html");
    let value = rig.value(
        "async () => { await new Promise((done) => setTimeout(done, 50)); return document.title; }",
    );
    assert_eq!(value, "Small");
}

#[test]
fn takes_elements_by_uid() {
    let rig = Rig::open("/small.html");
    let snapshot = rig.snapshot();
    let uids = [
        snapshot.uid("button \"More\""),
        snapshot.uid("button \"Less\""),
    ];
    let value = rig
        .call(
            "evaluate_script",
            json!({"function": "(a, b) => [a.id, b.id]", "args": uids}),
        )
        .ok()
        .json_block();
    assert_eq!(value, json!(["more", "less"]));
}

#[test]
fn undefined_and_null_differ() {
    let rig = Rig::open("/small.html");
    rig.run("() => undefined").ok().with("undefined");
    assert_eq!(rig.run("() => null").ok().json_block(), Value::Null);
}

#[test]
fn an_exception_is_an_error_with_name_and_message() {
    let rig = Rig::open("/small.html");
    rig.run("() => { throw new TypeError('it broke'); }")
        .failed()
        .with("TypeError")
        .with("it broke");
    rig.run("() => Promise.reject(new RangeError('too far'))")
        .failed()
        .with("RangeError")
        .with("too far");
}

#[test]
fn what_is_no_script_is_an_error() {
    let rig = Rig::open("/small.html");
    rig.run("() => {").failed().with("SyntaxError");
    rig.run("").failed();
    assert_eq!(rig.value("() => 1"), 1);
}

#[test]
fn a_script_that_navigates_does_not_hang() {
    let rig = Rig::open("/small.html");
    rig.run("() => { location.href = '/form.html'; return new Promise(() => {}); }");
    rig.call("wait_for", json!({"text": ["Newsletter"]})).ok();
    assert_eq!(rig.text_of("h1"), "Form");
}

#[test]
fn a_dialog_of_the_script_s_own_is_answered() {
    let rig = Rig::open("/small.html");
    assert_eq!(rig.run("() => confirm('sure?')").ok().json_block(), true);
    let dismissed = rig
        .call(
            "evaluate_script",
            json!({"function": "() => confirm('sure?')", "dialogAction": "dismiss"}),
        )
        .ok();
    assert_eq!(dismissed.json_block(), false);
    let prompted = rig
        .call(
            "evaluate_script",
            json!({"function": "() => prompt('name?')", "dialogAction": "mia"}),
        )
        .ok();
    assert_eq!(prompted.json_block(), "mia");
}
