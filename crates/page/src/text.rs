//! Bounding text that comes from a page.

/// The start of a text, at most `limit` bytes, ending between characters.
pub(crate) fn head(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
