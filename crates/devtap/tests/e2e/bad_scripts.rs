//! Scripts with odd ends.

use crate::rig::Rig;
use serde_json::json;
use testkit::mcp::Answer;

impl Rig {
    /// The answer to a script, after which the page still works.
    #[track_caller]
    fn odd(&self, function: &str) -> Answer {
        let answer = self.call("evaluate_script", json!({"function": function}));
        assert!(
            !answer.text.trim().is_empty(),
            "{function} had an empty answer"
        );
        assert_eq!(self.value("() => 1 + 1"), 2);
        answer
    }
}

#[test]
fn throws_undefined() {
    let rig = Rig::open("/small.html");
    rig.odd("() => { throw undefined; }")
        .failed()
        .with("undefined");
    rig.odd("() => Promise.reject()").failed().with("undefined");
}

#[test]
fn throws_what_is_no_error() {
    let rig = Rig::open("/small.html");
    rig.odd("() => { throw 'a text'; }").failed().with("a text");
    rig.odd("() => { throw null; }").failed().with("null");
    rig.odd("() => { throw {code: 7}; }")
        .failed()
        .with("code: 7");
    rig.odd("() => { throw 42n; }").failed().with("42");
}

#[test]
fn a_result_with_a_cycle() {
    let rig = Rig::open("/small.html");
    let answer =
        rig.odd("() => { const value = {name: 'loop'}; value.self = value; return value; }");
    assert!(
        answer.is_error || answer.text.contains("loop"),
        "{}",
        answer.text
    );
}

#[test]
fn a_result_with_a_bigint() {
    let rig = Rig::open("/small.html");
    for function in [
        "() => 12345678901234567890n",
        "() => ({big: 12345678901234567890n})",
    ] {
        let answer = rig.odd(function);
        assert!(
            answer.text.contains("12345678901234567890")
                || answer.text.to_lowercase().contains("bigint"),
            "{}",
            answer.text
        );
    }
}

#[test]
fn results_that_json_does_not_know() {
    let rig = Rig::open("/small.html");
    for function in [
        "() => NaN",
        "() => -0",
        "() => Infinity",
        "() => Symbol('x')",
        "() => () => 1",
        "() => document.body",
        "() => window",
        "() => new Map([['k', 1]])",
        "() => new Date(0)",
        "() => new Error('boom')",
        "() => new Uint8Array([1, 2])",
        "() => Object.create(null)",
        "() => new Proxy({}, {get() { throw 1; }, ownKeys() { throw 2; }})",
        "() => ({get trap() { throw new Error('sprung'); }})",
        "() => ({toJSON() { throw new Error('no'); }})",
    ] {
        rig.odd(function);
    }
}

#[test]
fn a_very_deep_and_a_very_long_result() {
    let rig = Rig::open("/small.html");
    rig.odd(
        "() => { let value = 0; for (let i = 0; i < 20000; i++) value = [value]; return value; }",
    );
    rig.odd("() => 'x'.repeat(2000000)");
}

#[test]
fn a_page_with_broken_builtins() {
    let site = testkit::site::Site::builder()
        .page(
            "/",
            "<h1>Broken</h1><script>JSON.stringify = () => { throw 1; }; Array.prototype.map = null; \
             Promise.prototype.then = undefined; window.Object = null; \
             document.querySelector = null;</script>",
        )
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    rig.snapshot().with("heading \"Broken\"");
    rig.call("evaluate_script", json!({"function": "() => 'still'"}))
        .ok()
        .with("still");
}
