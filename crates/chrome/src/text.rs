//! Text of other programs, made fit for an error message.

/// Longest excerpt, in characters.
const EXCERPT_LIMIT: usize = 1500;

/// `text` with control characters (but line breaks) escaped, cut to its last [`EXCERPT_LIMIT`] characters.
pub fn tail_of(text: &str) -> String {
    let clean = printable(text.trim());
    let length = clean.chars().count();
    if length <= EXCERPT_LIMIT {
        return clean;
    }
    let tail: String = clean.chars().skip(length - EXCERPT_LIMIT).collect();
    format!("…{tail}")
}

/// The first `limit` characters of `text` on one line, control characters escaped.
pub fn head_of(text: &str, limit: usize) -> String {
    let clean = printable(text.trim()).replace('\n', " ");
    match clean.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", &clean[..at]),
        None => clean,
    }
}

fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push(c),
            '\t' => out.push(' '),
            '\r' => {}
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_sequences_do_not_get_through() {
        assert_eq!(tail_of("a\r\n\u{1b}[31mb\n"), "a\n\\u{1b}[31mb");
        assert_eq!(head_of("a\nb\u{7}", 10), "a b\\u{7}");
    }

    #[test]
    fn the_end_of_a_log_counts() {
        let long = format!("{}end", "x".repeat(5000));
        let tail = tail_of(&long);
        assert!(tail.starts_with('…') && tail.ends_with("xend"));
        assert_eq!(tail.chars().count(), EXCERPT_LIMIT + 1);
    }

    #[test]
    fn lists_read_well() {
        let items: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(listed(&items), "a, b and c");
        assert_eq!(listed(&items[..1]), "a");
    }
}
