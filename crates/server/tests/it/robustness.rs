//! Bad lines, bad moments.

use crate::{connection::Connection, test_tools::has_ended};
use devtap_server::ServerSettings;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn bad_lines_are_answered_and_later_ones_served() {
    let mut client = Connection::open();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let nested = format!(r#"{{"jsonrpc":"2.0","id":9,"method":"ping","params":{{"x":{deep}}}}}"#);
    let cases: [(&[u8], Value, i64); 10] = [
        (b"this is no JSON", Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",", Value::Null, -32700),
        (b"\0\0\0\0", Value::Null, -32700),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\xfe\"}",
            Value::Null,
            -32700,
        ),
        (b"\"a bare string\"", Value::Null, -32600),
        (
            b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
            Value::Null,
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
            Value::Null,
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\",\"params\":{\"x\":1e400}}",
            json!(9),
            -32600,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":9,\"id\":10,\"method\":\"ping\"}",
            json!(9),
            -32600,
        ),
        (nested.as_bytes(), json!(9), -32600),
    ];
    for (line, id, code) in cases {
        client.send_line(line).await;
        let answer = client.message().await;
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]);
        assert_eq!(answer["jsonrpc"], "2.0", "{shown}");
        assert_eq!(answer["error"]["code"], code, "{shown}: {answer}");
        assert_eq!(answer.get("id"), Some(&id), "{shown}: {answer}");
        client.is_well().await;
    }
}

#[tokio::test]
async fn a_line_of_20_megabytes_is_served() {
    let mut client = Connection::open();
    let long = "x".repeat(20_000_000);
    let answer = client.text("echo", json!({"text": long})).await;
    assert_eq!(answer, "20000000 bytes: xxxxxxxxxxxxxxxxxxxx");
    client.is_well().await;
}

#[tokio::test]
async fn a_longer_line_than_we_take_is_refused_once() {
    let mut client = Connection::open();
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..80 {
        client.send_bytes(&piece).await;
    }
    client.send_bytes(b"\n").await;
    let answer = client.message().await;
    insta::assert_snapshot!(answer, @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: a message may have 64 MiB at most"}}"#);
    client.is_well().await;
}

#[tokio::test]
async fn an_id_in_use_does_not_disturb_its_first_request() {
    let mut client = Connection::open();
    let sleep = |key: &str| json!({"name": "sleep", "arguments": {"key": key, "seconds": 1}});
    let first =
        json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": sleep("first")});
    client.send(first).await;
    let second =
        json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": sleep("second")});
    client.send(second).await;
    insta::assert_snapshot!(client.message().await, @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Request id 77 is in use by a request that is not answered yet"}}"#);
    let answer = client.message().await;
    assert_eq!(answer["id"], 77);
    assert_eq!(crate::connection::text(&answer), "Slept.");
    assert!(!has_ended("second"));
    // Answered, the id may be used again.
    client
        .send(json!({"jsonrpc": "2.0", "id": 77, "method": "ping"}))
        .await;
    assert_eq!(client.message().await["result"], json!({}));
}

#[tokio::test]
async fn answers_nobody_asked_for_are_passed_over() {
    let mut client = Connection::open();
    client
        .send(json!({"jsonrpc": "2.0", "id": 5, "result": {}}))
        .await;
    client
        .send(json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "m"}}))
        .await;
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}))
        .await;
    client.is_well().await;
}

#[tokio::test]
async fn what_stands_after_the_last_line_end_is_served() {
    let mut client = Connection::open();
    client
        .send_bytes(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        .await;
    client.close_input();
    assert_eq!(client.message().await["id"], 1);
    assert_eq!(client.receive().await, None);
    client.ended().await;
}

#[tokio::test]
async fn a_call_may_finish_after_the_input_is_closed() {
    let mut client = Connection::open();
    let id = client
        .ask(
            "tools/call",
            json!({"name": "sleep", "arguments": {"key": "short", "seconds": 1}}),
        )
        .await;
    client.close_input();
    let answer = client.message().await;
    assert_eq!(answer["id"], id);
    assert_eq!(crate::connection::text(&answer), "Slept.");
    assert_eq!(client.receive().await, None);
    client.ended().await;
}

#[tokio::test]
async fn a_call_that_goes_on_is_ended_after_the_input_is_closed() {
    let settings = ServerSettings {
        closing_grace: Duration::from_millis(50),
        ..ServerSettings::default()
    };
    let mut client = Connection::with(settings);
    client
        .ask(
            "tools/call",
            json!({"name": "sleep", "arguments": {"key": "eof"}}),
        )
        .await;
    client.close_input();
    client.ended().await;
    assert!(has_ended("eof"));
}

#[tokio::test]
async fn a_client_that_reads_no_more_ends_everything() {
    let settings = ServerSettings {
        closing_grace: Duration::from_secs(3600),
        ..ServerSettings::default()
    };
    let mut client = Connection::with(settings);
    client
        .ask(
            "tools/call",
            json!({"name": "sleep", "arguments": {"key": "broken"}}),
        )
        .await;
    client.close_output();
    client.ask("ping", json!({})).await;
    client.ended().await;
    assert!(has_ended("broken"));
}

#[tokio::test]
async fn many_requests_at_once_are_all_answered() {
    let mut client = Connection::open();
    for round in 0..5 {
        let mut open = std::collections::HashSet::new();
        for _ in 0..200 {
            open.insert(
                client
                    .ask(
                        "tools/call",
                        json!({"name": "echo", "arguments": {"text": "a", "times": round}}),
                    )
                    .await,
            );
        }
        while !open.is_empty() {
            let answer = client.message().await;
            let id = answer["id"].as_i64().expect("a number");
            assert!(open.remove(&id), "{answer}");
        }
    }
}

#[tokio::test]
async fn too_many_waiting_requests_are_refused_by_their_id() {
    let mut client = Connection::open();
    for key in 0..1024 {
        let arguments = json!({"key": format!("crowd {key}")});
        client
            .ask(
                "tools/call",
                json!({"name": "sleep", "arguments": arguments}),
            )
            .await;
    }
    let id = client.ask("ping", json!({})).await;
    let answer = client.message().await;
    assert_eq!(answer["id"], id);
    assert_eq!(answer["error"]["code"], -32000);
    client
        .send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}))
        .await;
    client.is_well().await;
}
