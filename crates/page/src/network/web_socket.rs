//! What goes over a WebSocket.

use crate::text::head;
use cdp::protocol::network::WebSocketFrame;
use records::{WebSocketMessage, WebSocketTraffic};

/// Messages of one WebSocket that are kept.
const MESSAGE_LIMIT: usize = 20;

/// Longest text of a message that is kept, in bytes.
const TEXT_LIMIT: usize = 500;

/// Opcode of a binary message, whose payload Chrome sends as base64.
const BINARY: f64 = 2.0;

/// Counts a message and keeps it as one of the last.
pub(super) fn add(traffic: &mut WebSocketTraffic, outgoing: bool, frame: &WebSocketFrame) {
    if outgoing {
        traffic.sent += 1;
    } else {
        traffic.received += 1;
    }
    if traffic.last.len() == MESSAGE_LIMIT {
        traffic.last.remove(0);
    }
    let payload = &frame.payload_data;
    let text = if frame.opcode == BINARY {
        let padding = payload
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'=')
            .count();
        format!("<binary, {} bytes>", payload.len() / 4 * 3 - padding.min(2))
    } else {
        let start = head(payload, TEXT_LIMIT);
        match payload.len() - start.len() {
            0 => payload.clone(),
            more => format!("{start}... <{more} more bytes>"),
        }
    };
    traffic.last.push(WebSocketMessage { outgoing, text });
}

/// Chrome's error name in the text about a WebSocket that failed, or the whole text.
pub(super) fn error_name(text: &str) -> &str {
    match text.find("net::") {
        Some(start) => text[start..]
            .split(|c: char| c != ':' && c != '_' && !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or(text),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(opcode: f64, payload: &str) -> WebSocketFrame {
        WebSocketFrame {
            opcode,
            payload_data: payload.into(),
            ..Default::default()
        }
    }

    #[test]
    fn the_last_messages_are_kept_short() {
        let mut traffic = WebSocketTraffic::default();
        for number in 0..100 {
            add(&mut traffic, false, &frame(1.0, &number.to_string()));
        }
        add(&mut traffic, true, &frame(1.0, &"x".repeat(600)));
        add(&mut traffic, true, &frame(2.0, "AAEC"));
        add(&mut traffic, true, &frame(2.0, "AA=="));
        assert_eq!((traffic.sent, traffic.received), (3, 100));
        assert_eq!(traffic.last.len(), 20);
        assert_eq!(traffic.last[0].text, "83");
        assert!(traffic.last[17].text.ends_with("x... <100 more bytes>"));
        assert_eq!(traffic.last[18].text, "<binary, 3 bytes>");
        assert_eq!(traffic.last[19].text, "<binary, 1 bytes>");
    }

    #[test]
    fn errors_are_named() {
        let text = "Error in connection establishment: net::ERR_CONNECTION_REFUSED";
        assert_eq!(error_name(text), "net::ERR_CONNECTION_REFUSED");
        assert_eq!(error_name("Invalid frame header"), "Invalid frame header");
    }
}
