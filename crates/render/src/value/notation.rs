//! A value as JavaScript would write it, near enough to be read without a key, with what was cut named.

use super::path::{is_identifier, path_text, push_step};
use crate::text::one_line;
use records::{Container, ContainerKind, MemberKey, PathStep, ScriptText, ScriptValue};
use serde_json::Value;

/// A container that fits into this many characters stays on one line.
const WIDTH: usize = 80;

/// A value, written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The value.
    pub text: String,
    /// What was cut, in the order of the text.
    pub cuts: Vec<Cut>,
}

/// Something that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Path to what was cut.
    pub path: String,
    /// Where its untold rest starts, if a part of it was told.
    pub offset: Option<usize>,
}

/// Writes a value that lies at `path`. Elements are written by `element`.
pub fn write(value: &ScriptValue, path: &[PathStep], element: &dyn Fn(usize) -> String) -> Written {
    let mut writer = Writer {
        element,
        root: path_text(path),
        path: path_text(path),
        cuts: Vec::new(),
    };
    let text = writer.value(value, 0);
    Written {
        text,
        cuts: writer.cuts,
    }
}

struct Writer<'a> {
    element: &'a dyn Fn(usize) -> String,
    /// Where the value lies.
    root: String,
    path: String,
    cuts: Vec<Cut>,
}

impl Writer<'_> {
    fn value(&mut self, value: &ScriptValue, depth: usize) -> String {
        match value {
            ScriptValue::Undefined => "undefined".to_owned(),
            ScriptValue::Null => "null".to_owned(),
            ScriptValue::Bool(value) => value.to_string(),
            ScriptValue::Number(number) => number.clone(),
            ScriptValue::BigInt(digits) => format!("{digits}n"),
            ScriptValue::Text(text) => self.text(text),
            ScriptValue::Symbol(text) => one_line(text),
            ScriptValue::Function { name, is_class } => function(name, *is_class),
            ScriptValue::Date(date) => format!("Date({})", one_line(date)),
            ScriptValue::RegExp(source) => one_line(source),
            ScriptValue::Labelled { class, label } => labelled(class, label),
            ScriptValue::Unreadable(reason) => format!("(unreadable: {})", one_line(reason)),
            ScriptValue::Hole => "(empty)".to_owned(),
            ScriptValue::Element(index) => (self.element)(*index),
            ScriptValue::Circular(path) => format!("(circular: {})", self.absolute(path)),
            ScriptValue::Same(path) => format!("(same as {})", self.absolute(path)),
            ScriptValue::Container(container) => self.container(container, depth),
        }
    }

    fn text(&mut self, text: &ScriptText) -> String {
        let quoted = quoted(&text.text);
        if text.from == 0 && text.to == text.length {
            return quoted;
        }
        if text.to < text.length {
            self.cut(Some(text.to));
        }
        format!(
            "{quoted} (characters {} to {} of {})",
            text.from, text.to, text.length
        )
    }

    fn container(&mut self, container: &Container, depth: usize) -> String {
        let head = head(container);
        let (open, close) = match container.kind {
            ContainerKind::Array => ('[', ']'),
            _ => ('{', '}'),
        };
        if !container.opened {
            self.cut(None);
            return match head.ends_with(") ") && !matches!(container.kind, ContainerKind::Error(_))
            {
                true => format!("{head}{open}…{close}"),
                false => format!("{head}{open}… {}{close}", count(container)),
            };
        }
        if container.total == 0 {
            return match container.kind {
                ContainerKind::Error(_) => head.trim_end().to_owned(),
                _ => format!("{head}{open}{close}"),
            };
        }
        let parts = self.parts(container, depth + 1);
        lay_out(&head, open, close, &parts, depth)
    }

    fn parts(&mut self, container: &Container, depth: usize) -> Vec<String> {
        let mut parts = Vec::new();
        if container.start > 0 {
            parts.push(format!("… {} before", container.start));
        }
        let told = told(container);
        for (at, (key, value)) in container.entries[..told].iter().enumerate() {
            let before = self.path.len();
            push_step(&mut self.path, &step(key, container.start + at));
            parts.push(match key {
                MemberKey::Index => self.value(value, depth),
                MemberKey::Name(name) | MemberKey::Getter(name) => {
                    format!("{}: {}", member_name(name), self.value(value, depth))
                }
                MemberKey::Symbol(name) => {
                    format!("[{}]: {}", one_line(name), self.value(value, depth))
                }
                MemberKey::Key(key) => {
                    let key = self.value(key, depth);
                    format!("{key} => {}", self.value(value, depth))
                }
            });
            self.path.truncate(before);
        }
        let shown = container.start + told;
        if shown < container.total {
            self.cut(Some(shown));
            parts.push(format!("… {} more", container.total - shown));
        }
        parts
    }

    /// A path inside the value, seen from the whole.
    fn absolute(&self, path: &str) -> String {
        one_line(&format!(
            "{}{}",
            self.root,
            path.strip_prefix('$').unwrap_or(path)
        ))
    }

    fn cut(&mut self, offset: Option<usize>) {
        self.cuts.push(Cut {
            path: self.path.clone(),
            offset,
        });
    }
}

