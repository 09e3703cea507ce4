//! list_console_messages and get_console_message.

use crate::rig::Rig;
use serde_json::{Value, json};
use testkit::mcp::Answer;

impl Rig {
    /// The list once the last message of `console.html` has come.
    fn messages(&self, arguments: Value) -> Answer {
        for _ in 0..100 {
            let list = self.call("list_console_messages", json!({})).ok();
            if list.text.contains("a rejected promise") {
                return self.call("list_console_messages", arguments);
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("the last message never came");
    }
}

/// The number of the first message whose line contains `needle`.
#[track_caller]
fn msgid(list: &Answer, needle: &str) -> i64 {
    list.text
        .lines()
        .filter(|line| line.contains(needle))
        .find_map(|line| line.strip_prefix("msgid=")?.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("no message has {needle:?}: {}", list.text))
}

#[test]
fn lists_every_kind() {
    let rig = Rig::open("/console.html");
    let list = rig.messages(json!({})).ok().with("## Console messages");
    for kind in [
        "log",
        "debug",
        "info",
        "warn",
        "error",
        "dir",
        "table",
        "trace",
        "startGroup",
        "endGroup",
        "count",
        "assert",
        "timeEnd",
    ] {
        assert!(
            list.text.contains(&format!("[{kind}] ")),
            "{kind}: {}",
            list.text
        );
    }
    list.with("Uncaught TypeError: thrown in a timer")
        .with("a rejected promise");
}

#[test]
fn equal_messages_in_a_row_are_one_line() {
    let rig = Rig::open("/console.html");
    let list = rig.messages(json!({})).ok();
    let lines: Vec<&str> = list
        .text
        .lines()
        .filter(|line| line.contains("the same line"))
        .collect();
    assert_eq!(lines.len(), 1, "{}", list.text);
    assert!(lines[0].contains("[3 times]"), "{}", lines[0]);
}

#[test]
fn a_message_can_not_forge_another() {
    let rig = Rig::open("/console.html");
    let list = rig.messages(json!({})).ok();
    assert!(
        !list
            .text
            .lines()
            .any(|line| line.starts_with("msgid=999") || line == "## Pages"),
        "{}",
        list.text
    );
}

#[test]
fn pages_and_types_choose() {
    let rig = Rig::open("/console.html");
    let page = rig
        .messages(json!({"pageSize": 2, "pageIdx": 1}))
        .ok()
        .with("Showing 3-4 of");
    assert_eq!(
        page.text
            .lines()
            .filter(|line| line.starts_with("msgid="))
            .count(),
        2
    );
    let warnings = rig
        .messages(json!({"types": ["warn"]}))
        .ok()
        .with("a warning");
    assert_eq!(
        warnings
            .text
            .lines()
            .filter(|line| line.starts_with("msgid="))
            .count(),
        1
    );
    rig.messages(json!({"pageSize": 2, "pageIdx": 99}))
        .ok()
        .with("msgid=1 ");
}

#[test]
fn one_message_in_full() {
    let rig = Rig::open("/console.html");
    let list = rig.messages(json!({})).ok();
    let first = msgid(&list, "first");
    rig.call("get_console_message", json!({"msgid": first}))
        .ok()
        .with(&format!("ID: {first}"))
        .with("nested")
        .with("### Arguments");
    let thrown = msgid(&list, "thrown in a timer");
    rig.call("get_console_message", json!({"msgid": thrown}))
        .ok()
        .with("### Stack trace")
        .with("thrower");
    rig.call("get_console_message", json!({"msgid": 4711}))
        .failed()
        .with("4711");
    rig.call("get_console_message", json!({"msgid": 1.5}))
        .failed()
        .with("msgid must be a whole number; got 1.5");
}

#[test]
fn an_empty_list_says_so() {
    let site = testkit::site::Site::builder()
        .page("/", "<!doctype html><p>quiet")
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    rig.call("list_console_messages", json!({}))
        .ok()
        .with("no console messages");
}

#[test]
fn the_list_starts_anew_with_a_document_and_keeps_the_old_on_request() {
    let rig = Rig::open("/small.html");
    rig.call("list_console_messages", json!({}))
        .ok()
        .with("small is ready");
    rig.call("navigate_page", json!({"url": rig.site.url("/form.html")}))
        .ok();
    rig.call("list_console_messages", json!({}))
        .ok()
        .without("small is ready");
    rig.call(
        "list_console_messages",
        json!({"includePreservedMessages": true}),
    )
    .ok()
    .with("small is ready");
}

#[test]
fn the_first_script_of_a_page_is_heard() {
    let site = testkit::site::Site::builder()
        .page("/", "<script>console.log('the very first')</script><p>x")
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    rig.call("list_console_messages", json!({}))
        .ok()
        .with("the very first");
}

/// The list once it contains `needle`.
#[track_caller]
fn list_with(rig: &Rig, needle: &str) -> Answer {
    for _ in 0..100 {
        let list = rig.call("list_console_messages", json!({})).ok();
        if list.text.contains(needle) {
            return list;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("no message with {needle:?} ever came")
}

#[test]
fn frames_of_other_sites_and_workers_are_heard() {
    let site = testkit::site::Site::builder()
        .page("/inner", "<script>console.log('from the frame', {deep: {er: 1}})</script>")
        .route("/worker.js", |_| {
            testkit::site::Response::new(
                200,
                "text/javascript",
                "console.log('from the worker'); setTimeout(() => { throw new RangeError('worker broke') }, 0);",
            )
        })
        .page(
            "/",
            "<title>outer</title><iframe id=f></iframe><script>\
             f.src = location.origin.replace('127.0.0.1', 'localhost') + '/inner'; new Worker('/worker.js')</script>",
        )
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    list_with(&rig, "Uncaught RangeError: worker broke");
    list_with(&rig, "from the worker");
    let list = list_with(&rig, "from the frame");
    // A worker's messages come once, although Chrome tells them twice.
    assert_eq!(
        list.text.matches("from the worker").count(),
        1,
        "{}",
        list.text
    );
    let id = msgid(&list, "from the frame");
    rig.call("get_console_message", json!({"msgid": id}))
        .ok()
        .with(r#"{"deep":{"er":1}}"#);
}

#[test]
fn directives_reasons_and_objects_are_shown() {
    let site = testkit::site::Site::builder()
        .page(
            "/",
            "<script>console.log('%s is %d', 'Bob', 42, {a: 1});\
             Promise.reject({code: 7});\
             Promise.reject(new Error('outer', {cause: new TypeError('inner')}));\
             console.log('done')</script>",
        )
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    let list = list_with(&rig, "Error: outer")
        .with("[log] Bob is 42 {a: 1} (4 args)")
        .with("[error] Uncaught (in promise) {code: 7} (0 args)");
    let id = msgid(&list, "Error: outer");
    rig.call("get_console_message", json!({"msgid": id}))
        .ok()
        .with("Caused by: TypeError: inner");
}

#[test]
fn looking_at_a_message_runs_no_code_of_the_page() {
    let site = testkit::site::Site::builder()
        .page(
            "/",
            "<script>window.touched = 0;\
             console.log('trap', {get secret() { window.touched++; return 1 }, toJSON() { window.touched++ }, plain: 'x'});\
             console.log('proxy', new Proxy({}, {ownKeys() { window.touched++; return [] }}))</script>",
        )
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    let list = list_with(&rig, "proxy");
    let id = msgid(&list, "trap");
    rig.call("get_console_message", json!({"msgid": id}))
        .ok()
        .with(r#""secret":"<getter>""#)
        .with(r#""plain":"x""#);
    rig.call("get_console_message", json!({"msgid": id + 1}))
        .ok();
    assert_eq!(rig.value("() => window.touched"), 0);
}

#[test]
fn a_page_in_an_endless_loop_still_shows_its_messages() {
    let site = testkit::site::Site::builder()
        .page(
            "/",
            "<title>loop</title><script>console.log('before the loop', {a: {b: 1}});\
             setTimeout(() => { for (;;); }, 300)</script>",
        )
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    std::thread::sleep(std::time::Duration::from_millis(600));
    let list = list_with(&rig, "before the loop");
    let id = msgid(&list, "before the loop");
    rig.call("get_console_message", json!({"msgid": id}))
        .ok()
        .with("Arg #1: {a: {…}}");
}

#[test]
fn a_flood_is_bounded_and_what_was_dropped_is_told() {
    let rig = Rig::open("/small.html");
    rig.value(
        "() => { for (let i = 0; i < 12000; i++) console.log('flood ' + i, {i}); return 1; }",
    );
    let list = list_with(&rig, "flood 11999");
    assert!(
        list.text.contains("older messages were dropped"),
        "{}",
        &list.text[..400]
    );
    assert!(list.text.len() < 100_000, "{} bytes", list.text.len());
    rig.value("() => { for (let i = 0; i < 5000; i++) console.log('equal'); return 1; }");
    list_with(&rig, "[log] equal (1 args) [5000 times]");
}

#[test]
fn stack_traces_name_the_sources() {
    let script = "function d(n){throw new RangeError(\"mapped failure \"+n)}\nfunction m(n){return d(n+1)}\nsetTimeout(()=>m(41),0);\n//# sourceMappingURL=app.min.js.map\n";
    // `throw` of the first line comes from line 2, column 8 of the source, the call of the second from line 5.
    let map = json!({"version": 3, "sources": ["app.ts"], "mappings": "AAAA,cACQ;AAGR,cAAS"});
    let site = testkit::site::Site::builder()
        .route("/app.min.js", move |_| {
            testkit::site::Response::new(200, "text/javascript", script)
        })
        .route("/app.min.js.map", move |_| {
            testkit::site::Response::json(&map)
        })
        .page("/", "<script src='/app.min.js'></script>")
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    let list = list_with(&rig, "mapped failure 42");
    let id = msgid(&list, "mapped failure 42");
    rig.call("get_console_message", json!({"msgid": id}))
        .ok()
        .with("at d (app.ts:2:9)")
        .with("at <anonymous> (app.min.js:3:16)");
    rig.call("list_console_messages", json!({"includeStackTraces": true}))
        .ok()
        .with("  at d (app.ts:2:9)");
    rig.call("list_network_requests", json!({}))
        .ok()
        .without("app.min.js.map");
}

#[test]
fn an_issue_names_the_element() {
    let site = testkit::site::Site::builder()
        .page(
            "/",
            "<form><label for=nothing>Lost</label><input id=a aria-label=Field></form>",
        )
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    let list = list_with(&rig, "FormLabelForMatchesNonExistingIdError");
    let id = msgid(&list, "FormLabelForMatchesNonExistingIdError");
    let message = json!({"msgid": id});
    rig.call("get_console_message", message.clone())
        .ok()
        .with("### Affected resources\ndata={");
    let uid = rig
        .call("take_snapshot", json!({"verbose": true}))
        .ok()
        .uid("LabelText");
    rig.call("get_console_message", message)
        .ok()
        .with(&format!("### Affected resources\nuid={uid} data={{"));
}
