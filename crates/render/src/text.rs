//! Small pieces of wording that many sections share.

/// Cuts `text` to `limit` characters and adds `mark` if something was cut.
pub fn cut(text: &str, limit: usize, mark: &str) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}{mark}", &text[..at]),
        None => text.to_owned(),
    }
}

/// One line of page-supplied text: control characters (line breaks too) are written as escapes, so that a page can
/// forge neither headings nor terminal sequences.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_invisible_format(c) => {
                out.extend(c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    out
}

/// Bidirectional overrides, isolates and line separators: invisible, and able to reorder or break what a reader sees.
fn is_invisible_format(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_by_characters() {
        assert_eq!(cut("äöü", 2, "..."), "äö...");
        assert_eq!(cut("äöü", 3, "..."), "äöü");
    }

    #[test]
    fn page_text_stays_on_its_line() {
        assert_eq!(
            one_line("a\n## Pages\u{1b}[31m\u{202e}"),
            "a\\n## Pages\\u{1b}[31m\\u{202e}"
        );
    }
}