/// Entries worth telling: items at an array's end of which nothing is known count as not told.
fn told(container: &Container) -> usize {
    let is_unknown =
        |value: &ScriptValue| matches!(value, ScriptValue::Container(item) if !item.opened);
    let known = container
        .entries
        .iter()
        .rposition(|(_, value)| !is_unknown(value));
    match (&container.kind, known) {
        (ContainerKind::Array | ContainerKind::Set, Some(last)) => last + 1,
        _ => container.entries.len(),
    }
}

/// What stands before the bracket: the class, and the size where the bracket does not show the kind.
fn head(container: &Container) -> String {
    let total = container.total;
    match (&container.kind, &container.class) {
        (ContainerKind::Error(message), class) => {
            let class = class.as_deref().unwrap_or("Error");
            match message.is_empty() {
                true => format!("{}() ", one_line(class)),
                false => format!("{}({}) ", one_line(class), quoted(message)),
            }
        }
        (ContainerKind::Map, class) => {
            format!("{}({total}) ", one_line(class.as_deref().unwrap_or("Map")))
        }
        (ContainerKind::Set, class) => {
            format!("{}({total}) ", one_line(class.as_deref().unwrap_or("Set")))
        }
        (ContainerKind::Array, Some(class)) => format!("{}({total}) ", one_line(class)),
        (ContainerKind::Object, Some(class)) => format!("{} ", one_line(class)),
        (ContainerKind::Array | ContainerKind::Object, None) => String::new(),
    }
}

fn count(container: &Container) -> String {
    let noun = match container.kind {
        ContainerKind::Array => "item",
        _ => "member",
    };
    match container.total {
        1 => format!("1 {noun}"),
        total => format!("{total} {noun}s"),
    }
}

fn lay_out(head: &str, open: char, close: char, parts: &[String], depth: usize) -> String {
    let width: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
    let fits = 2 * depth + head.chars().count() + width + 2 <= WIDTH;
    if fits && parts.iter().all(|part| !part.contains('\n')) {
        return format!("{head}{open}{}{close}", parts.join(", "));
    }
    let indent = "  ".repeat(depth + 1);
    let lines: Vec<String> = parts
        .iter()
        .map(|part| format!("\n{indent}{part}"))
        .collect();
    format!(
        "{head}{open}{}\n{}{close}",
        lines.join(","),
        "  ".repeat(depth)
    )
}

fn step(key: &MemberKey, index: usize) -> PathStep {
    match key {
        MemberKey::Name(name) | MemberKey::Getter(name) | MemberKey::Symbol(name) => {
            PathStep::Name(name.clone())
        }
        MemberKey::Key(ScriptValue::Text(text)) => PathStep::Name(text.text.clone()),
        MemberKey::Index | MemberKey::Key(_) => PathStep::Index(index),
    }
}

fn member_name(name: &str) -> String {
    match is_identifier(name) {
        true => name.to_owned(),
        false => quoted(name),
    }
}

/// A text in quotes, on one line.
fn quoted(text: &str) -> String {
    one_line(&Value::from(text).to_string())
}

fn function(name: &str, is_class: bool) -> String {
    let kind = if is_class { "class" } else { "function" };
    match name.is_empty() {
        true => format!("[{kind}]"),
        false => format!("[{kind} {}]", one_line(name)),
    }
}

