//! Values in short form, from what Chrome tells about them without asking the page.

use crate::stack::parse_error_stack;
use crate::text::head;
use cdp::protocol::runtime::{ObjectPreview, PropertyPreview, RemoteObject};
use serde_json::Value;

/// Longest string argument that is kept, in bytes.
const STRING_LIMIT: usize = 64 * 1024;

/// Longest description or preview that is kept, in bytes.
const PREVIEW_LIMIT: usize = 16 * 1024;

/// Longest source text of a function that is shown, in bytes.
const FUNCTION_LIMIT: usize = 200;

/// Deepest nesting of a preview that is followed; Chrome sends two levels.
const DEPTH_LIMIT: usize = 4;

/// What is kept of a value that went to the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    pub kind: ArgumentKind,
    /// Strings as they are, errors with their stack, everything else in short form.
    pub text: Box<str>,
    /// How many bytes of a string are not kept.
    pub cut_bytes: usize,
    /// The object in the page, while its document lives and the object is held.
    pub object_id: Option<Box<str>>,
}

/// What an argument is, as far as its display goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentKind {
    /// A string.
    String,
    /// An error: its text is its `stack`.
    Error,
    /// An object that can be asked for more than its preview.
    Structure,
    /// Anything that its text describes well enough.
    Simple,
}

impl Argument {
    /// Keeps what is needed of a value.
    pub(super) fn of(object: &RemoteObject) -> Self {
        let kind = kind_of(object);
        let (text, limit) = match (&object.value, kind) {
            (Some(Value::String(text)), _) => (text.clone(), STRING_LIMIT),
            (_, ArgumentKind::Error) => (
                object.description.clone().unwrap_or_default(),
                PREVIEW_LIMIT,
            ),
            _ => (short_form(object), PREVIEW_LIMIT),
        };
        let kept = head(&text, limit);
        Self {
            kind,
            text: kept.into(),
            cut_bytes: text.len() - kept.len(),
            object_id: match kind {
                ArgumentKind::Error | ArgumentKind::Structure => {
                    object.object_id.as_deref().map(Into::into)
                }
                _ => None,
            },
        }
    }

    /// A text of the browser's own.
    pub(super) fn string(text: &str) -> Self {
        Self {
            kind: ArgumentKind::String,
            text: text.into(),
            cut_bytes: 0,
            object_id: None,
        }
    }

    /// Its part of a message's text: an error without its stack.
    pub(super) fn in_message(&self) -> &str {
        match self.kind {
            ArgumentKind::Error => parse_error_stack(&self.text).0,
            _ => &self.text,
        }
    }
}

fn kind_of(object: &RemoteObject) -> ArgumentKind {
    match (object.r#type.as_str(), object.subtype.as_deref()) {
        ("string", _) => ArgumentKind::String,
        ("object", Some("error")) => ArgumentKind::Error,
        ("object", None | Some("array" | "map" | "set" | "typedarray")) => ArgumentKind::Structure,
        _ => ArgumentKind::Simple,
    }
}

fn short_form(object: &RemoteObject) -> String {
    let description = object.description.as_deref().unwrap_or_default();
    if let Some(text) = &object.unserializable_value {
        return text.to_string();
    }
    match (object.r#type.as_str(), object.subtype.as_deref()) {
        ("undefined", _) => "undefined".to_owned(),
        ("object", Some("null")) => "null".to_owned(),
        ("object", Some("node")) => format!("<{description}>"),
        ("object", _) => match &object.preview {
            Some(preview) => preview_text(preview, 0),
            None => description.to_owned(),
        },
        ("function", _) => {
            let start = head(description, FUNCTION_LIMIT);
            let mark = match start.len() < description.len() {
                true => "…",
                false => "",
            };
            format!("{start}{mark}")
        }
        _ => match &object.value {
            Some(value) => value.to_string(),
            None => description.to_owned(),
        },
    }
}

/// `{a: 1, b: {…}}`, `[1, 2, …]`, `Map(1) {1 => 2}`, `Foo {x: 1}`.
fn preview_text(preview: &ObjectPreview, depth: usize) -> String {
    let description = preview.description.as_deref().unwrap_or_default();
    if depth >= DEPTH_LIMIT {
        return short_description(description);
    }
    match preview.subtype.as_deref() {
        Some("array") => format!("[{}]", items(preview, depth)),
        Some("typedarray") => format!("{description} [{}]", items(preview, depth)),
        Some("map" | "set" | "weakmap" | "weakset") => {
            format!("{description} {{{}}}", entries(preview, depth))
        }
        Some("error") => parse_error_stack(description).0.to_owned(),
        Some("node") => format!("<{description}>"),
        None if preview.r#type.as_str() == "object" && !is_platform_root(description) => {
            let prefix = match description {
                "Object" | "" => String::new(),
                name => format!("{name} "),
            };
            format!("{prefix}{{{}}}", properties(preview, depth))
        }
        // A primitive inside a map, a set or a table.
        None if preview.r#type.as_str() == "string" => quoted(description),
        _ => description.to_owned(),
    }
}

