//! Pages that break what our scripts stand on, or try to.

use crate::page_tools_calls::page;
use crate::rig::{Rig, SOON, options};
use serde_json::json;
use std::time::Instant;
use testkit::site::{Response, Site};

const OFFER: &str = "event.respondWith({name: 'A', tools: [tool('echo', args => ({args, at: new Date(0)}), {type: 'object', properties: {x: {type: 'number', default: 2}}}), tool('plain', () => ({a: [1, {b: 'c'}]}))]})";

/// A page that runs `script` before anything else, with two tools.
#[track_caller]
fn survives(script: &str) {
    let html = format!("<!doctype html><script>{script}</script>") + &page(OFFER);
    let site = Site::builder()
        .page("/page", html)
        .page("/quiet", "quiet")
        .start();
    let rig = Rig::open_with("/quiet", options(), site);
    rig.call("navigate_page", json!({"url": rig.site.url("/page")}))
        .ok()
        .with("name=\"echo\"");
    rig.page_tools().with("name=\"echo\"").with("\"default\":2");
    rig.page_tool("echo", json!({}))
        .ok()
        .with("x: 2")
        .with("Date(1970-01-01T00:00:00.000Z)");
    rig.page_tool("plain", json!({})).ok().with("\"b\": \"c\"");
}

#[test]
fn overridden_array_prototype() {
    survives(
        "for (const name of ['push', 'map', 'forEach', 'join', 'slice', 'concat', 'includes', 'indexOf', 'filter', 'toString', 'toJSON']) Array.prototype[name] = () => { throw new Error('mine') };\
         Array.isArray = () => false; Array.from = () => ['stolen'];",
    );
}

#[test]
fn overridden_json() {
    survives(
        "const parse = JSON.parse; JSON.parse = () => ({stolen: 1}); JSON.stringify = () => 'stolen'; Object.prototype.toJSON = () => 'stolen'; String.prototype.toJSON = () => 'stolen'; delete Object.prototype.toJSON;",
    );
}

#[test]
fn overridden_promise() {
    survives(
        "Promise.prototype.then = function () { throw new Error('mine') }; Object.defineProperty(Promise.prototype, 'constructor', {get() { throw new Error('mine') }}); window.Promise = class {};",
    );
}

#[test]
fn overridden_iteration_and_reflection() {
    survives(
        "Array.prototype[Symbol.iterator] = function* () { yield 'stolen' }; String.prototype[Symbol.iterator] = null;\
         Reflect.ownKeys = () => []; Object.keys = () => []; Object.getPrototypeOf = () => null; Reflect.apply = () => 'stolen';\
         Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error('mine') };\
         Map.prototype.get = Map.prototype.set = () => { throw new Error('mine') }; window.Map = null;",
    );
}

#[test]
fn overridden_events() {
    survives(
        "EventTarget.prototype.dispatchEvent = () => { throw new Error('mine') }; window.dispatchEvent = () => false; window.CustomEvent = class { constructor() { throw new Error('mine') } }; window.Event = null; window.AbortController = null; window.setTimeout = () => {};",
    );
}

#[test]
fn setters_on_object_prototype() {
    survives(
        "for (const name of ['0', '1', '2', 'name', 'value', 'text', 'tool', 'tools', 'round', 'path', 'key', 'parent', 'left', 'reason', 'message', 'outcome', 'waiting', 'described', 'queue', 'options', 'nodes', 'get', 'enumerable'])\
         Object.defineProperty(Object.prototype, name, {configurable: true, set(v) { window.leaked = v }, get() { return undefined }});",
    );
}

#[test]
fn a_mirror_defined_beforehand_intercepts_nothing() {
    survives(
        "let groups = []; Object.defineProperty(window, '__dtmcp', {configurable: false, get() { return {get toolGroups() { return [{name: 'Fake', tools: [{name: 'echo', description: 'x', inputSchema: {}, execute: () => 'stolen'}]}] }, executeTool: () => 'stolen'} }, set() { throw new Error('mine') }});",
    );
    survives(
        "window.__dtmcp = Object.freeze({toolGroups: Object.freeze([]), executeTool: () => 'stolen'});",
    );
}

#[test]
fn a_strict_content_security_policy_and_trusted_types() {
    let html = page(OFFER);
    let site = Site::builder()
        .route("/page", move |_| {
            Response::html(&html)
                .header("Content-Security-Policy", "default-src 'none'; script-src 'unsafe-inline'; require-trusted-types-for 'script'; sandbox allow-scripts")
        })
        .start();
    let rig = Rig::open_with("/page", options(), site);
    rig.page_tools().with("name=\"echo\"");
    rig.page_tool("plain", json!({})).ok().with("\"b\": \"c\"");
}

