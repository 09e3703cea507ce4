//! Reads what Chrome sent, forgiving what real browsers and pages do to it.

use memchr::memchr;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;

/// Longest reason of a failure, in characters: serde quotes values, and these may come from a page.
const REASON: usize = 300;

/// Reads JSON. When it has not the wanted shape, tries again with halves of surrogate pairs replaced (page text may have
/// them, Rust strings can't) and with members that are null left out (then the type's default holds).
pub(crate) fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, String> {
    let failure = match serde_json::from_slice(json) {
        Ok(read) => return Ok(read),
        Err(failure) => failure,
    };
    let whole = with_whole_surrogates(json);
    if let Cow::Owned(whole) = &whole
        && let Ok(read) = serde_json::from_slice(whole)
    {
        return Ok(read);
    }
    serde_json::from_slice(&whole)
        .and_then(|mut value| {
            drop_nulls(&mut value);
            serde_json::from_value(value)
        })
        .map_err(|_| bounded(&failure.to_string(), REASON))
}

/// The text's start, at most this many characters.
pub(crate) fn bounded(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// serde_json has bounded the depth of the value.
fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// The JSON with `\ufffd` for each escape that is half of a surrogate pair.
pub(crate) fn with_whole_surrogates(json: &[u8]) -> Cow<'_, [u8]> {
    let mut halves = Vec::new();
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        at += found;
        at += match unit(json, at) {
            None => 2,
            Some(0xd800..=0xdbff) if matches!(unit(json, at + 6), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                halves.push(at);
                6
            }
            Some(_) => 6,
        };
    }
    if halves.is_empty() {
        return Cow::Borrowed(json);
    }
    let mut whole = json.to_owned();
    for at in halves {
        whole[at..at + 6].copy_from_slice(b"\\ufffd");
    }
    Cow::Owned(whole)
}

/// The UTF-16 unit of the `\uXXXX` escape at this place.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{network, runtime};

    #[test]
    fn missing_null_and_unknown_members_break_nothing() {
        let json = br#"{"requestId":null,"hologram":{"a":[]},"request":{"url":"u","method":null},"type":"New"}"#;
        let event: network::event::RequestWillBeSent = read(json).unwrap();
        assert_eq!(event.request_id, "");
        assert_eq!(event.request.url, "u");
        assert_eq!(event.r#type.unwrap().as_str(), "New");
    }

    #[test]
    fn halves_of_surrogate_pairs_are_replaced() {
        let json = br#"{"type":"string","value":"a\\\ud83d\ude00\ud83d \udc00\\ud800"}"#;
        let object: runtime::RemoteObject = read(json).unwrap();
        assert_eq!(
            object.value.unwrap(),
            serde_json::json!("a\\\u{1f600}\u{fffd} \u{fffd}\\ud800")
        );
    }

    #[test]
    fn wrong_shapes_are_told_briefly() {
        let long = format!("{{\"id\":\"{}\"}}", "x".repeat(10_000));
        let failure = read::<runtime::ExecutionContextDescription>(long.as_bytes()).unwrap_err();
        assert!(failure.starts_with("invalid type"), "{failure}");
        assert_eq!(failure.chars().count(), REASON + 1);
        assert!(read::<runtime::RemoteObject>(b"{").is_err());
    }

    #[test]
    fn deep_values_fail_instead_of_overflowing() {
        let deep = format!(
            "{{\"value\":{}{}}}",
            "[".repeat(1_000_000),
            "]".repeat(1_000_000)
        );
        assert!(read::<runtime::RemoteObject>(deep.as_bytes()).is_err());
    }
}
