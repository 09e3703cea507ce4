//! Paths into a value: `$.rows[3]["odd key"]`.

use records::PathStep;
use serde_json::Value;

/// Writes a path.
pub fn path_text(steps: &[PathStep]) -> String {
    let mut out = "$".to_owned();
    for step in steps {
        push_step(&mut out, step);
    }
    out
}

/// Appends one step.
pub(super) fn push_step(out: &mut String, step: &PathStep) {
    match step {
        PathStep::Index(index) => out.push_str(&format!("[{index}]")),
        PathStep::Name(name) if is_identifier(name) => {
            out.push('.');
            out.push_str(name);
        }
        PathStep::Name(name) => out.push_str(&format!("[{}]", Value::from(name.as_str()))),
    }
}

/// Whether a name can stand behind a dot.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$');
    starts && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

/// Reads a path as a reader writes it: `rows[3].name`, `$.rows`, `["odd key"]`.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read_path(text: &str) -> Result<Vec<PathStep>, String> {
    let mut rest = text.trim();
    if let Some(after) = rest.strip_prefix('$')
        && (after.is_empty() || after.starts_with(['.', '[']))
    {
        rest = after;
    } else if !rest.is_empty() && !rest.starts_with('[') {
        return read_steps(&format!(".{rest}"), text);
    }
    read_steps(rest, text)
}

fn read_steps(mut rest: &str, whole: &str) -> Result<Vec<PathStep>, String> {
    let wrong =
        |what: &str, rest: &str| Err(format!("\"{whole}\" is not a path: {what} at \"{rest}\""));
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            if end == 0 {
                return wrong("a name is missing", rest);
            }
            steps.push(PathStep::Name(after[..end].to_owned()));
            rest = &after[end..];
        } else if let Some(after) = rest.strip_prefix('[') {
            let mut values = serde_json::Deserializer::from_str(after).into_iter::<Value>();
            let step = match values.next() {
                Some(Ok(Value::String(name))) => PathStep::Name(name),
                Some(Ok(Value::Number(index))) => {
                    match index.as_u64().and_then(|index| usize::try_from(index).ok()) {
                        Some(index) => PathStep::Index(index),
                        None => return wrong("an index is a whole number from 0", rest),
                    }
                }
                _ => return wrong("brackets hold an index or a name in quotes", rest),
            };
            let Some(closed) = after[values.byte_offset()..].strip_prefix(']') else {
                return wrong("a bracket is not closed", rest);
            };
            steps.push(step);
            rest = closed;
        } else {
            return wrong("a dot or a bracket is missing", rest);
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in [
            "$",
            "$.a.b",
            "$.rows[3].name",
            "$[\"odd key\"][0]",
            "$.$x._y",
        ] {
            assert_eq!(path_text(&read_path(text).expect(text)), text);
        }
    }

    #[test]
    fn the_start_may_be_left_out() {
        assert_eq!(
            path_text(&read_path("rows[0].a").expect("a path")),
            "$.rows[0].a"
        );
        assert_eq!(
            path_text(&read_path("[\"a.b\"]").expect("a path")),
            "$[\"a.b\"]"
        );
        assert_eq!(path_text(&read_path("").expect("a path")), "$");
    }

    #[test]
    fn says_what_is_wrong() {
        insta::assert_snapshot!(read_path("a..b").expect_err("no path"), @r#""a..b" is not a path: a name is missing at "..b""#);
        insta::assert_snapshot!(read_path("a[b]").expect_err("no path"), @r#""a[b]" is not a path: brackets hold an index or a name in quotes at "[b]""#);
        insta::assert_snapshot!(read_path("a[-1]").expect_err("no path"), @r#""a[-1]" is not a path: an index is a whole number from 0 at "[-1]""#);
        insta::assert_snapshot!(read_path("a[0").expect_err("no path"), @r#""a[0" is not a path: a bracket is not closed at "[0""#);
    }
}
