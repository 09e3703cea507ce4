//! How a page's tool is found and what it is given.

use crate::page_tools_values::{rig_of, uid};
use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::Site;

/// A page whose groups are written in JavaScript.
pub fn groups(script: &str) -> Rig {
    let site = Site::builder().page("/page", page(script)).start();
    Rig::open_with("/page", options(), site)
}

/// A page that runs a script in its listener; `event` is the event, `tool` makes a tool.
pub fn page(script: &str) -> String {
    format!(
        "<!doctype html><title>tools</title><body><button id=b1>First</button><section id=s><i>x</i></section><script>\
         const element = {{type: 'object', 'x-mcp-type': 'HTMLElement'}};\
         const tool = (name, execute, inputSchema = {{}}, more = {{}}) => ({{name, description: name, inputSchema, execute, ...more}});\
         addEventListener('devtoolstooldiscovery', event => {{ window.asked = (window.asked || 0) + 1; {script} }})</script>"
    )
}

#[test]
fn a_name_that_two_groups_have_is_never_taken_silently() {
    let rig = groups(
        "event.respondWith({name: 'Alpha', tools: [tool('dup', () => 'alpha'), tool('twice', () => 1), tool('twice', () => 2)]});\
         event.respondWith({name: 'Beta', tools: [tool('dup', () => 'beta')]});",
    );
    rig.page_tools().with(
        "Left out: tool \"twice\" of group \"Alpha\": its group has a tool of that name already.",
    );
    rig.page_tool("dup", json!({}))
        .failed()
        .with("\"Alpha\", \"Beta\"")
        .with("group");
    rig.page_tool_with("dup", json!({"group": "Beta"}))
        .ok()
        .with("beta");
    rig.page_tool_with("dup", json!({"group": "Gamma"}))
        .failed()
        .with("Gamma");
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest() {
    let rig =
        groups("event.respondWith({name: 'A', tools: [tool('getCacheStatistics', () => 1)]})");
    rig.page_tool("getCacheStatistic", json!({}))
        .failed()
        .with("\"getCacheStatistics\"");
}

#[test]
fn arguments_are_checked_by_schemas_of_every_draft() {
    let drafts = [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
    ];
    let tools: String = drafts
        .iter()
        .enumerate()
        .map(|(at, draft)| {
            format!(
                "tool('t{at}', args => args, {{$schema: '{draft}', type: 'object', properties: {{tableName: {{type: 'string'}}, limit: {{type: 'number', default: 5}}}}, required: ['tableName']}}),"
            )
        })
        .collect();
    let rig = groups(&format!(
        "event.respondWith({{name: 'A', tools: [{tools}]}})"
    ));
    for at in 0..drafts.len() {
        let name = format!("t{at}");
        rig.page_tool(&name, json!({"tableName": "orders"}))
            .ok()
            .with("\"limit\": 5");
        rig.page_tool(&name, json!({"tablename": "orders"}))
            .failed()
            .with("tableName");
        rig.page_tool(&name, json!({"tableName": 3}))
            .failed()
            .with("tableName")
            .with("string");
    }
    assert_eq!(
        rig.page_tool_with("t0", json!({"params": {"tableName": "as an object"}}))
            .ok()
            .structured
            .len(),
        0
    );
}

#[test]
fn a_schema_that_can_t_be_used_fails_its_tool_alone() {
    let rig = groups(
        "event.respondWith({name: 'A', tools: [tool('bad', () => 1, {type: 'nonsense'}), tool('remote', () => 1, {$ref: 'https://evil.example/x'}), tool('good', () => 'fine')]})",
    );
    rig.page_tool("bad", json!({})).failed().with("inputSchema");
    rig.page_tool("remote", json!({}))
        .failed()
        .with("inputSchema");
    rig.page_tool("good", json!({})).ok().with("fine");
}

#[test]
fn elements_go_in_by_schema_at_any_depth() {
    let rig = groups(
        "const tags = v => v instanceof Element ? v.tagName : Array.isArray(v) ? v.map(tags) : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, tags(x)])) : v;\
         event.respondWith({name: 'A', tools: [\
           tool('top', tags, {type: 'object', properties: {target: element}, required: ['target']}),\
           tool('deep', tags, {type: 'object', properties: {list: {type: 'array', items: {$ref: '#/$defs/E'}}, either: {anyOf: [{type: 'string'}, element]}, pair: {type: 'array', prefixItems: [{type: 'string'}, element]}}, additionalProperties: element, $defs: {E: element}}),\
           tool('plain', tags, {type: 'object', properties: {x: {type: 'object'}}})]})",
    );
    let button = rig.uid("button \"First\"");
    rig.page_tool("top", json!({"target": {"uid": button}}))
        .ok()
        .with("\"target\": \"BUTTON\"");
    rig.page_tool("top", json!({"target": {"selector": "section i"}}))
        .ok()
        .with("\"target\": \"I\"");
    rig.page_tool("top", json!({"target": {"selector": ".nothing"}}))
        .failed()
        .with("No element matches the selector \".nothing\"");
    rig.page_tool("top", json!({"target": {"selector": "::::"}}))
        .failed()
        .with("not a CSS selector");
    rig.page_tool("top", json!({"target": {"uid": "9_9"}}))
        .failed()
        .with("9_9");
    rig.page_tool("top", json!({"target": {}}))
        .failed()
        .with("uid");
    rig.page_tool("top", json!({})).failed().with("target");
    let deep = json!({"list": [{"uid": button}, {"selector": "#s"}], "either": {"uid": button}, "pair": ["x", {"selector": "i"}], "more": {"uid": button}});
    let answer = rig.page_tool("deep", deep).ok();
    let got: serde_json::Value = serde_json::from_str(&answer.text).expect("JSON");
    assert_eq!(
        got,
        json!({"list": ["BUTTON", "SECTION"], "either": "BUTTON", "pair": ["x", "I"], "more": "BUTTON"})
    );
    rig.page_tool("plain", json!({"x": {"uid": "hello"}}))
        .ok()
        .with("\"uid\": \"hello\"");
}

#[test]
fn an_element_of_another_frame_goes_in_when_its_origin_is_the_tool_s() {
    let script = "event.respondWith({name: 'A', tools: [tool('text', ({target}) => target.textContent, {type: 'object', properties: {target: element}})]})";
    let site = Site::builder()
        .page("/page", page(script) + "<iframe src=/inner></iframe><iframe id=other></iframe><script>other.src = location.href.replace('127.0.0.1', 'localhost').replace('page', 'foreign')</script>")
        .page("/inner", "<button>Inner</button>")
        .page("/foreign", "<button>Foreign</button>")
        .start();
    let rig = Rig::open_with("/page", options(), site);
    let inner = rig.uid("button \"Inner\"");
    rig.page_tool("text", json!({"target": {"uid": inner}}))
        .ok()
        .with("\"Inner\"");
    let foreign = rig.uid("button \"Foreign\"");
    rig.page_tool("text", json!({"target": {"uid": foreign}}))
        .failed()
        .with("another origin");
}

#[test]
fn an_element_out_can_go_in_again() {
    let rig = groups(
        "event.respondWith({name: 'A', tools: [tool('give', () => document.querySelector('i')), tool('take', ({target}) => target.tagName, {type: 'object', properties: {target: element}})]})",
    );
    let given = uid(&rig.page_tool("give", json!({})).ok().text);
    rig.page_tool("take", json!({"target": {"uid": given}}))
        .ok()
        .with("\"I\"");
}

#[test]
fn a_tool_gets_its_arguments_its_signal_and_its_progress() {
    let rig = rig_of(&[
        (
            "shape",
            "return [arguments.length, extra.signal instanceof AbortSignal, extra.signal.aborted, typeof extra.progress, this.name]",
        ),
        (
            "steps",
            "for (let i = 1; i <= 3; i++) { extra.progress(i, 3, 'step ' + i); await new Promise(r => setTimeout(r, 30)); } return 'done'",
        ),
    ]);
    rig.page_tool("shape", json!({}))
        .ok()
        .with("2,\n  true,\n  false,\n  \"function\",\n  \"shape\"");
    let call = rig.start("execute_3p_developer_tool", json!({"toolName": "steps"}));
    call.answer().ok().with("done");
    let told = rig.client.progress(call.id());
    assert!(
        told.iter().any(|told| told.to_string().contains("step 3")),
        "{told:?}"
    );
}

#[test]
fn an_answer_that_is_only_an_error_is_a_failure() {
    let rig = rig_of(&[
        ("says", "return {error: 'Global store not found'}"),
        ("more", "return {error: 'x', rows: []}"),
        ("none", "return {error: null}"),
    ]);
    rig.page_tool("says", json!({}))
        .failed()
        .with("Global store not found");
    rig.page_tool("more", json!({})).ok();
    rig.page_tool("none", json!({})).ok();
}

#[test]
fn every_throw_has_a_text() {
    let rig = rig_of(&[
        (
            "error",
            "throw new Error('tool blew up', {cause: new TypeError('deep down')})",
        ),
        ("text", "throw 'plain string'"),
        ("empty", "throw ''"),
        ("nothing", "throw undefined"),
        ("null", "throw null"),
        ("object", "throw {code: 7}"),
        ("number", "return Promise.reject(42)"),
        ("nameless", "throw new Error()"),
        ("hostile", "throw {get message() { throw 1 }}"),
    ]);
    rig.page_tool("error", json!({}))
        .failed()
        .with("tool blew up")
        .with("TypeError: deep down");
    rig.page_tool("text", json!({}))
        .failed()
        .with("threw: plain string");
    rig.page_tool("empty", json!({}))
        .failed()
        .with("threw: \"\"");
    rig.page_tool("nothing", json!({}))
        .failed()
        .with("threw: undefined");
    rig.page_tool("null", json!({}))
        .failed()
        .with("threw: null");
    rig.page_tool("object", json!({}))
        .failed()
        .with("threw: {code: 7}");
    rig.page_tool("number", json!({}))
        .failed()
        .with("threw: 42");
    rig.page_tool("nameless", json!({}))
        .failed()
        .with("threw: Error()");
    rig.page_tool("hostile", json!({}))
        .failed()
        .with("unreadable");
}
