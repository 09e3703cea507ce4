//! What a message is, without reading what it carries.

use memchr::{memchr, memchr2};
use std::ops::Range;

/// The members of a message that say where it goes, and where in it the rest lies. Members may come in any order.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Envelope<'a> {
    /// Of an answer: the command's number.
    pub id: Option<u64>,
    /// Of an event: `Domain.event`.
    pub method: Option<&'a str>,
    /// The session; absent for the browser's own.
    pub session: Option<&'a str>,
    /// Of an event.
    pub params: Option<Range<usize>>,
    /// Of an answer.
    pub result: Option<Range<usize>>,
    /// Of a refusal.
    pub error: Option<Range<usize>>,
}

impl<'a> Envelope<'a> {
    /// Reads the outermost object only: nested values are skipped over without recursion, whatever their depth. `None`
    /// when this is not one JSON object.
    pub fn read(message: &'a [u8]) -> Option<Self> {
        let mut envelope = Self::default();
        let mut at = Scanner { message, at: 0 };
        at.expect(b'{')?;
        if at.peek()? == b'}' {
            return Some(envelope);
        }
        loop {
            let key = at.value()?;
            at.expect(b':')?;
            let value = at.value()?;
            match &message[key] {
                b"\"id\"" => envelope.id = text(message, value)?.parse().ok(),
                b"\"method\"" => envelope.method = Some(unquoted(message, value)?),
                b"\"sessionId\"" => envelope.session = Some(unquoted(message, value)?),
                b"\"params\"" => envelope.params = Some(value),
                b"\"result\"" => envelope.result = Some(value),
                b"\"error\"" => envelope.error = Some(value),
                _ => {}
            }
            match at.next()? {
                b',' => {}
                b'}' => return Some(envelope),
                _ => return None,
            }
        }
    }
}

/// The event's name when it comes first, as Chrome writes it: enough to drop an event that nobody wants.
pub(crate) fn leading_method(message: &[u8]) -> Option<&str> {
    let rest = message.strip_prefix(b"{\"method\":\"")?;
    std::str::from_utf8(&rest[..memchr(b'"', rest)?]).ok()
}

fn text(message: &[u8], value: Range<usize>) -> Option<&str> {
    std::str::from_utf8(&message[value]).ok()
}

/// The content of a string. Names and ids have no escapes; one that has stays as it is, and then matches nothing.
fn unquoted(message: &[u8], value: Range<usize>) -> Option<&str> {
    text(message, value)?.strip_prefix('"')?.strip_suffix('"')
}

struct Scanner<'a> {
    message: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.message.get(self.at)? {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn expect(&mut self, wanted: u8) -> Option<()> {
        (self.next()? == wanted).then_some(())
    }

    /// Skips one value and says where it lies.
    fn value(&mut self) -> Option<Range<usize>> {
        let first = self.peek()?;
        let start = self.at;
        match first {
            b'"' => self.string()?,
            b'{' | b'[' => self.container()?,
            b',' | b':' | b'}' | b']' => return None,
            _ => self.scalar(),
        }
        Some(start..self.at)
    }

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += memchr2(b'"', b'\\', self.message.get(self.at..)?)?;
            if self.message[self.at] == b'"' {
                self.at += 1;
                return Some(());
            }
            self.at += 2;
        }
    }

    fn container(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match *self.message.get(self.at)? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn scalar(&mut self) {
        while let Some(byte) = self.message.get(self.at) {
            if matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n') {
                break;
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_any_order() {
        let message =
            br#" { "params" : {"a":"}\"","b":[1,{}]} , "sessionId":"S","method":"A.b" } "#;
        let envelope = Envelope::read(message).unwrap();
        assert_eq!(envelope.method, Some("A.b"));
        assert_eq!(envelope.session, Some("S"));
        assert_eq!(
            &message[envelope.params.unwrap()],
            br#"{"a":"}\"","b":[1,{}]}"#
        );
        assert_eq!(envelope.id, None);
    }

    #[test]
    fn answers_and_refusals() {
        let message = br#"{"id":7,"result":{}}"#;
        let envelope = Envelope::read(message).unwrap();
        assert_eq!((envelope.id, envelope.result), (Some(7), Some(17..19)));
        let message = br#"{"error":{"code":-1},"id":8,"later":null}"#;
        let envelope = Envelope::read(message).unwrap();
        assert_eq!((envelope.id, envelope.error), (Some(8), Some(9..20)));
        assert_eq!(Envelope::read(b"{}").unwrap(), Envelope::default());
    }

    #[test]
    fn broken_messages_are_refused() {
        for message in [
            "",
            "null",
            "[]",
            "{",
            "{\"id\"",
            "{\"id\":}",
            "{\"id\":1",
            "{\"a\":\"",
            "{\"a\":\"\\",
            "{\"a\":[}",
            "{\"method\":5}",
            "{\"a\":1 2}",
            "{:}",
            "{\"a\"}",
        ] {
            assert_eq!(Envelope::read(message.as_bytes()), None, "{message}");
        }
    }

    #[test]
    fn depth_is_no_limit() {
        let depth = 1_000_000;
        let message = format!(
            "{{\"params\":{}{},\"method\":\"A.b\"}}",
            "[".repeat(depth),
            "]".repeat(depth)
        );
        let envelope = Envelope::read(message.as_bytes()).unwrap();
        assert_eq!(envelope.method, Some("A.b"));
        assert_eq!(envelope.params.unwrap().len(), 2 * depth);
    }

    #[test]
    fn leading_methods() {
        assert_eq!(leading_method(br#"{"method":"A.b","params":"#), Some("A.b"));
        assert_eq!(leading_method(br#"{"id":1}"#), None);
    }
}
