//! Doc comments from the protocol's descriptions.

use super::model::{About, Shape};

/// Writes the doc comment of a type, command or event, with a link to its place in the protocol's documentation.
pub fn item(out: &mut String, domain: &str, kind: &str, name: &str, about: &About) {
    let fallback = format!("`{domain}.{name}`.");
    comment(out, &text(about, &fallback));
    comment(
        out,
        &format!(
            "\n<https://chromedevtools.github.io/devtools-protocol/tot/{domain}/#{kind}-{name}>"
        ),
    );
}

/// Writes the doc comment of a member.
pub fn member(out: &mut String, name: &str, about: &About, shape: &Shape) {
    comment(out, &text(about, &format!("`{name}`.")));
    let items = shape
        .items
        .as_deref()
        .and_then(|items| items.values.as_ref());
    if let Some(values) = shape.values.as_ref().or(items) {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        comment(out, &format!("\nOne of {}.", values.join(", ")));
    }
}

/// Writes lines as a doc comment.
pub fn comment(out: &mut String, text: &str) {
    for line in text.lines() {
        out.push_str("///");
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// The description as Markdown that rustdoc takes, or the fallback, and the marks.
pub fn text(about: &About, fallback: &str) -> String {
    let mut text = markdown(about.description.as_deref().unwrap_or_default());
    if text.is_empty() {
        fallback.clone_into(&mut text);
    }
    if about.deprecated {
        text.push_str("\n\nDeprecated.");
    }
    if about.experimental {
        text.push_str("\n\nExperimental.");
    }
    text
}

fn markdown(description: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_list = false;
    for line in description.trim().lines().map(str::trim) {
        let bullet = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        if let Some(bullet) = bullet {
            if !in_list && lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(String::new());
            }
            in_list = true;
            lines.push(format!("- {}", escaped(bullet)));
        } else if line.is_empty() {
            in_list = false;
            lines.push(String::new());
        } else if in_list {
            lines.push(format!("  {}", escaped(line)));
        } else {
            lines.push(escaped(line));
        }
    }
    lines.join("\n")
}

/// Escapes what Markdown would take for links and HTML outside code, and marks addresses as such.
fn escaped(line: &str) -> String {
    let balanced = line.matches('`').count().is_multiple_of(2);
    let mut text = String::new();
    for (index, part) in line.split('`').enumerate() {
        if index > 0 {
            text.push_str(if balanced { "`" } else { "\\`" });
        }
        if balanced && index % 2 == 1 {
            text.push_str(part);
        } else {
            let words: Vec<String> = part.split(' ').map(word).collect();
            text.push_str(&words.join(" "));
        }
    }
    text
}

fn word(word: &str) -> String {
    if let Some(start) = word.find("http") {
        let address = word[start..].trim_end_matches(['.', ',', ')', '>', ']', ';']);
        if address.starts_with("http://") || address.starts_with("https://") {
            let before = word[..start].trim_end_matches('<');
            let after = word[start + address.len()..].trim_start_matches('>');
            return format!("{}<{address}>{}", escape(before), escape(after));
        }
    }
    escape(word)
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if matches!(letter, '[' | ']' | '<' | '>' | '*' | '_' | '#') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_become_markdown() {
        let description =
            "See [this] and <b>.\n- one\nmore\n- `[two]`\n\nAt (https://a.example/x_y).";
        assert_eq!(
            markdown(description),
            "See \\[this\\] and \\<b\\>.\n\n- one\n  more\n- `[two]`\n\nAt (<https://a.example/x_y>)."
        );
    }
}
