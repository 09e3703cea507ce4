//! What a page's tool returns keeps its meaning, and fits.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::Site;

/// A page with a tool for each of these JavaScript function bodies.
pub fn page_of(tools: &[(&str, &str)]) -> String {
    let tools: String = tools
        .iter()
        .map(|(name, body)| {
            format!("{{name:'{name}',description:'test',inputSchema:{{}},execute:async function(args,extra){{{body}}}}},")
        })
        .collect();
    format!(
        "<!doctype html><title>tools</title><body><button id=b1>First</button><p id=status>idle</p><script>\
         class Foo {{ a = 1; #hidden = 2; get twice() {{ return this.a * 2; }} method() {{}} }}\
         class Token {{ constructor(name) {{ this.name = name; }} toString() {{ return `Token ${{this.name}}`; }} }}\
         addEventListener('devtoolstooldiscovery', e => e.respondWith({{name:'T',description:'test',tools:[{tools}]}}))\
         </script>"
    )
}

pub fn rig_of(tools: &[(&str, &str)]) -> Rig {
    let site = Site::builder().page("/page", page_of(tools)).start();
    Rig::open_with("/page", options(), site)
}

/// Runs each tool and checks its whole answer.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let tools: Vec<(String, &str)> = cases
        .iter()
        .enumerate()
        .map(|(at, (body, _))| (format!("t{at}"), *body))
        .collect();
    let tools: Vec<(&str, &str)> = tools
        .iter()
        .map(|(name, body)| (name.as_str(), *body))
        .collect();
    let rig = rig_of(&tools);
    for (at, (body, expected)) in cases.iter().enumerate() {
        let answer = rig.page_tool(&format!("t{at}"), json!({})).ok();
        assert_eq!(answer.text, *expected, "{body}");
    }
}

#[test]
fn json_stays_json() {
    check(&[
        ("return undefined", "Tool returned no result."),
        ("return 'text'", "\"text\""),
        ("return 7", "7"),
        ("return true", "true"),
        ("return null", "null"),
        (
            "return {a: [1, {b: 'x'}], c: {}}",
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x\"\n    }\n  ],\n  \"c\": {}\n}",
        ),
        (
            "return Object.assign(Object.create(null), {k: 1})",
            "{\n  \"k\": 1\n}",
        ),
        (
            "const s = {k: 1}; return [s, s]",
            "[\n  {\n    \"k\": 1\n  },\n  {\n    \"k\": 1\n  }\n]",
        ),
        (
            "return {stashedId: 'stashed-0'}",
            "{\n  \"stashedId\": \"stashed-0\"\n}",
        ),
        ("return {uid: 'hello'}", "{\n  \"uid\": \"hello\"\n}"),
        ("return '@0@'", "\"@0@\""),
        ("return '\\ud800x'", "\"\u{fffd}x\""),
    ]);
}

