//! From a line to a message, or to the reason why it is none.

use super::lines::LINE_LIMIT;
use render::text::{cut, one_line};
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, RequestId};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt;

/// Levels of nesting that one message may have; what reads messages would give up at 128, without saying so.
const DEPTH_LIMIT: usize = 100;
/// JSON values that one message may hold. A number of one byte takes the room of a whole value once it is read.
const VALUE_LIMIT: usize = 1_000_000;

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

    /// The refusal is the answer to this request.
    pub fn to_request(self, id: &RequestId) -> Self {
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
    let message = format!("Invalid request: a message may have {limit} MiB at most");
    Refusal::new(ErrorCode::INVALID_REQUEST, message)
}

/// Reads a line.
pub(crate) fn read(line: &[u8]) -> Received {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let line = line.trim_ascii();
    if line.is_empty() {
        return Received::Nothing;
    }
    match line.first() {
        Some(b'[') => return not_an_object(line, "batches of messages are not supported"),
        Some(b'{') => {}
        _ => return not_an_object(line, "a message is an object"),
    }
    let envelope = Envelope::default();
    if let Err(error) = envelope.scan(line) {
        return Received::Refused(envelope.unreadable(&error));
    }
    if envelope.method.get() && *envelope.id.borrow() == Some(Value::Null) {
        return Received::Refused(envelope.invalid("id is a string or an integer"));
    }
    match serde_json::from_slice::<ClientJsonRpcMessage>(line) {
        Ok(message) => Received::Message(Box::new(message)),
        // Answers to nothing and notifications are never answered themselves.
        Err(_) if envelope.expects_no_answer() => Received::Nothing,
        Err(_) => {
            Received::Refused(envelope.invalid(
                "a message has jsonrpc \"2.0\" and a method, with an id if it is a request",
            ))
        }
    }
}

/// Valid JSON that is no message is an invalid request; anything else is no JSON.
fn not_an_object(line: &[u8], problem: &str) -> Received {
    let envelope = Envelope::default();
    Received::Refused(match envelope.scan(line) {
        Ok(()) => envelope.invalid(problem),
        Err(error) => envelope.unreadable(&error),
    })
}

/// What a first, cheap pass finds out about a message: that it is JSON within bounds and without doubled keys, and
/// what must be known to refuse it properly.
struct Envelope {
    /// The id: a string or an integer, or null where something else stands.
    id: RefCell<Option<Value>>,
    method: Cell<bool>,
    outcome: Cell<bool>,
    problem: RefCell<Option<String>>,
    values_left: Cell<usize>,
}

impl Default for Envelope {
    fn default() -> Self {
        Self {
            id: RefCell::default(),
            method: Cell::default(),
            outcome: Cell::default(),
            problem: RefCell::default(),
            values_left: Cell::new(VALUE_LIMIT),
        }
    }
}

impl Envelope {
    fn scan(&self, line: &[u8]) -> serde_json::Result<()> {
        let mut deserializer = serde_json::Deserializer::from_slice(line);
        let walk = Walk {
            envelope: self,
            place: Place::Top,
            depth: 0,
        };
        walk.deserialize(&mut deserializer)?;
        deserializer.end()
    }

    /// The refusal of a line that the scan did not get through.
    fn unreadable(&self, error: &serde_json::Error) -> Refusal {
        if let Some(problem) = &*self.problem.borrow() {
            return self.invalid(problem);
        }
        let reason = error.to_string();
        // Well-formed, and yet nothing that can be read: whoever asked is told by its id.
        if reason.starts_with("number out of range") {
            return self.invalid(&reason);
        }
        Refusal::new(ErrorCode::PARSE_ERROR, format!("Parse error: {reason}"))
    }

    fn expects_no_answer(&self) -> bool {
        let has_id = self.id.borrow().is_some();
        (self.method.get() && !has_id) || (!self.method.get() && self.outcome.get())
    }

    fn invalid(&self, problem: &str) -> Refusal {
        Refusal {
            id: self.id.borrow().clone().unwrap_or_default(),
            code: ErrorCode::INVALID_REQUEST,
            message: format!("Invalid request: {problem}"),
        }
    }

