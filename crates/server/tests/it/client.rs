//! What tools get from the client.

use crate::connection::{Connection, text};
use devtap_server::ServerSettings;
use serde_json::{Value, json};

async fn greeted(capabilities: Value) -> Connection {
    Connection::greeted(ServerSettings::default(), capabilities).await
}

#[tokio::test]
async fn progress_is_told_to_who_asked_for_it() {
    let mut client = Connection::open();
    let call = json!({"name": "count", "_meta": {"progressToken": 7}});
    let id = client.ask("tools/call", call).await;
    let mut reports = Vec::new();
    let answer = loop {
        let message = client.message().await;
        if message["id"] == id {
            break message;
        }
        assert_eq!(message["method"], "notifications/progress");
        assert_eq!(message["params"]["progressToken"], 7);
        reports.push(message["params"]["progress"].as_f64().expect("a number"));
    };
    assert_eq!(text(&answer), "Counted.");
    // Each goes further than the one before; the last one is always sent.
    assert!(reports.is_sorted_by(|a, b| a < b), "{reports:?}");
    assert_eq!(reports.last(), Some(&3.0));
    // Who did not ask gets the answer alone.
    assert_eq!(client.text("count", json!({})).await, "Counted.");
}

#[tokio::test]
async fn roots_are_asked_for_once() {
    let mut client = greeted(json!({"roots": {"listChanged": true}})).await;
    let asked = client.message().await;
    assert_eq!(asked["method"], "roots/list");
    // A call meanwhile waits for the answer.
    let id = client.ask("tools/call", json!({"name": "folders"})).await;
    let roots = json!({"roots": [{"uri": "file:///tmp/a%20b"}, {"uri": "https://example.org/"}]});
    client
        .send(json!({"jsonrpc": "2.0", "id": asked["id"], "result": roots}))
        .await;
    let answer = client.message().await;
    assert_eq!(answer["id"], id);
    assert_eq!(text(&answer), r#"["/tmp/a b"]"#);
    assert_eq!(client.text("folders", json!({})).await, r#"["/tmp/a b"]"#);
    // And again when they have changed.
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}))
        .await;
    let asked = client.message().await;
    assert_eq!(asked["method"], "roots/list");
    client
        .send(
            json!({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32603, "message": "m"}}),
        )
        .await;
    assert_eq!(client.text("folders", json!({})).await, "[]");
}

#[tokio::test]
async fn a_client_without_roots_is_not_asked() {
    let mut client = greeted(json!({})).await;
    assert_eq!(client.text("folders", json!({})).await, "[]");
    let mut stranger = Connection::open();
    assert_eq!(stranger.text("folders", json!({})).await, "[]");
}

#[tokio::test]
async fn the_person_is_asked_where_the_client_can() {
    for (action, answer) in [
        ("accept", "Some(true)"),
        ("decline", "Some(false)"),
        ("cancel", "Some(false)"),
    ] {
        let mut client = greeted(json!({"elicitation": {}})).await;
        let id = client.ask("tools/call", json!({"name": "ask"})).await;
        let question = client.message().await;
        assert_eq!(question["method"], "elicitation/create");
        assert_eq!(question["params"]["message"], "May I?");
        client
            .send(json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": action}}))
            .await;
        let answered = client.message().await;
        assert_eq!(
            (answered["id"].as_i64(), text(&answered).as_str()),
            (Some(id), answer)
        );
    }
}

#[tokio::test]
async fn a_client_that_can_not_ask_is_not_bothered() {
    for capabilities in [json!({}), json!({"elicitation": {"url": {}}})] {
        let mut client = greeted(capabilities).await;
        assert_eq!(client.text("ask", json!({})).await, "None");
    }
    let stateless = json!({"name": "ask", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    }});
    let mut client = greeted(json!({"elicitation": {}})).await;
    let answer = client.request("tools/call", stateless).await;
    assert_eq!(text(&answer), "None");
}

#[tokio::test]
async fn a_question_is_taken_back_when_its_call_is_cancelled() {
    let mut client = greeted(json!({"elicitation": {}})).await;
    let id = client.ask("tools/call", json!({"name": "ask"})).await;
    let question = client.message().await;
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}))
        .await;
    let taken_back = client.message().await;
    assert_eq!(taken_back["method"], "notifications/cancelled");
    assert_eq!(taken_back["params"]["requestId"], question["id"]);
    client.is_well().await;
}