fn labelled(class: &str, label: &str) -> String {
    match () {
        () if label.is_empty() => one_line(class),
        // `InjectionToken DocumentToken` says its class itself.
        () if label.starts_with(class) => format!("<{}>", one_line(label)),
        () => format!("{}({})", one_line(class), quoted(label)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> ScriptValue {
        let length = text.encode_utf16().count();
        ScriptValue::Text(ScriptText {
            text: text.to_owned(),
            from: 0,
            to: length,
            length,
        })
    }

    fn number(number: usize) -> ScriptValue {
        ScriptValue::Number(number.to_string())
    }

    fn container(
        kind: ContainerKind,
        class: Option<&str>,
        total: usize,
        entries: Vec<(MemberKey, ScriptValue)>,
    ) -> ScriptValue {
        ScriptValue::Container(Box::new(Container {
            kind,
            class: class.map(str::to_owned),
            total,
            start: 0,
            entries,
            opened: true,
        }))
    }

    fn object(entries: Vec<(&str, ScriptValue)>) -> ScriptValue {
        let entries: Vec<_> = entries
            .into_iter()
            .map(|(name, value)| (MemberKey::Name(name.to_owned()), value))
            .collect();
        container(ContainerKind::Object, None, entries.len(), entries)
    }

    fn unopened(kind: ContainerKind, total: usize) -> ScriptValue {
        ScriptValue::Container(Box::new(Container {
            kind,
            class: None,
            total,
            start: 0,
            entries: vec![],
            opened: false,
        }))
    }

    fn written(value: &ScriptValue) -> String {
        let written = write(value, &[], &|index| format!("{{\"uid\": \"1_{index}\"}}"));
        let cuts: Vec<String> = written
            .cuts
            .iter()
            .map(|cut| format!("{} {:?}", cut.path, cut.offset))
            .collect();
        format!("{}\n{}", written.text, cuts.join("\n"))
    }

    #[test]
    fn values_keep_their_meaning() {
        let value = object(vec![
            ("when", ScriptValue::Date("1970-01-01T00:00:00.000Z".into())),
            (
                "map",
                container(
                    ContainerKind::Map,
                    None,
                    1,
                    vec![(MemberKey::Key(text("k")), number(1))],
                ),
            ),
            (
                "set",
                container(
                    ContainerKind::Set,
                    None,
                    2,
                    vec![(MemberKey::Index, number(1)), (MemberKey::Index, text("b"))],
                ),
            ),
            (
                "bytes",
                container(
                    ContainerKind::Array,
                    Some("Uint8Array"),
                    1,
                    vec![(MemberKey::Index, number(7))],
                ),
            ),
            ("big", ScriptValue::BigInt("12".into())),
            ("odd key", ScriptValue::Undefined),
            (
                "error",
                container(
                    ContainerKind::Error("bad".into()),
                    Some("TypeError"),
                    0,
                    vec![],
                ),
            ),
            (
                "fn",
                ScriptValue::Function {
                    name: "go".into(),
                    is_class: false,
                },
            ),
            (
                "foo",
                container(
                    ContainerKind::Object,
                    Some("Foo"),
                    1,
                    vec![(MemberKey::Getter("size".into()), number(3))],
                ),
            ),
            ("self", ScriptValue::Circular("$".into())),
            (
                "token",
                ScriptValue::Labelled {
                    class: "InjectionToken".into(),
                    label: "InjectionToken X".into(),
                },
            ),
            (
                "url",
                ScriptValue::Labelled {
                    class: "URL".into(),
                    label: "https://a.example/".into(),
                },
            ),
            ("el", ScriptValue::Element(0)),
        ]);
        insta::assert_snapshot!(written(&value), @r#"
        {
          when: Date(1970-01-01T00:00:00.000Z),
          map: Map(1) {"k" => 1},
          set: Set(2) {1, "b"},
          bytes: Uint8Array(1) [7],
          big: 12n,
          "odd key": undefined,
          error: TypeError("bad"),
          fn: [function go],
          foo: Foo {size: 3},
          self: (circular: $),
          token: <InjectionToken X>,
          url: URL("https://a.example/"),
          el: {"uid": "1_0"}
        }
        "#);
    }

    #[test]
    fn cuts_are_named() {
        let rows = container(
            ContainerKind::Array,
            None,
            500,
            vec![
                (MemberKey::Index, object(vec![("id", number(0))])),
                (MemberKey::Index, unopened(ContainerKind::Object, 4)),
            ],
        );
        let html = ScriptValue::Text(ScriptText {
            text: "<p>".into(),
            from: 0,
            to: 3,
            length: 900,
        });
        let value = object(vec![
            ("rows", rows),
            ("html", html),
            ("deep", unopened(ContainerKind::Map, 1)),
        ]);
        insta::assert_snapshot!(written(&value), @r#"
        {
          rows: [{id: 0}, … 499 more],
          html: "<p>" (characters 0 to 3 of 900),
          deep: Map(1) {…}
        }
        $.rows Some(1)
        $.html Some(3)
        $.deep None
        "#);
    }

    #[test]
    fn page_text_stays_on_its_line() {
        let value = object(vec![("a\n## Pages", text("b\n\u{1b}[31m\u{202e}"))]);
        insta::assert_snapshot!(written(&value), @r#"{"a\n## Pages": "b\n\u001b[31m\u{202e}"}"#);
    }
}