    fn refuse<E: serde::de::Error>(&self, problem: impl Into<String>) -> E {
        self.problem.replace(Some(problem.into()));
        E::custom("refused")
    }
}

/// Walks over a value and keeps nothing but what [`Envelope`] holds.
#[derive(Clone, Copy)]
struct Walk<'a> {
    envelope: &'a Envelope,
    place: Place,
    depth: usize,
}

/// What stands where the walk is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The message itself.
    Top,
    /// Its `id`.
    Id,
    /// Anything else.
    Inside,
}

impl<'a> Walk<'a> {
    /// The walk one level further in.
    fn into_member<E: serde::de::Error>(self, place: Place) -> Result<Self, E> {
        if self.depth == DEPTH_LIMIT {
            let problem = format!("a message may be nested {DEPTH_LIMIT} levels deep at most");
            return Err(self.envelope.refuse(problem));
        }
        Ok(Self {
            place,
            depth: self.depth + 1,
            ..self
        })
    }

    fn count<E: serde::de::Error>(self) -> Result<(), E> {
        match self.envelope.values_left.get().checked_sub(1) {
            Some(left) => {
                self.envelope.values_left.set(left);
                Ok(())
            }
            None => Err(self
                .envelope
                .refuse(format!("a message may hold {VALUE_LIMIT} values at most"))),
        }
    }

    /// Takes note of a value that is the message's id; null stands for what can't be one.
    fn id(self, id: impl FnOnce() -> Value) {
        if self.place == Place::Id {
            self.envelope.id.replace(Some(id()));
        }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.count()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.id(|| Value::Null);
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.id(|| json!(number));
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.id(|| i64::try_from(number).map_or(Value::Null, Value::from));
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.id(|| Value::Null);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.id(|| json!(text));
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.id(|| Value::Null);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.id(|| Value::Null);
        let item = self.into_member(Place::Inside)?;
        while items.next_element_seed(item)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.id(|| Value::Null);
        let mut keys = Keys::default();
        while let Some(key) = members.next_key_seed(KeySeed)? {
            let mut place = Place::Inside;
            if self.place == Place::Top {
                match &*key {
                    "id" => place = Place::Id,
                    "method" => self.envelope.method.set(true),
                    "result" | "error" => self.envelope.outcome.set(true),
                    _ => {}
                }
            }
            if let Some(doubled) = keys.add(key) {
                let shown = cut(&one_line(&doubled), 100, "...");
                let problem = format!("the key \"{shown}\" stands twice in one object");
                return Err(self.envelope.refuse(problem));
            }
            members.next_value_seed(self.into_member(place)?)?;
        }
        Ok(())
    }
}

/// The keys of one object. Most objects have few: looking through those is faster than hashing.
#[derive(Default)]
struct Keys<'de> {
    few: Vec<Cow<'de, str>>,
    many: HashSet<Cow<'de, str>>,
}

impl<'de> Keys<'de> {
    const FEW: usize = 16;

    /// Adds a key; gives it back if it is there already.
    fn add(&mut self, key: Cow<'de, str>) -> Option<Cow<'de, str>> {
        if self.few.contains(&key) || self.many.contains(&key) {
            return Some(key);
        }
        if self.few.len() < Self::FEW {
            self.few.push(key);
        } else {
            self.many.insert(key);
        }
        None
    }
}

/// Reads a key without copying it where it has no escapes.
struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        insta::assert_snapshot!(outcome("{}"), @r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: a message has jsonrpc \"2.0\" and a method, with an id if it is a request"}}"#);
        insta::assert_snapshot!(outcome(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: a message has jsonrpc \"2.0\" and a method, with an id if it is a request"}}"#);
        insta::assert_snapshot!(outcome(r#"{"jsonrpc":"2.0","id":1,"method":7}"#), @r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: a message has jsonrpc \"2.0\" and a method, with an id if it is a request"}}"#);
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
            "notification"
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
