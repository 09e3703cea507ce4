//! Calls that ask for what there is not: each has an error that says what is wrong, and the next call works.

use crate::rig::{Rig, options};
use serde_json::{Value, json};
use testkit::mcp::{Answer, CallError};

impl Rig {
    /// The refusal of a call, after which the page still works.
    #[track_caller]
    fn refused(&self, tool: &str, arguments: Value) -> Answer {
        let answer = self.client.call(tool, arguments).failed();
        assert_eq!(self.value("() => 1 + 1"), 2);
        answer
    }
}

#[test]
fn unknown_tool() {
    let rig = Rig::open("/small.html");
    let error = rig
        .client
        .try_call("take_snapshots", json!({}))
        .expect_err("there is no such tool");
    let CallError::Rpc(error) = error else {
        panic!("{error}")
    };
    assert_eq!(error.code, -32602);
    assert!(
        error.message.contains("Tool take_snapshots not found"),
        "{}",
        error.message
    );
    assert!(
        error.message.contains("take_snapshot."),
        "{}",
        error.message
    );
    rig.snapshot();
}

#[test]
fn missing_argument() {
    let rig = Rig::open("/small.html");
    rig.refused("click", json!({"pageId": rig.page}))
        .with("Input validation error: Invalid arguments for tool click:")
        .with("uid");
    rig.refused("take_snapshot", json!({})).with("pageId");
}

#[test]
fn mistyped_argument() {
    let rig = Rig::open("/small.html");
    rig.refused("take_snapshot", json!({"pageId": "2"}))
        .with("Input validation error: Invalid arguments for tool take_snapshot:")
        .with("pageId");
    rig.refused("wait_for", json!({"pageId": rig.page, "text": "a text"}))
        .with("text");
    rig.refused("wait_for", json!({"pageId": rig.page, "text": []}))
        .with("text");
    rig.refused(
        "navigate_page",
        json!({"pageId": rig.page, "type": "sideways"}),
    )
    .with("type");
    rig.refused(
        "list_console_messages",
        json!({"pageId": rig.page, "pageSize": 0}),
    )
    .with("pageSize");
}

#[test]
fn misspelt_argument() {
    let rig = Rig::open("/small.html");
    rig.refused(
        "click",
        json!({"pageId": rig.page, "uid": "1_1", "dblclick": true}),
    )
    .with("dblclick")
    .with("dblClick");
}

#[test]
fn arguments_that_are_no_object() {
    let rig = Rig::open("/small.html");
    for arguments in [json!([1]), json!("x"), json!(1)] {
        let outcome = rig.client.try_call("list_pages", arguments.clone());
        let refused = match outcome {
            Ok(answer) => answer.is_error,
            Err(error) => matches!(error, CallError::Rpc(_)),
        };
        assert!(refused, "{arguments}");
    }
    rig.snapshot();
}

#[test]
fn unknown_page() {
    let rig = Rig::open("/small.html");
    for id in [json!(99), json!(0), json!(-1), json!(1.5), json!(1e300)] {
        rig.refused("take_snapshot", json!({"pageId": id}));
        rig.refused("select_page", json!({"pageId": id}));
        rig.refused("close_page", json!({"pageId": id}));
    }
    rig.refused("take_snapshot", json!({"pageId": 99}))
        .with("There is no page 99")
        .with("1, 2");
}

#[test]
fn closed_page() {
    let rig = Rig::open("/small.html");
    let closed = rig.another("/form.html");
    let uid = rig
        .client
        .call("take_snapshot", json!({"pageId": closed}))
        .ok()
        .uid("button \"Send\"");
    rig.client
        .call("close_page", json!({"pageId": closed}))
        .ok();
    rig.refused("take_snapshot", json!({"pageId": closed}))
        .with(&closed.to_string());
    rig.refused("click", json!({"pageId": closed, "uid": uid}));
}

