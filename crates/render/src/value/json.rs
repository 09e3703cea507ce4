//! JSON text, laid out as `JSON.stringify(value, null, 2)` does.

/// Lays out compact JSON. `@n@` outside strings, an element, is written by `element`.
pub fn json_text(compact: &str, element: &dyn Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(compact.len() * 2);
    let mut depth = 0;
    let mut rest = compact;
    while let Some(c) = rest.chars().next() {
        match c {
            '"' => {
                let end = string_end(rest);
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            '{' | '[' => {
                out.push(c);
                if !rest[1..].starts_with(['}', ']']) {
                    depth += 1;
                    line_break(&mut out, depth);
                }
            }
            '}' | ']' => {
                if !out.ends_with(['{', '[']) {
                    depth -= 1;
                    line_break(&mut out, depth);
                }
                out.push(c);
            }
            ',' => {
                out.push(c);
                line_break(&mut out, depth);
            }
            ':' => out.push_str(": "),
            '@' => {
                let end = rest[1..].find('@').map_or(rest.len(), |end| end + 2);
                let index = rest[1..end]
                    .trim_end_matches('@')
                    .parse()
                    .unwrap_or(usize::MAX);
                out.push_str(
                    &json_text(&element(index), &|_| String::new())
                        .replace('\n', &format!("\n{}", "  ".repeat(depth))),
                );
                rest = &rest[end..];
                continue;
            }
            c => out.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn line_break(out: &mut String, depth: usize) {
    out.push('\n');
    for _ in 0..depth {
        out.push_str("  ");
    }
}

/// Where the string ends that `text` starts with, its closing quote included.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_as_json_stringify_writes_it() {
        let compact = r#"{"a":[1,"x,{\"y\"}"],"b":{},"c":[],"d":{"e":null}}"#;
        insta::assert_snapshot!(json_text(compact, &|_| String::new()), @r#"
        {
          "a": [
            1,
            "x,{\"y\"}"
          ],
          "b": {},
          "c": [],
          "d": {
            "e": null
          }
        }
        "#);
    }

    #[test]
    fn an_element_is_written_in_its_place() {
        let text = json_text(r#"["@0@",@1@]"#, &|index| {
            format!("{{\"uid\":\"1_{index}\"}}")
        });
        insta::assert_snapshot!(text, @r#"
        [
          "@0@",
          {
            "uid": "1_1"
          }
        ]
        "#);
    }

    #[test]
    fn a_scalar_stays_as_it_is() {
        assert_eq!(json_text("\"a: b\"", &|_| String::new()), "\"a: b\"");
    }
}
