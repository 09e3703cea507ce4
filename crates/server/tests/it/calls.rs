//! The way of a call.

use crate::{
    connection::{Connection, NoBrowser, text},
    test_tools::has_ended,
};
use devtap_server::ServerSettings;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error() {
    let mut client = Connection::open();
    let answer = client.call("ecko", json!({})).await;
    insta::assert_snapshot!(answer["error"], @r#"{"code":-32602,"message":"Tool ecko not found. The nearest name is echo."}"#);
}

#[tokio::test]
async fn a_tool_that_is_off_is_not_listed_and_says_what_turns_it_on() {
    let settings = ServerSettings {
        javascript_evaluation: false,
        ..ServerSettings::default()
    };
    let mut client = Connection::with(settings);
    let answer = client.call("run_script", json!({})).await;
    insta::assert_snapshot!(answer["error"], @r#"{"code":-32602,"message":"Tool run_script disabled: it is off in this server. Start the server with --javascriptEvaluation to turn it on."}"#);
    let list = client.request("tools/list", json!({})).await;
    assert!(!list.to_string().contains("run_script"));
}

#[tokio::test]
async fn arguments_that_do_not_fit_name_the_field() {
    let mut client = Connection::open();
    for (arguments, named) in [
        (json!({}), "text"),
        (json!({"text": 7}), "text"),
        (json!({"text": "a", "txet": 1}), "txet"),
        (json!({"text": "a", "times": "2"}), "times"),
        (json!({"text": "a", "times": -1}), "times"),
    ] {
        let answer = client.call("echo", arguments).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let text = text(&answer);
        let start = "Input validation error: Invalid arguments for tool echo: ";
        assert!(text.starts_with(start) && text.contains(named), "{text}");
    }
}

#[tokio::test]
async fn no_arguments_are_empty_ones() {
    let mut client = Connection::open();
    for params in [
        json!({"name": "draw"}),
        json!({"name": "draw", "arguments": null}),
    ] {
        let answer = client.request("tools/call", params).await;
        assert_eq!(text(&answer), "Drawn.");
    }
}

#[tokio::test]
async fn images_are_parts_after_the_text() {
    let mut client = Connection::open();
    let answer = client.call("draw", json!({})).await;
    insta::assert_snapshot!(answer["result"], @r#"{"content":[{"type":"text","text":"Drawn."},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}"#);
}

#[tokio::test]
async fn the_structured_form_comes_when_wanted() {
    let settings = ServerSettings {
        structured_content: true,
        ..ServerSettings::default()
    };
    let mut client = Connection::with(settings);
    let answer = client.call("echo", json!({"text": "a"})).await;
    insta::assert_snapshot!(answer["result"], @r#"{"content":[{"type":"text","text":"1 bytes: a"}],"structuredContent":{"message":"1 bytes: a"}}"#);
    let answer = client.call("browse", json!({})).await;
    insta::assert_snapshot!(answer["result"], @r#"{"content":[{"type":"text","text":"Error: No browser was found"}],"structuredContent":{"errorMessage":"No browser was found"},"isError":true}"#);
}

#[tokio::test]
async fn a_panic_fails_its_own_call_alone() {
    let mut client = Connection::open();
    let sleeping = client
        .ask(
            "tools/call",
            json!({"name": "sleep", "arguments": {"key": "beside", "seconds": 1}}),
        )
        .await;
    let answer = client.call("panic", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    insta::assert_snapshot!(text(&answer), @r#"Error: panic broke inside devtap (the roof\nis on fire). This is a fault of devtap, not of the page; other calls go on"#);
    client.is_well().await;
    let answer = client.message().await;
    assert_eq!(
        (answer["id"].as_i64(), text(&answer).as_str()),
        (Some(sleeping), "Slept.")
    );
}

#[tokio::test]
async fn a_cancelled_call_ends_and_is_not_answered() {
    let mut client = Connection::open();
    let call = json!({
        "name": "sleep",
        "arguments": {"key": "cancelled"},
        "_meta": {"progressToken": "t"},
    });
    let id = client.ask("tools/call", call).await;
    // Its first progress says that it runs.
    assert_eq!(client.message().await["method"], "notifications/progress");
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "enough"}}))
        .await;
    while !has_ended("cancelled") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The answer to this is the next message, so there was none to the call.
    client.is_well().await;
}

#[tokio::test]
async fn a_call_has_a_last_limit() {
    let settings = ServerSettings {
        call_limit: Duration::from_millis(50),
        ..ServerSettings::default()
    };
    let mut client = Connection::with(settings);
    let answer = client.call("sleep", json!({"key": "limit"})).await;
    assert_eq!(answer["result"]["isError"], true);
    insta::assert_snapshot!(text(&answer), @"Error: Timed out after 50 ms waiting for sleep to end");
    assert!(has_ended("limit"));
}

#[tokio::test]
async fn a_browser_that_does_not_start_is_an_error_of_the_call() {
    let mut client = Connection::open();
    assert_eq!(
        client.text("browse", json!({})).await,
        "Error: No browser was found"
    );
    let settings = ServerSettings {
        call_limit: Duration::from_millis(50),
        ..ServerSettings::default()
    };
    let mut client = Connection::over(NoBrowser::Hangs, settings);
    insta::assert_snapshot!(client.text("browse", json!({})).await, @"Error: Timed out after 50 ms waiting for the browser");
    client.is_well().await;
}
