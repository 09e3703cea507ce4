//! Places in a value, as a reader writes them, and places in a schema, as references write them.

use serde_json::Value;

/// Most characters of a path; what is cut is the middle.
const MAX_PATH: usize = 200;
/// Most characters of one name in a path.
const MAX_NAME: usize = 60;

/// `/user/items/0/id` as `user.items[0].id`; names that are no identifiers as `["odd name"]`. `value` tells indexes from
/// names that look like numbers.
pub(crate) fn readable(pointer: &str, value: &Value) -> String {
    let mut path = String::new();
    let mut here = Some(value);
    for token in pointer.split('/').skip(1) {
        let name = token.replace("~1", "/").replace("~0", "~");
        let in_array = here.is_some_and(Value::is_array);
        here = match here {
            Some(Value::Array(items)) => name.parse::<usize>().ok().and_then(|at| items.get(at)),
            Some(Value::Object(members)) => members.get(&name),
            _ => None,
        };
        push(&mut path, &name, in_array);
    }
    shorten(path)
}

fn push(path: &mut String, name: &str, is_index: bool) {
    if is_index {
        path.push_str(&format!("[{name}]"));
    } else if is_identifier(name) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
    } else {
        path.push_str(&format!("[{}]", crate::wording::quoted(name)));
    }
}

fn is_identifier(name: &str) -> bool {
    name.len() <= MAX_NAME
        && !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '-'))
}

fn shorten(path: String) -> String {
    let length = path.chars().count();
    if length <= MAX_PATH {
        return path;
    }
    let start: String = path.chars().take(MAX_PATH / 2).collect();
    let end: String = path.chars().skip(length - MAX_PATH / 2).collect();
    format!("{start} … {end}")
}

/// What a fragment such as `/$defs/a%20b` points to.
pub(crate) fn resolve<'a>(root: &'a Value, fragment: &str) -> Option<&'a Value> {
    root.pointer(&percent_decoded(fragment))
}

/// `%20` and its like turned back into text.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                bytes.push(code);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