/// Objects whose properties would drown everything else.
fn is_platform_root(description: &str) -> bool {
    matches!(description, "Window" | "global" | "Location" | "Navigator")
}

fn items(preview: &ObjectPreview, depth: usize) -> String {
    let is_index = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts: Vec<String> = Vec::new();
    let mut expected = 0;
    for property in &preview.properties {
        if is_index(&property.name) {
            // Holes are not sent.
            let index: usize = property.name.parse().unwrap_or(expected);
            match index.saturating_sub(expected) {
                0 => {}
                1 => parts.push("<empty>".to_owned()),
                holes => parts.push(format!("<{holes} empty>")),
            }
            expected = index + 1;
            parts.push(property_value(property, depth));
        } else if preview.subtype.as_deref() == Some("array") {
            parts.push(format!(
                "{}: {}",
                property.name,
                property_value(property, depth)
            ));
        }
    }
    if preview.overflow {
        parts.push("…".to_owned());
    }
    parts.join(", ")
}

fn entries(preview: &ObjectPreview, depth: usize) -> String {
    let mut parts: Vec<String> = preview
        .entries
        .iter()
        .flatten()
        .map(|entry| {
            let value = preview_text(&entry.value, depth + 1);
            match &entry.key {
                Some(key) => format!("{} => {value}", preview_text(key, depth + 1)),
                None => value,
            }
        })
        .collect();
    if preview.overflow {
        parts.push("…".to_owned());
    }
    parts.join(", ")
}

fn properties(preview: &ObjectPreview, depth: usize) -> String {
    let mut parts: Vec<String> = preview
        .properties
        .iter()
        .map(|property| format!("{}: {}", property.name, property_value(property, depth)))
        .collect();
    if preview.overflow {
        parts.push("…".to_owned());
    }
    parts.join(", ")
}

fn property_value(property: &PropertyPreview, depth: usize) -> String {
    if let Some(preview) = &property.value_preview {
        return preview_text(preview, depth + 1);
    }
    let value = property.value.as_deref().unwrap_or_default();
    match (property.r#type.as_str(), property.subtype.as_deref()) {
        ("string", _) => quoted(value),
        ("function", _) => "ƒ".to_owned(),
        ("accessor", _) => "(…)".to_owned(),
        ("object", Some("error")) => parse_error_stack(value).0.to_owned(),
        ("object", Some("node")) => format!("<{value}>"),
        ("object", None) => short_description(value),
        _ => value.to_owned(),
    }
}

/// An object of which only its class is known.
fn short_description(description: &str) -> String {
    match description {
        "Object" => "{…}".to_owned(),
        name => name.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    /// Arguments of one console call, as recorded from Chromium 156.
    const RECORDED: &str = include_str!("fixtures/arguments.json");

    #[test]
    fn every_kind_of_value_has_a_short_form() {
        let objects: Vec<RemoteObject> =
            serde_json::from_str(RECORDED).expect("recorded arguments");
        let shown: Vec<String> = objects
            .iter()
            .map(|object| {
                let argument = Argument::of(object);
                format!("{:?} {}", argument.kind, argument.in_message())
            })
            .collect();
        assert_snapshot!(shown.join("\n"));
    }

    #[test]
    fn a_value_without_a_preview_shows_what_is_known() {
        let object = serde_json::from_str(
            r#"{"type":"object","className":"Object","description":"Object","objectId":"1.2.3"}"#,
        )
        .expect("a remote object");
        let argument = Argument::of(&object);
        assert_eq!(&*argument.text, "Object");
        assert_eq!(argument.object_id.as_deref(), Some("1.2.3"));
    }

    #[test]
    fn a_huge_string_is_cut_at_a_character() {
        let object = RemoteObject {
            r#type: "string".into(),
            value: Some("ä".repeat(50_000).into()),
            ..Default::default()
        };
        let argument = Argument::of(&object);
        assert_eq!(argument.text.len(), STRING_LIMIT);
        assert_eq!(argument.cut_bytes, 100_000 - STRING_LIMIT);
    }
}
