//! Lines that are no request.

use crate::rig::{Rig, SOON};
use serde_json::{Value, json};

const MEGABYTES_20: usize = 20 * 1024 * 1024;

impl Rig {
    /// Sends a line and gives back the error that answers it. The page still works afterwards.
    #[track_caller]
    fn error_for(&self, line: &str) -> Value {
        self.client.send_line(line);
        let stray = self.client.stray(SOON);
        self.snapshot().with("button \"More\"");
        let error = stray.unwrap_or_else(|| {
            panic!(
                "no error answers the line; stderr: {}",
                self.client.stderr_tail()
            )
        });
        assert_eq!(error["id"], Value::Null, "{error}");
        assert!(
            error["error"]["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{error}"
        );
        error["error"].clone()
    }
}

#[test]
fn a_line_that_is_no_json() {
    let rig = Rig::open("/small.html");
    for line in [
        "hello",
        "{\"jsonrpc\":",
        "\u{0}\u{1}\u{2}",
        "{'single': 'quotes'}",
    ] {
        assert_eq!(rig.error_for(line)["code"], -32700, "{line:?}");
    }
}

#[test]
fn an_empty_line_is_passed_over() {
    let rig = Rig::open("/small.html");
    rig.client.send_line("");
    rig.client.send_line("   \r");
    rig.snapshot();
}

#[test]
fn json_that_is_no_message() {
    let rig = Rig::open("/small.html");
    for line in ["1", "null", "\"text\"", "{}", "{\"jsonrpc\":\"2.0\"}"] {
        assert_eq!(rig.error_for(line)["code"], -32600, "{line}");
    }
}

#[test]
fn a_batch() {
    let rig = Rig::open("/small.html");
    let batch = json!([
        {"jsonrpc": "2.0", "id": 9001, "method": "ping"},
        {"jsonrpc": "2.0", "id": 9002, "method": "tools/list"},
    ]);
    assert_eq!(rig.error_for(&batch.to_string())["code"], -32600);
    assert_eq!(rig.error_for("[]")["code"], -32600);
}

#[test]
fn a_request_without_parameters_or_with_odd_ones() {
    let rig = Rig::open("/small.html");
    for (id, params) in [
        (9001, json!(null)),
        (9002, json!([])),
        (9003, json!({"name": 5})),
        (9004, json!({})),
    ] {
        let line = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        rig.client.send_line(&line.to_string());
        let answer = rig
            .client
            .response(&json!(id), SOON)
            .expect("it is answered");
        assert!(answer["error"]["code"].is_i64(), "{answer}");
    }
    rig.snapshot();
}

#[test]
fn ids_may_be_texts() {
    let rig = Rig::open("/small.html");
    rig.client
        .send_line(r#"{"jsonrpc":"2.0","id":"a \"quoted\" id","method":"ping"}"#);
    let answer = rig.client.response(&json!("a \"quoted\" id"), SOON);
    assert_eq!(answer.expect("it is answered")["result"], json!({}));
}

#[test]
fn a_line_of_20_megabytes_is_taken() {
    let rig = Rig::open("/small.html");
    let function = format!("() => '{}'.length", "x".repeat(MEGABYTES_20));
    let answer = rig
        .call("evaluate_script", json!({"function": function}))
        .ok();
    assert_eq!(answer.json_block(), MEGABYTES_20);
    rig.snapshot();
}

#[test]
fn twenty_megabytes_of_nonsense() {
    let rig = Rig::open("/small.html");
    assert_eq!(rig.error_for(&"x".repeat(MEGABYTES_20))["code"], -32700);
}

#[test]
fn requests_before_the_handshake_do_not_end_the_server() {
    let client = crate::rig::options().spawn();
    client.send_line("nonsense");
    client.initialize();
    client.call("list_pages", json!({})).ok();
}
