//! Reads the tree that `tree.js` writes: JSON for what JSON has, arrays that begin with a letter for the rest.

use records::{Container, ContainerKind, MemberKey, ScriptText, ScriptValue};
use serde_json::Value;

/// Reads a tree. What does not have the agreed shape is unreadable, never a panic.
pub(super) fn read(tree: &Value) -> ScriptValue {
    match tree {
        Value::Null => ScriptValue::Null,
        Value::Bool(value) => ScriptValue::Bool(*value),
        Value::Number(number) => ScriptValue::Number(number.to_string()),
        Value::String(text) => whole_text(text),
        Value::Array(parts) => read_parts(parts).unwrap_or_else(broken),
        Value::Object(_) => broken(),
    }
}

fn broken() -> ScriptValue {
    ScriptValue::Unreadable("it came back in an unknown form".to_owned())
}

fn whole_text(text: &str) -> ScriptValue {
    let length = text.encode_utf16().count();
    ScriptValue::Text(ScriptText {
        text: text.to_owned(),
        from: 0,
        to: length,
        length,
    })
}

fn read_parts(parts: &[Value]) -> Option<ScriptValue> {
    let (letter, rest) = parts.split_first()?;
    Some(match (letter.as_str()?, rest) {
        ("u", []) => ScriptValue::Undefined,
        ("n", [number]) => ScriptValue::Number(text(number)?),
        ("i", [digits]) => ScriptValue::BigInt(text(digits)?),
        ("y", [symbol]) => ScriptValue::Symbol(text(symbol)?),
        ("f", [name, is_class]) => ScriptValue::Function {
            name: text(name)?,
            is_class: is_class.as_bool()?,
        },
        ("d", [date]) => ScriptValue::Date(text(date)?),
        ("r", [source]) => ScriptValue::RegExp(text(source)?),
        ("l", [class, label]) => ScriptValue::Labelled {
            class: text(class)?,
            label: text(label)?,
        },
        ("x", [reason]) => ScriptValue::Unreadable(text(reason)?),
        ("h", []) => ScriptValue::Hole,
        ("N", [index]) => ScriptValue::Element(number(index)?),
        ("c", [path]) => ScriptValue::Circular(text(path)?),
        ("=", [path]) => ScriptValue::Same(text(path)?),
        ("s", [part, from, length]) => {
            let (part, from) = (text(part)?, number(from)?);
            ScriptValue::Text(ScriptText {
                to: from + part.encode_utf16().count(),
                text: part,
                from,
                length: number(length)?,
            })
        }
        ("-", [letter, class, total, message @ ..]) => {
            let message = message.first().and_then(text);
            container(kind(letter.as_str()?, message)?, class, total, None)?
        }
        ("e", [class, total, start, message, entries @ ..]) => {
            let kind = ContainerKind::Error(text(message)?);
            container(kind, class, total, Some((start, entries)))?
        }
        (letter, [class, total, start, entries @ ..]) => {
            container(kind(letter, None)?, class, total, Some((start, entries)))?
        }
        _ => return None,
    })
}

fn kind(letter: &str, message: Option<String>) -> Option<ContainerKind> {
    Some(match letter {
        "a" => ContainerKind::Array,
        "o" => ContainerKind::Object,
        "m" => ContainerKind::Map,
        "s" => ContainerKind::Set,
        "e" => ContainerKind::Error(message.unwrap_or_default()),
        _ => return None,
    })
}

/// `read` holds where the entries that were read start, and these; `None` when it was not looked into.
fn container(
    kind: ContainerKind,
    class: &Value,
    total: &Value,
    read: Option<(&Value, &[Value])>,
) -> Option<ScriptValue> {
    let entries = match (read, &kind) {
        (None, _) => Vec::new(),
        (Some((_, items)), ContainerKind::Array | ContainerKind::Set) => items
            .iter()
            .map(|item| (MemberKey::Index, self::read(item)))
            .collect(),
        (Some((_, items)), ContainerKind::Map) => {
            let pairs = items.chunks_exact(2);
            pairs
                .map(|pair| (MemberKey::Key(self::read(&pair[0])), self::read(&pair[1])))
                .collect()
        }
        (Some((_, items)), ContainerKind::Object | ContainerKind::Error(_)) => {
            let pairs = items.chunks_exact(2);
            pairs
                .map(|pair| Some((member_key(&pair[0])?, self::read(&pair[1]))))
                .collect::<Option<_>>()?
        }
    };
    Some(ScriptValue::Container(Box::new(Container {
        kind,
        class: class.as_str().map(str::to_owned),
        total: number(total)?,
        start: read.map_or(Some(0), |(start, _)| number(start))?,
        entries,
        opened: read.is_some(),
    })))
}

fn member_key(key: &Value) -> Option<MemberKey> {
    match key {
        Value::String(name) => Some(MemberKey::Name(name.clone())),
        Value::Array(parts) => match &parts[..] {
            [flag, name] if flag == 1 => Some(MemberKey::Getter(text(name)?)),
            [_, name] => Some(MemberKey::Symbol(text(name)?)),
            _ => None,
        },
        _ => None,
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_what_json_can_t_carry() {
        let tree = json!([
            "o",
            "Foo",
            3,
            0,
            "when",
            ["d", "1970-01-01T00:00:00.000Z"],
            [1, "size"],
            2,
            "self",
            ["c", "$"]
        ]);
        let ScriptValue::Container(object) = read(&tree) else {
            panic!("an object");
        };
        assert_eq!(object.class.as_deref(), Some("Foo"));
        assert_eq!(
            object.entries[1],
            (
                MemberKey::Getter("size".into()),
                ScriptValue::Number("2".into())
            )
        );
        assert_eq!(object.entries[2].1, ScriptValue::Circular("$".into()));
    }

    #[test]
    fn a_part_of_a_text_says_which() {
        let part = read(&json!(["s", "bc", 1, 9]));
        assert_eq!(
            part,
            ScriptValue::Text(ScriptText {
                text: "bc".into(),
                from: 1,
                to: 3,
                length: 9
            })
        );
    }

    #[test]
    fn other_shapes_are_unreadable() {
        for tree in [
            json!([]),
            json!(["?"]),
            json!({"a": 1}),
            json!(["a", null]),
            json!([["u"]]),
        ] {
            assert_eq!(read(&tree), broken());
        }
    }
}
