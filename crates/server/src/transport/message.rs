//! From a line to a message, or to the reason why it is none.

use super::envelope::{Envelope, Unreadable};
use super::lines::LINE_LIMIT;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, RequestId};
use serde_json::{Value, json};

/// What a line came to.
pub(crate) enum Received {
    /// A message for the service.
    Message(Box<ClientJsonRpcMessage>),
    /// Something to be refused.
    Refused(Refusal),
    /// Nothing to be answered.
    Nothing,
}

/// A message that was refused.
#[derive(Debug, PartialEq)]
pub(crate) struct Refusal {
    id: Value,
    code: ErrorCode,
    /// Why.
    pub message: String,
}

impl Refusal {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            id: Value::Null,
            code,
            message: message.into(),
        }
    }

    fn invalid_request(id: Value, problem: &str) -> Self {
        let message = format!("Invalid request: {problem}");
        Self {
            id,
            ..Self::new(ErrorCode::INVALID_REQUEST, message)
        }
    }

    fn parse_error(reason: &str) -> Self {
        Self::new(ErrorCode::PARSE_ERROR, format!("Parse error: {reason}"))
    }

    /// The refusal is the answer to this request.
    pub fn answering(self, id: &RequestId) -> Self {
        let id = match id {
            RequestId::Number(number) => json!(number),
            RequestId::String(text) => json!(text),
        };
        Self { id, ..self }
    }

    /// As a line of the protocol. rmcp leaves an unknown id out; JSON-RPC says null.
    pub fn to_line(&self) -> Vec<u8> {
        let error = json!({"code": self.code, "message": self.message});
        let message = json!({"jsonrpc": "2.0", "id": self.id, "error": error});
        format!("{message}\n").into_bytes()
    }
}

/// The refusal of a line that was too long.
pub(crate) fn too_long() -> Refusal {
    let limit = LINE_LIMIT / (1024 * 1024);
    let problem = format!("a message may have {limit} MiB at most");
    Refusal::invalid_request(Value::Null, &problem)
}

/// Reads a line.
pub(crate) fn read(line: &[u8]) -> Received {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let line = line.trim_ascii();
    if line.is_empty() {
        return Received::Nothing;
    }
    let envelope = match Envelope::scan(line) {
        Ok(envelope) => envelope,
        Err(Unreadable::Syntax(reason)) => {
            return Received::Refused(Refusal::parse_error(&reason));
        }
        Err(Unreadable::Bounds { id, problem }) => {
            return Received::Refused(Refusal::invalid_request(id, &problem));
        }
    };
    if let Some(refusal) = misshapen(line, &envelope) {
        // Answers and notifications are never answered themselves, however they look.
        return match envelope.expects_an_answer() {
            true => Received::Refused(refusal),
            false => Received::Nothing,
        };
    }
    match serde_json::from_slice::<ClientJsonRpcMessage>(line) {
        Ok(message) => Received::Message(Box::new(message)),
        Err(_) if !envelope.expects_an_answer() => Received::Nothing,
        Err(_) => Received::Refused(Refusal::invalid_request(
            envelope.id.unwrap_or_default(),
            "a message is a request, a notification or an answer",
        )),
    }
}