#[test]
fn one_bad_tool_is_left_out_with_its_reason() {
    let site = Site::builder()
        .page("/quiet", "quiet")
        .page(
            "/page",
            page(
                "const cycle = {}; cycle.properties = {cycle}; let deep = {}; for (let i = 0; i < 100; i++) deep = {items: deep};\
                 const thrower = {get type() { throw new Error('gotcha') }};\
                 event.respondWith({name: 'G', tools: [\
                   tool('null schema', () => 1, null), tool('array schema', () => 1, []), tool('cyclic', () => 1, cycle), tool('deep', () => 1, deep),\
                   tool('thrower', () => 1, thrower), tool('huge', () => 1, {description: 'x'.repeat(1 << 20)}),\
                   tool('proxy', () => 1, new Proxy({}, {ownKeys() { throw new Error('hands off') }})),\
                   tool('x'.repeat(1 << 20), () => 1), tool('line\\nbreak', () => 1), tool('esc\\x1b[31m', () => 1), tool('', () => 1), tool(5, () => 1),\
                   {name: 'no description', inputSchema: {}, execute() {}}, {name: 'no execute', description: 'x', inputSchema: {}}, null, 3,\
                   {get name() { throw new Error('nameless') }}, new Proxy({}, {get() { throw new Error('traps') }}),\
                   tool('good](x', () => 'still here')]});\
                 event.respondWith(null); event.respondWith({name: 5, tools: []}); event.respondWith({name: 'no tools'}); event.respondWith([]);",
            ),
        )
        .start();
    let rig = Rig::open_with("/quiet", options(), site);
    rig.call("navigate_page", json!({"url": rig.site.url("/page")}))
        .ok()
        .with("name=\"good](x\"");
    let list = rig.page_tools();
    for reason in [
        "tool \"null schema\" of group \"G\": its inputSchema is null",
        "tool \"array schema\" of group \"G\": its inputSchema is an array",
        "tool \"cyclic\" of group \"G\": its inputSchema contains itself",
        "its inputSchema is nested deeper than 40 levels",
        "its inputSchema can't be read (gotcha)",
        "its inputSchema is longer than 65536 characters",
        "its inputSchema can't be read (hands off)",
        "its name has 1048576 characters; 128 are allowed",
        "its name has control characters",
    ] {
        assert!(
            list.text.contains(reason),
            "{reason} is missing in {}",
            list.text
        );
    }
    assert!(list.text.len() < 8_000 && !list.text.contains('\u{1b}'));
    rig.page_tool("good](x", json!({})).ok().with("still here");
}

#[test]
fn ten_thousand_tools_and_more() {
    let rig = crate::page_tools_calls::groups(
        "event.respondWith({name: 'Many', tools: Array.from({length: 12000}, (_, i) => tool('t' + i, () => i, {type: 'object', properties: {a: {type: 'string', description: 'some words about it'}}}))});\
         for (let i = 0; i < 500; i++) event.respondWith({name: 'G' + i, tools: []});",
    );
    let started = Instant::now();
    let list = rig
        .page_tools()
        .with("of 10000 (Page 1 of 100)")
        .with("the first 10000 are taken");
    assert!(list.text.len() < 40_000, "{} characters", list.text.len());
    rig.call("list_3p_developer_tools", json!({"text": "t9999"}))
        .ok()
        .with("name=\"t9999\"");
    rig.page_tool("t9999", json!({})).ok().with("9999");
    rig.page_tool("t11000", json!({})).failed();
    assert!(started.elapsed() < SOON);
}

#[test]
fn a_page_that_answers_with_a_flood() {
    let rig = crate::page_tools_calls::groups(
        "event.respondWith({name: 'A', tools: [\
           tool('huge', () => 'x'.repeat(100 << 20)),\
           tool('wide', () => Object.fromEntries(Array.from({length: 1000000}, (_, i) => ['k' + i, i]))),\
           tool('again', () => { const o = {}; Object.defineProperty(o, 'more', {enumerable: true, get() { return Object.defineProperty({}, 'more', Object.getOwnPropertyDescriptor(o, 'more')) }}); return o }),\
           tool('laughs', () => { let o = ['lol']; for (let i = 0; i < 60; i++) o = [o, o]; return o })]});\
         let n = 0; const more = () => { if (n++ < 2000) { event.respondWith({name: 'N' + n, tools: []}); Promise.resolve().then(more) } }; more();",
    );
    for name in ["huge", "wide", "again", "laughs"] {
        let answer = rig.page_tool(name, json!({})).ok();
        assert!(
            answer.text.len() < 20_000,
            "{name}: {} characters",
            answer.text.len()
        );
    }
}

#[test]
fn a_listener_that_blocks_the_page_is_ended() {
    let site = Site::builder()
        .page("/quiet", "quiet")
        .page("/page", page("event.respondWith({name: 'Before', tools: [tool('t', () => 'ok')]}); while (true);") + "<p>still here</p>")
        .start();
    let rig = Rig::open_with("/quiet", options(), site);
    rig.call("navigate_page", json!({"url": rig.site.url("/page")}))
        .ok()
        .with("name=\"t\"");
    rig.snapshot().with("still here");
}

#[test]
fn a_listener_that_opens_a_dialog_blocks_nothing() {
    let site = Site::builder()
        .page("/quiet", "quiet")
        .page("/page", page("alert('hi')"))
        .start();
    let rig = Rig::open_with("/quiet", options(), site);
    rig.call("navigate_page", json!({"url": rig.site.url("/page")}))
        .ok()
        .with("# Open dialog");
    rig.call("handle_dialog", json!({"action": "accept"})).ok();
    rig.page_tools_failed_or_not();
}

impl Rig {
    /// Lists the page's tools, which may end in a dialog; the dialog is answered.
    fn page_tools_failed_or_not(&self) {
        let answer = self.call("list_3p_developer_tools", json!({}));
        assert!(answer.text.contains("dialog"), "{}", answer.text);
        self.call("handle_dialog", json!({"action": "accept"})).ok();
        self.snapshot();
    }
}
