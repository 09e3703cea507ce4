//! What the protocol asks for, in both eras.

use crate::connection::{Connection, text};
use devtap_server::ServerSettings;
use serde_json::{Value, json};

fn hello(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    })
}

/// What a stateless request carries.
fn stateless() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[tokio::test]
async fn initialize_says_who_we_are() {
    let settings = ServerSettings {
        version: "1.2.3".into(),
        ..ServerSettings::default()
    };
    let mut client = Connection::with(settings);
    let answer = client.request("initialize", hello("2025-06-18")).await;
    insta::assert_snapshot!(answer["result"], @r#"{"protocolVersion":"2025-06-18","capabilities":{"logging":{},"tools":{"listChanged":true}},"serverInfo":{"name":"chrome_devtools","title":"devtap","version":"1.2.3"}}"#);
}

#[tokio::test]
async fn versions_are_negotiated() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let answer = Connection::open()
            .request("initialize", hello(version))
            .await;
        assert_eq!(answer["result"]["protocolVersion"], version);
    }
    for version in ["1999-01-01", "2026-07-28", "2999-01-01", "x"] {
        let answer = Connection::open()
            .request("initialize", hello(version))
            .await;
        assert_eq!(
            answer["result"]["protocolVersion"], "2025-11-25",
            "{version}"
        );
    }
}

#[tokio::test]
async fn ping_and_log_level_are_answered_at_any_time() {
    let mut client = Connection::open();
    client.is_well().await;
    client.request("initialize", hello("2025-06-18")).await;
    client.is_well().await;
    let answer = client
        .request("logging/setLevel", json!({"level": "debug"}))
        .await;
    assert_eq!(answer["result"], json!({}));
}

#[tokio::test]
async fn what_comes_before_initialize_is_served() {
    let mut client = Connection::open();
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    assert_eq!(
        client.text("echo", json!({"text": "a"})).await,
        "1 bytes: a"
    );
    client.request("initialize", hello("2025-06-18")).await;
    // A client that greets twice is odd, not lost.
    client.request("initialize", hello("2025-11-25")).await;
    client.is_well().await;
}

#[tokio::test]
async fn unknown_methods_are_named() {
    let mut client = Connection::open();
    let answer = client.request("tools/lisp", json!({})).await;
    insta::assert_snapshot!(answer["error"], @r#"{"code":-32601,"message":"Method tools/lisp not found"}"#);
    for method in ["resources/list", "prompts/list", "completion/complete"] {
        let answer = client.request(method, json!({})).await;
        assert_eq!(answer["error"]["code"], -32601, "{answer}");
    }
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/unheard_of", "params": {"a": 1}}))
        .await;
    client.is_well().await;
}

#[tokio::test]
async fn parameters_that_do_not_fit_are_named() {
    let mut client = Connection::open();
    let mut errors = Vec::new();
    for (method, params) in [
        ("tools/call", json!({})),
        ("tools/call", json!({"name": 7})),
        ("tools/call", json!({"name": "echo", "arguments": [1]})),
        ("tools/call", json!([])),
        ("initialize", json!({"protocolVersion": 1})),
        ("tools/list", json!("x")),
    ] {
        let answer = client.request(method, params).await;
        errors.push(format!("{}", answer["error"]));
    }
    insta::assert_snapshot!(errors.join("\n"), @r#"
        {"code":-32602,"message":"Invalid params for tools/call: missing field `name`"}
        {"code":-32602,"message":"Invalid params for tools/call: invalid type: integer `7`, expected a string"}
        {"code":-32602,"message":"Invalid params for tools/call: invalid type: sequence, expected a map"}
        {"code":-32600,"message":"Invalid request: params is an object"}
        {"code":-32602,"message":"Invalid params for initialize: invalid type: integer `1`, expected a string"}
        {"code":-32600,"message":"Invalid request: params is an object"}
        "#);
    client.is_well().await;
}

#[tokio::test]
async fn the_list_is_whole_and_sorted() {
    let mut client = Connection::open();
    let answer = client.request("tools/list", json!({})).await;
    let list = answer["result"].as_object().expect("an object");
    assert_eq!(list.keys().collect::<Vec<_>>(), ["tools"]);
    let names: Vec<_> = list["tools"]
        .as_array()
        .expect("an array")
        .iter()
        .map(|tool| tool["name"].as_str().expect("a name"))
        .collect();
    assert!(names.is_sorted(), "{names:?}");
    insta::assert_snapshot!(
        serde_json::to_string_pretty(&list["tools"][names.iter().position(|name| *name == "run_script").expect("listed")])
            .expect("a value is JSON"),
        @r#"
        {
          "name": "run_script",
          "description": "Runs a script.",
          "inputSchema": {
            "type": "object",
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "properties": {},
            "additionalProperties": false
          },
          "annotations": {
            "readOnlyHint": false,
            "category": "input",
            "conditions": [
              "javascriptEvaluation"
            ]
          }
        }
        "#
    );
}

#[tokio::test]
async fn a_stateless_client_needs_no_greeting() {
    let mut client = Connection::open();
    let answer = client
        .request("server/discover", json!({"_meta": stateless()}))
        .await;
    let versions = answer["result"]["supportedVersions"].as_array();
    assert!(
        versions.is_some_and(|versions| versions.contains(&json!("2026-07-28"))),
        "{answer}"
    );
    let answer = client
        .request("tools/list", json!({"_meta": stateless()}))
        .await;
    assert_eq!(answer["result"]["ttlMs"], 3_600_000);
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(
        answer["result"]["tools"][0]["annotations"]["category"],
        "debugging"
    );
    let call = json!({"name": "echo", "arguments": {"text": "a"}, "_meta": stateless()});
    let answer = client.request("tools/call", call).await;
    assert_eq!(text(&answer), "1 bytes: a");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn each_request_is_answered_by_its_own_era() {
    let mut client = Connection::greeted(ServerSettings::default(), json!({})).await;
    let modern = client
        .request("tools/list", json!({"_meta": stateless()}))
        .await;
    let older = client.request("tools/list", json!({})).await;
    assert!(modern["result"]["ttlMs"].is_u64() && older["result"]["ttlMs"].is_null());
    let answer = client.request("server/discover", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let unknown = json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2999-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    let answer = client.request("tools/list", unknown).await;
    assert_eq!(answer["error"]["code"], -32022, "{answer}");
    client.is_well().await;
}

#[tokio::test]
async fn a_subscription_ends_with_the_connection() {
    let mut client = Connection::open();
    let listen = json!({"_meta": stateless(), "notifications": {"toolsListChanged": true}});
    client.ask("subscriptions/listen", listen).await;
    let acknowledged = client.message().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    client.close_input();
    let last = client.message().await;
    assert!(last["result"].is_object(), "{last}");
    assert_eq!(client.receive().await, None);
    client.ended().await;
}