#[test]
fn other_values_keep_their_meaning() {
    check(&[
        ("return NaN", "NaN"),
        ("return -Infinity", "-Infinity"),
        ("return -0", "-0"),
        ("return 123n", "123n"),
        ("return Symbol('s')", "Symbol(s)"),
        ("return function go() {}", "[function go]"),
        ("return Foo", "[class Foo]"),
        (
            "return {d: new Date(0), bad: new Date(NaN)}",
            "{d: Date(1970-01-01T00:00:00.000Z), bad: Date(Invalid Date)}",
        ),
        (
            "return new Map([['k', 1], [{}, new Set(['x'])]])",
            "Map(2) {\"k\" => 1, {} => Set(1) {\"x\"}}",
        ),
        ("return /x\\/y/gi", "/x\\/y/gi"),
        (
            "return new TypeError('bad', {cause: new Error('why')})",
            "TypeError(\"bad\") {cause: Error(\"why\")}",
        ),
        (
            "return Object.assign(new Error('x'), {code: 7})",
            "Error(\"x\") {code: 7}",
        ),
        (
            "return {u: new URL('https://a.example/x')}",
            "{u: URL(\"https://a.example/x\")}",
        ),
        ("return new Uint8Array([1, 2])", "Uint8Array(2) [1, 2]"),
        ("return new ArrayBuffer(8)", "ArrayBuffer(\"8 bytes\")"),
        ("return {p: Promise.resolve(1)}", "{p: Promise}"),
        ("return new Foo", "Foo {a: 1, twice: 2}"),
        ("return {t: new Token('X')}", "{t: <Token X>}"),
        (
            "return new DOMRect(1, 2, 3, 4)",
            "DOMRect {\n  x: 1,\n  y: 2,\n  width: 3,\n  height: 4,\n  top: 2,\n  right: 4,\n  bottom: 6,\n  left: 1\n}",
        ),
        (
            "return {m: undefined, a: [undefined, , 3]}",
            "{m: undefined, a: [undefined, (empty), 3]}",
        ),
        (
            "const o = {n: {}}; o.n.up = o; return o",
            "{n: {up: (circular: $)}}",
        ),
        (
            "const s = {k: 1n}; return {a: s, b: s}",
            "{a: {k: 1n}, b: (same as $.a)}",
        ),
        (
            "return {get bad() { throw new Error('no') }, ok: 1}",
            "{bad: (unreadable: no), ok: 1}",
        ),
        (
            "return new Proxy({}, {ownKeys() { throw new Error('hands off') }})",
            "(unreadable: hands off)",
        ),
        ("return new Proxy({a: 1}, {})", "{\n  \"a\": 1\n}"),
        ("return {[Symbol('k')]: 1}", "{[Symbol(k)]: 1}"),
        ("return document", "HTMLDocument"),
        (
            "return [document.createTextNode('t'), document.createComment('c')]",
            "[Text(\"t\"), Comment(\"c\")]",
        ),
        ("return window", "Window"),
        ("return new Number(3)", "Number(\"3\")"),
        ("return Object.freeze([1n])", "[1n]"),
        ("class L extends Array {} return L.of(1)", "L(1) [1]"),
    ]);
}

#[test]
fn elements_are_uids_wherever_they_are() {
    let rig = rig_of(&[
        ("one", "return document.getElementById('b1')"),
        (
            "many",
            "return {el: document.getElementById('b1'), list: document.querySelectorAll('p')}",
        ),
        ("detached", "return document.createElement('i')"),
        (
            "svg",
            "const s = document.createElementNS('http://www.w3.org/2000/svg', 'circle'); document.body.append(s); return s",
        ),
        (
            "shadow",
            "const h = document.createElement('div'); document.body.append(h); const r = h.attachShadow({mode:'closed'}); r.innerHTML = '<button>In</button>'; r.firstChild.onclick = () => status.textContent = 'shadow'; const status = document.getElementById('status'); return r.firstChild",
        ),
        (
            "framed",
            "const f = document.createElement('iframe'); document.body.append(f); const b = f.contentDocument.body.appendChild(f.contentDocument.createElement('button')); b.textContent = 'Framed'; b.onclick = () => document.getElementById('status').textContent = 'framed'; return b",
        ),
    ]);
    let one = rig
        .page_tool("one", json!({}))
        .ok()
        .with("<button id=\"b1\">");
    rig.snapshot()
        .with(&format!("uid={} button \"First\"", uid(&one.text)));
    rig.page_tool("many", json!({}))
        .ok()
        .with(&format!("el: {{\"uid\":\"{}\"}}", uid(&one.text)))
        .with("list: NodeList(1) [{\"uid\":")
        .with("<p id=\"status\">");
    rig.page_tool("detached", json!({})).ok().with("<i>");
    rig.page_tool("svg", json!({})).ok().with("<circle>");
    let shadow = rig.page_tool("shadow", json!({})).ok();
    rig.call("click", json!({"uid": uid(&shadow.text)})).ok();
    assert_eq!(rig.text_of("#status"), "shadow");
    let framed = rig.page_tool("framed", json!({})).ok();
    rig.call("click", json!({"uid": uid(&framed.text)})).ok();
    assert_eq!(rig.text_of("#status"), "framed");
}