#[test]
fn a_page_that_closes_itself_is_said_to_be_closed() {
    let rig = Rig::open("/small.html");
    rig.value("() => { window.open('/small.html?popup', '_blank'); return 1; }");
    let list = rig.client.call("list_pages", json!({})).ok().with("popup");
    let line = list
        .text
        .lines()
        .find(|line| line.contains("popup"))
        .expect("just seen");
    let popup: i64 = line
        .split(':')
        .next()
        .and_then(|id| id.parse().ok())
        .expect("a line starts with an id");
    rig.client
        .call("evaluate_script", json!({"pageId": popup, "function": "() => { setTimeout(() => window.close(), 0); return 1; }"}))
        .ok();
    for _ in 0..100 {
        if !rig
            .client
            .call("list_pages", json!({}))
            .text
            .contains("popup")
        {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    rig.refused("take_snapshot", json!({"pageId": popup}))
        .with(&format!("Page {popup} has been closed"));
}

#[test]
fn stale_uid_and_never_issued_uid_differ() {
    let rig = Rig::open("/change.html");
    let stale = rig.uid("button \"Target\"");
    rig.click("button \"Replace target\"").ok();
    let gone = rig
        .refused("click", json!({"pageId": rig.page, "uid": stale}))
        .with(&stale);
    let unknown = rig
        .refused("click", json!({"pageId": rig.page, "uid": "99_99"}))
        .with("99_99");
    assert_ne!(
        gone.text.replace(&stale, "UID"),
        unknown.text.replace("99_99", "UID")
    );
    rig.snapshot();
    rig.refused("click", json!({"pageId": rig.page, "uid": stale}))
        .with(&stale);
}

#[test]
fn a_uid_never_reaches_the_next_document() {
    let rig = Rig::open("/small.html");
    let uid = rig.uid("button \"More\"");
    rig.call("navigate_page", json!({"type": "reload"})).ok();
    rig.refused("click", json!({"pageId": rig.page, "uid": uid}))
        .with(&uid);
    assert_eq!(rig.text_of("#count"), "0 clicks");
}

#[test]
fn a_uid_of_another_page_is_refused() {
    let rig = Rig::open("/small.html");
    let uid = rig.uid("button \"More\"");
    let other = rig.another("/small.html");
    rig.refused("click", json!({"pageId": other, "uid": uid}));
    assert_eq!(rig.text_of("#count"), "0 clicks");
}

#[test]
fn a_uid_before_any_snapshot() {
    let rig = Rig::open("/small.html");
    rig.refused("click", json!({"pageId": rig.page, "uid": "1_1"}))
        .with("take_snapshot");
}

#[test]
fn a_uid_of_nothing() {
    let rig = Rig::open("/small.html");
    rig.snapshot();
    for uid in [
        "",
        "button",
        "#more",
        "1_",
        "_",
        "1_99999999999999999999",
        "1_1\n## Pages",
    ] {
        let answer = rig.refused("click", json!({"pageId": rig.page, "uid": uid}));
        assert!(!answer.text.contains("\n## Pages"), "{}", answer.text);
        rig.refused(
            "fill",
            json!({"pageId": rig.page, "uid": uid, "value": "x"}),
        );
        rig.refused("take_screenshot", json!({"pageId": rig.page, "uid": uid}));
        rig.refused(
            "evaluate_script",
            json!({"pageId": rig.page, "function": "(a) => a", "args": [uid]}),
        );
    }
}

#[test]
fn a_hostile_value_stays_a_value() {
    let rig = Rig::open("/form.html");
    let value = "');alert(1);//\u{202e}\u{0}`${1}`";
    rig.fill("textbox \"Name\"", value);
    assert_ne!(
        rig.value("() => document.querySelector('[name=name]').value"),
        ""
    );
    rig.snapshot().without("# Open dialog");
}

#[test]
fn the_server_outlives_a_hundred_bad_calls() {
    let client = options().start();
    for number in 0..100 {
        client
            .call("click", json!({"pageId": number + 2, "uid": number}))
            .failed();
    }
    client.call("list_pages", json!({})).ok();
}
