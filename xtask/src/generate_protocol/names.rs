//! Rust names for the protocol's names.

/// Module of a domain: `DOMDebugger` is `dom_debugger`.
pub fn module(domain: &str) -> String {
    snake(domain)
}

/// Field of a member: `frameId` is `frame_id`, `type` is `r#type`.
pub fn field(member: &str) -> String {
    let name = snake(member);
    match name.as_str() {
        "as" | "break" | "const" | "continue" | "else" | "enum" | "extern" | "false" | "fn"
        | "for" | "if" | "impl" | "in" | "let" | "loop" | "match" | "mod" | "move" | "mut"
        | "pub" | "ref" | "return" | "static" | "struct" | "trait" | "true" | "type" | "unsafe"
        | "use" | "where" | "while" | "async" | "await" | "dyn" | "abstract" | "become" | "box"
        | "do" | "final" | "gen" | "macro" | "override" | "priv" | "try" | "typeof" | "unsized"
        | "virtual" | "yield" => format!("r#{name}"),
        _ => name,
    }
}

/// Struct of a command or event: `navigate` is `Navigate`.
pub fn structure(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}

/// Constant of an enum value: `SameSiteNoneInsecure` is `SAME_SITE_NONE_INSECURE`.
pub fn constant(value: &str) -> String {
    if let Some(negative) = value.strip_prefix('-') {
        return format!("NEGATIVE_{}", constant(negative));
    }
    let name = snake(value).to_ascii_uppercase();
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name
    }
}

/// The name that serde's `rename_all = "camelCase"` gives a field.
pub fn camel(field: &str) -> String {
    let mut upper = false;
    let mut name = String::new();
    for letter in field.trim_start_matches("r#").chars() {
        if letter == '_' {
            upper = true;
        } else if upper {
            name.push(letter.to_ascii_uppercase());
            upper = false;
        } else {
            name.push(letter);
        }
    }
    name
}

fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (index, &letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            if !snake.is_empty() && !snake.ends_with('_') {
                snake.push('_');
            }
            continue;
        }
        let before = index.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(index + 1);
        let starts_word = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || before.is_ascii_uppercase()
                        && after.is_some_and(|after| after.is_ascii_lowercase())
            });
        if starts_word && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_rust() {
        assert_eq!(module("DOMDebugger"), "dom_debugger");
        assert_eq!(module("WebMCP"), "web_mcp");
        assert_eq!(module("IO"), "io");
        assert_eq!(field("backendNodeId"), "backend_node_id");
        assert_eq!(field("type"), "r#type");
        assert_eq!(field("isSVG"), "is_svg");
        assert_eq!(structure("navigate"), "Navigate");
        assert_eq!(constant("SameSiteNoneInsecure"), "SAME_SITE_NONE_INSECURE");
        assert_eq!(constant("XHR"), "XHR");
        assert_eq!(constant("-Infinity"), "NEGATIVE_INFINITY");
        assert_eq!(camel("backend_node_id"), "backendNodeId");
        assert_eq!(camel("is_svg"), "isSvg");
    }
}