/// The first uid in an answer.
pub fn uid(text: &str) -> String {
    let rest = text.split_once("uid=").map(|(_, rest)| rest);
    let uid = rest.and_then(|rest| rest.split_whitespace().next());
    uid.unwrap_or_else(|| panic!("no uid in {text}")).to_owned()
}

#[test]
fn a_large_value_is_cut_and_says_how_to_see_the_rest() {
    let rig = rig_of(&[
        (
            "rows",
            "return {total: 50000, rows: Array.from({length: 50000}, (_, i) => ({id: i, name: 'row ' + i}))}",
        ),
        ("text", "return 'x'.repeat(20 << 20) + 'END'"),
        (
            "deep",
            "let o = {}; for (let i = 0; i < 20000; i++) o = {o}; return o",
        ),
        (
            "list",
            "let o = null; for (let i = 0; i < 30; i++) o = {v: i, next: o}; return o",
        ),
    ]);
    let rows = rig.page_tool("rows", json!({})).ok();
    assert!(rows.text.len() < 14_000, "{} characters", rows.text.len());
    rows.with("total: 50000")
        .with("{id: 0, name: \"row 0\"}")
        .with("path \"$.rows\" offset ");
    rig.page_tool_with("rows", json!({"path": "rows", "offset": 49_998}))
        .ok()
        .with("$.rows:\n[\n  … 49998 before,\n  {id: 49998, name: \"row 49998\"},\n  {id: 49999, name: \"row 49999\"}\n]");
    rig.page_tool_with("rows", json!({"path": "$.rows[7].name"}))
        .ok()
        .with("$.rows[7].name:\n\"row 7\"");
    rig.page_tool_with("rows", json!({"path": "rows", "limit": 1}))
        .ok()
        .with("[{id: 0, name: \"row 0\"}, … 49999 more]");
    rig.page_tool_with("rows", json!({"path": "rows[7].nam"}))
        .failed()
        .with("$.rows[7] has no .nam; it has id, name");
    let text = rig.page_tool("text", json!({})).ok();
    assert!(text.text.len() < 9_000);
    text.with("of 20971523)").with("path \"$\" offset 8000");
    rig.page_tool_with("text", json!({"offset": 20_971_520}))
        .ok()
        .with("\"END\" (characters 20971520 to 20971523 of 20971523)");
    rig.page_tool("deep", json!({}))
        .ok()
        .with("{o: {… 1 member}}")
        .with("path \"$.o.o");
    let list = rig.page_tool("list", json!({})).ok();
    list.with("\"v\": 29")
        .with("\"v\": 0")
        .with("\"next\": null");
    rig.page_tool_with("list", json!({"depth": 2}))
        .ok()
        .with("{v: 29, next: {v: 28, next: {… 2 members}}}");
    rig.page_tool_with("rows", json!({"budget": 300}))
        .ok()
        .without("row 40");
}

#[test]
fn a_file_takes_the_whole_value() {
    let rig = rig_of(&[(
        "rows",
        "return Array.from({length: 5000}, (_, i) => ({id: i, name: 'row ' + i}))",
    )]);
    let path = std::env::temp_dir().join(format!("devtap-page-tool-{}.json", rig.client.pid()));
    rig.page_tool_with("rows", json!({"filePath": path}))
        .ok()
        .with("Saved the tool's answer (");
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let _ = std::fs::remove_file(&path);
    let rows: serde_json::Value = serde_json::from_str(&text).expect("the file is JSON");
    assert_eq!(rows[4999], json!({"id": 4999, "name": "row 4999"}));
}
