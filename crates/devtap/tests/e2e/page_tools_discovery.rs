//! When and where a page's tools are found.

use crate::page_tools_calls::{groups, page};
use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::Site;

#[test]
fn an_answer_may_come_late_while_something_is_open() {
    let site = Site::builder()
        .page("/micro", page("Promise.resolve().then(() => event.respondWith({name: 'Late', tools: [tool('t', () => 'ok')]}))"))
        .page("/timer", page("setTimeout(() => event.respondWith({name: 'Late', tools: [tool('t', () => 'ok')]}), 60)"))
        .page("/promise", page("event.respondWith({name: 'Now', tools: []}); event.respondWith(new Promise(done => setTimeout(() => done({name: 'Late', tools: [tool('t', () => 'ok')]}), 60)))"))
        .page("/rejected", page("event.respondWith(Promise.reject(new Error('no store')))"))
        .page("/later", page("setTimeout(() => event.respondWith({name: 'Late', tools: [tool('t', () => 'ok')]}), 700)"))
        .start();
    let rig = Rig::open_with("/micro", options(), site);
    rig.page_tools().with("Late\n").with("name=\"t\"");
    for path in ["/timer", "/promise"] {
        rig.call("navigate_page", json!({"url": rig.site.url(path)}))
            .ok()
            .with("name=\"t\"");
        rig.page_tool("t", json!({})).ok().with("ok");
    }
    rig.call("navigate_page", json!({"url": rig.site.url("/rejected")}))
        .ok()
        .with("its promise was rejected: no store");
    // What always answers late is there the next time.
    rig.call("navigate_page", json!({"url": rig.site.url("/later")}))
        .ok()
        .without("name=\"t\"");
    rig.value("() => new Promise(done => setTimeout(() => done(1), 800))");
    rig.page_tools().with("name=\"t\"");
    rig.page_tool("t", json!({})).ok().with("ok");
}

#[test]
fn tools_are_found_whoever_loaded_the_page() {
    let rig = groups(
        "event.respondWith({name: location.search || 'first', tools: [tool('where', () => location.search)]})",
    );
    rig.page_tool("where", json!({})).ok().with("\"\"");
    rig.value("() => { setTimeout(() => location.search = '?two', 0); return 1 }");
    rig.call("wait_for", json!({"text": ["First"]})).ok();
    let answer = rig.page_tool("where", json!({})).ok();
    assert!(
        answer.text.contains("two") || answer.text.contains("\"\""),
        "{}",
        answer.text
    );
    rig.call(
        "evaluate_script",
        json!({"function": "() => location.reload()"}),
    );
    rig.page_tool("where", json!({})).ok().with("two");
    rig.call("navigate_page", json!({"type": "back"}))
        .ok()
        .with("name=\"where\"");
    rig.page_tool("where", json!({})).ok().with("\"\"");
    rig.value("() => { history.pushState(1, '', '?pushed'); return 1 }");
    rig.page_tool("where", json!({})).ok().with("pushed");
}

#[test]
fn a_tool_is_waited_for_while_its_page_loads() {
    let site = Site::builder()
        .page("/page", "<p>loading</p><script>setTimeout(() => addEventListener('devtoolstooldiscovery', e => e.respondWith({name: 'L', tools: [{name: 'lt', description: 'l', inputSchema: {}, execute: () => 'lt ok'}]})), 500)</script><img src='/slow?ms=1500'>")
        .start();
    let rig = Rig::open_with("/page", options(), site);
    rig.call(
        "evaluate_script",
        json!({"function": "() => location.reload()"}),
    );
    rig.page_tool("lt", json!({})).ok().with("lt ok");
}

#[test]
fn a_page_can_say_that_its_tools_have_changed() {
    let rig = groups(
        "event.respondWith({name: 'A', tools: [tool('n' + (window.n || 0), () => { window.n = (window.n || 0) + 1; dispatchEvent(new Event('devtoolstoolschanged')); return 'ran' })]})",
    );
    rig.page_tool("n0", json!({})).ok().with("ran");
    rig.page_tool("n0", json!({})).failed().with("n1");
    rig.page_tool("n1", json!({})).ok().with("ran");
}

#[test]
fn tools_of_frames_are_found_and_run() {
    let offer = |name: &str| {
        page(&format!(
            "event.respondWith({{name: '{name}', tools: [tool('where', () => [location.pathname, origin])]}})"
        ))
    };
    let site = Site::builder()
        .page("/page", offer("Widget") + "<iframe src=/inner></iframe><iframe id=other></iframe><script>other.src = location.href.replace('127.0.0.1', 'localhost').replace('page', 'foreign')</script><iframe sandbox=allow-scripts src=/boxed></iframe>")
        .page("/inner", offer("Widget"))
        .page("/foreign", offer("Foreign"))
        .page("/boxed", offer("Boxed"))
        .start();
    let rig = Rig::open_with("/page", options(), site);
    rig.page_tools()
        .with("Widget\nAvailable")
        .with("Widget #2 [frame http://127.0.0.1:")
        .with("Foreign [frame http://localhost:")
        .with("Boxed [frame ");
    rig.page_tool("where", json!({}))
        .failed()
        .with("\"Widget #2\"");
    rig.page_tool_with("where", json!({"group": "Widget"}))
        .ok()
        .with("/page");
    rig.page_tool_with("where", json!({"group": "Widget #2"}))
        .ok()
        .with("/inner");
    rig.page_tool_with("where", json!({"group": "Foreign"}))
        .ok()
        .with("/foreign")
        .with("localhost");
    rig.page_tool_with("where", json!({"group": "Boxed"}))
        .ok()
        .with("/boxed")
        .with("\"null\"");
}

#[test]
fn the_mirror_on_window_is_there_for_pages_that_look() {
    let rig = groups(
        "event.respondWith({name: 'A', description: 'a', tools: [tool('add', ({a, b}) => a + b), {name: 'bad'}]})",
    );
    rig.page_tools();
    assert_eq!(
        rig.value("async () => [Object.keys(__dtmcp).sort(), __dtmcp.toolGroups.length, __dtmcp.toolGroups[0].name, await __dtmcp.executeTool('add', {a: 1, b: 2})]"),
        json!([["executeTool", "toolGroups"], 1, "A", 3])
    );
    rig.page_tools();
    assert_eq!(rig.value("() => __dtmcp.toolGroups.length"), json!(1));
}

#[test]
fn listeners_elsewhere_do_not_count() {
    let site = Site::builder()
        .page("/page", "<script>document.addEventListener('devtoolstooldiscovery', e => { window.seen = 1 }); window.ondevtoolstooldiscovery = () => { window.seen = 1 }</script>")
        .start();
    let rig = Rig::open_with("/page", options(), site);
    rig.page_tools().with("The page offers no tools");
    assert_eq!(
        rig.value("() => window.seen ?? 'not asked'"),
        json!("not asked")
    );
}