/// What is wrong with the shape of a message.
fn misshapen(line: &[u8], envelope: &Envelope) -> Option<Refusal> {
    let problem = if line.starts_with(b"[") {
        "batches of messages are not supported"
    } else if !line.starts_with(b"{") {
        "a message is an object"
    } else if !envelope.version {
        "jsonrpc is \"2.0\""
    } else if envelope.outcome {
        return None;
    } else if !envelope.method {
        "method is a string"
    } else if envelope.id == Some(Value::Null) {
        "id is a string or an integer"
    } else if envelope.params_misfit {
        "params is an object"
    } else {
        return None;
    };
    let id = envelope.id.clone().unwrap_or_default();
    Some(Refusal::invalid_request(id, problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::envelope::VALUE_LIMIT;

    /// What a line comes to, in one line.
    fn outcome(line: impl AsRef<[u8]>) -> String {
        match read(line.as_ref()) {
            Received::Message(message) => match *message {
                ClientJsonRpcMessage::Request(request) => format!("request {}", request.id),
                ClientJsonRpcMessage::Response(response) => format!("response {}", response.id),
                ClientJsonRpcMessage::Notification(_) => "notification".to_owned(),
                ClientJsonRpcMessage::Error(_) => "error".to_owned(),
            },
            Received::Refused(refusal) => String::from_utf8(refusal.to_line())
                .expect("JSON is UTF-8")
                .trim_end()
                .to_owned(),
            Received::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn messages() {
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        assert_eq!(outcome(ping), "request 1");
        assert_eq!(outcome(format!("\u{feff}{ping}\r")), "request 1");
        assert_eq!(
            outcome(r#"{"method":"x","params":{"a":[{"a":1},{"a":2}]},"id":"q","jsonrpc":"2.0"}"#),
            "request q"
        );
        assert_eq!(
            outcome(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
            "notification"
        );
        assert_eq!(
            outcome(r#"{"jsonrpc":"2.0","id":0,"result":{}}"#),
            "response 0"
        );
        assert_eq!(outcome("  \r"), "nothing");
    }

    #[test]
    fn what_is_no_json() {
        insta::assert_snapshot!(outcome("hello"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected value at line 1 column 1"}}"#);
        insta::assert_snapshot!(outcome("{\"jsonrpc\":\"2.0\",\"id\":1,"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: EOF while parsing a value at line 1 column 24"}}"#);
        insta::assert_snapshot!(outcome(b"{\"id\":1,\"a\":\"\xff\"}"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: invalid unicode code point at line 1 column 14"}}"#);
        insta::assert_snapshot!(outcome("\0\0\0"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected value at line 1 column 1"}}"#);
        insta::assert_snapshot!(outcome(r#"{"jsonrpc":"2.0","id":1,"method":"ping"} {}"#), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: trailing characters at line 1 column 42"}}"#);
    }

    #[test]
    fn what_is_json_and_can_not_be_read() {
        let ping = |x: &str| {
            outcome(format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":{x}}}}}"#
            ))
        };
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert_eq!(ping(&deep(90)), "request 1");
        insta::assert_snapshot!(ping("1e400"), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: number out of range at line 1 column 59"}}"#);
        insta::assert_snapshot!(ping(&deep(100_000)), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: a message may be nested 100 levels deep at most"}}"#);
        insta::assert_snapshot!(outcome(deep(100_000)), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: a message may be nested 100 levels deep at most"}}"#);
        insta::assert_snapshot!(outcome("{\"a\":".repeat(100_000)), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: a message may be nested 100 levels deep at most"}}"#);
    }

    #[test]
    fn what_is_no_message() {
        insta::assert_snapshot!(outcome("\"hello\""), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: a message is an object"}}"#);
        insta::assert_snapshot!(outcome("[]"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: batches of messages are not supported"}}"#);
        insta::assert_snapshot!(outcome(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: batches of messages are not supported"}}"#);
        insta::assert_snapshot!(outcome("{}"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: jsonrpc is \"2.0\""}}"#);
        insta::assert_snapshot!(outcome(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: jsonrpc is \"2.0\""}}"#);
        insta::assert_snapshot!(outcome(r#"{"jsonrpc":"2.0","id":1,"method":7}"#), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: method is a string"}}"#);
    }

    #[test]
    fn ids_are_strings_or_integers() {
        for id in [
            "null",
            "1.5",
            "true",
            "[1]",
            "{\"a\":1}",
            "1e300",
            "18446744073709551615",
        ] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            assert_eq!(
                outcome(line),
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: id is a string or an integer"}}"#,
                "{id}"
            );
        }
    }

    #[test]
    fn doubled_keys_are_refused() {
        insta::assert_snapshot!(
            outcome(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","n\u0061me":"b"}}"#),
            @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: the key \"name\" stands twice in one object"}}"#
        );
        let many: Vec<String> = (0..1000).map(|key| format!("\"k{key}\":0")).collect();
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{{},"k500":1}}}}"#,
            many.join(",")
        );
        assert!(outcome(line).contains("k500"));
    }

    #[test]
    fn values_are_counted() {
        let line = |count: usize| {
            let zeros = "0,".repeat(count);
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":[{zeros}0]}}}}"#)
        };
        assert_eq!(outcome(line(10_000)), "request 1");
        insta::assert_snapshot!(outcome(line(VALUE_LIMIT)), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: a message may hold 1000000 values at most"}}"#);
    }

    #[test]
    fn what_expects_no_answer_gets_none() {
        assert_eq!(
            outcome(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#),
            "nothing"
        );
        assert_eq!(outcome(r#"{"jsonrpc":"2.0","method":7}"#), "nothing");
        assert_eq!(
            outcome(r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#),
            "error"
        );
        assert_eq!(
            outcome(r#"{"jsonrpc":"2.0","id":[],"result":{}}"#),
            "nothing"
        );
    }
}
