//! Tools that a page registers with its model context and marks as debugging tools.

use crate::page_tools_calls::page;
use crate::rig::{Rig, options};
use serde_json::json;
use std::time::Duration;
use testkit::mcp::Options;
use testkit::site::Site;

fn with_web_mcp() -> Options {
    options().flag("--chromeArg=--enable-features=WebMCPTesting,DevToolsWebMCPSupport")
}

/// A page that registers debugging tools, written in JavaScript as `name: function`.
fn registering(tools: &str) -> String {
    format!(
        "<!doctype html><script>for (const [name, execute] of Object.entries({{{tools}}}))\
         document.modelContext?.registerTool({{name, description: name, inputSchema: {{type: 'object', properties: {{id: {{type: 'string'}}}}, required: name.startsWith('needs') ? ['id'] : []}}, annotations: {{debugging: true, readOnlyHint: true}}, execute}})</script>"
    )
}

fn rig_of(html: String) -> Rig {
    let site = Site::builder().page("/page", html).start();
    Rig::open_with("/page", with_web_mcp(), site)
}

#[test]
fn a_tool_registered_at_the_discovery_event_is_listed_and_run() {
    let html = "<!doctype html><script>\
        addEventListener('devtoolstooldiscovery', () => document.modelContext.registerTool({name: 'dump_state', description: 'Dumps state', inputSchema: {type: 'object', properties: {}}, annotations: {debugging: true, readOnlyHint: true}, execute: async () => ({count: 3})}), {once: true});\
        document.modelContext.registerTool({name: 'add_to_cart', description: 'Adds', inputSchema: {type: 'object', properties: {}}, execute: async () => 1})</script>";
    let rig = rig_of(html.to_owned());
    for _ in 0..2 {
        rig.page_tools()
            .with("WebMCP Tools [WebMCP]")
            .with("name=\"dump_state\"")
            .with("\"readOnlyHint\":true,\"debugging\":true")
            .without("add_to_cart");
        rig.page_tool("dump_state", json!({}))
            .ok()
            .with("\"count\": 3");
    }
    rig.call("navigate_page", json!({"type": "reload"}))
        .ok()
        .with("dump_state");
    rig.page_tool("dump_state", json!({}))
        .ok()
        .with("\"count\": 3");
    rig.call("navigate_page", json!({"url": rig.site.url("/small.html")}))
        .ok();
    rig.page_tools().without("dump_state");
    rig.call("navigate_page", json!({"type": "back"})).ok();
    rig.page_tool("dump_state", json!({}))
        .ok()
        .with("\"count\": 3");
}

#[test]
fn arguments_are_checked_and_results_and_errors_are_told() {
    let rig = rig_of(registering(
        "needs_id: ({id}) => { if (id === 'bad') throw new Error('no such item'); return {ok: id} }, undef: () => undefined, text: () => 'text', plain: () => { throw 'plain' }, nothing: () => { throw undefined }, big: () => ({a: 1n}), says: () => ({error: 'no store'}), rows: () => Array.from({length: 9000}, (_, id) => ({id}))",
    ));
    rig.page_tool("needs_id", json!({"id": "7"}))
        .ok()
        .with("\"ok\": \"7\"");
    rig.page_tool("needs_id", json!({})).failed().with("id");
    rig.page_tool("needs_id", json!({"id": "bad"}))
        .failed()
        .with("threw: no such item");
    rig.page_tool("undef", json!({}))
        .ok()
        .with("Tool returned no result.");
    rig.page_tool("text", json!({})).ok().with("\"text\"");
    rig.page_tool("plain", json!({}))
        .failed()
        .with("threw: plain");
    rig.page_tool("nothing", json!({}))
        .failed()
        .with("threw: undefined");
    rig.page_tool("big", json!({})).failed().with("BigInt");
    rig.page_tool("says", json!({})).failed().with("no store");
    let rows = rig
        .page_tool("rows", json!({}))
        .ok()
        .with("more")
        .with("path \"$\" offset");
    assert!(rows.text.len() < 12_000);
    rig.page_tool_with("rows", json!({"path": "[8999].id"}))
        .ok()
        .with("$[8999].id:\n8999");
}

#[test]
fn a_registered_tool_that_does_not_end_is_cancelled() {
    let rig = rig_of(registering(
        "never: (args, {signal}) => new Promise(() => signal.addEventListener('abort', () => { window.told = 'aborted' })), loop: () => { while (true); }, leaves: () => { location.href = '/small.html'; return new Promise(() => {}) }, told: () => window.told ?? 'nothing'",
    ));
    rig.page_tool_with("never", json!({"timeout": 400}))
        .failed()
        .with("did not end within 400 ms");
    rig.page_tool("told", json!({})).ok().with("aborted");
    rig.page_tool_with("loop", json!({"timeout": 400}))
        .failed()
        .with("its script was ended");
    rig.value("() => { window.told = 'not yet'; return 1 }");
    let call = rig.start(
        "execute_3p_developer_tool",
        json!({"toolName": "never", "timeout": 60_000}),
    );
    std::thread::sleep(Duration::from_millis(400));
    call.cancel("enough");
    let told = || rig.page_tool("told", json!({})).ok().text;
    assert!((0..20).any(|_| told().contains("aborted")));
    // Chrome may end the call itself, without a result, as the new document comes.
    let leaves = rig.page_tool("leaves", json!({}));
    assert!(leaves.text.contains("small.html"), "{}", leaves.text);
}

#[test]
fn a_tool_offered_both_ways_is_one_entry() {
    let html = page("event.respondWith({name: 'Both', tools: [tool('same', () => new Date(0))]})")
        + &registering("same: () => 1, other: () => 2");
    let rig = rig_of(html);
    let list = rig
        .page_tools()
        .with("Both\n")
        .with("WebMCP Tools [WebMCP]")
        .with("name=\"other\"");
    assert_eq!(list.text.matches("name=\"same\"").count(), 1);
    rig.page_tool("same", json!({})).ok().with("Date(1970");
}

#[test]
fn frames_register_tools_too() {
    let site = Site::builder()
        .page("/page", "<iframe id=other allow=tools></iframe><script>other.src = location.href.replace('localhost', '127.0.0.1').replace('page', 'inner')</script>")
        .page("/inner", registering("inner: () => location.pathname"))
        .start();
    let url = site.other_url("/page");
    let rig = Rig::open_with("/small.html", with_web_mcp(), site);
    rig.call("navigate_page", json!({"url": url})).ok();
    rig.page_tools()
        .with("WebMCP Tools [frame http://127.0.0.1");
    rig.page_tool("inner", json!({})).ok().with("/inner");
}
