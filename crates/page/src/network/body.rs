//! Bodies: what Chrome gives, and what kind of thing it is.

use records::Body;

/// A body as far as it can be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// There is none and can be none.
    None,
    /// All of its bytes.
    Bytes(Vec<u8>),
    /// It can't be had; why.
    Unavailable(String),
}

impl Content {
    /// What a reader is shown of it.
    pub fn into_body(self) -> Option<Body> {
        match self {
            Self::None => None,
            Self::Unavailable(why) => Some(Body::Unavailable(why)),
            Self::Bytes(bytes) if bytes.is_empty() => Some(Body::Empty),
            Self::Bytes(bytes) => {
                let length = bytes.len();
                Some(match String::from_utf8(bytes) {
                    Ok(text) if is_text(&text) => Body::Text {
                        text,
                        bytes: length,
                    },
                    _ => Body::Binary { bytes: length },
                })
            }
        }
    }
}

/// Whether a text is one for readers: binary formats have control characters early on, also where they happen to be
/// valid UTF-8.
fn is_text(text: &str) -> bool {
    !text
        .chars()
        .take(4_096)
        .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}' | '\u{1b}' | '\u{1e}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_binary_and_nothing_are_told_apart() {
        for (bytes, expected) in [
            (b"".as_slice(), Body::Empty),
            (
                "{\"ä\":1}\r\n".as_bytes(),
                Body::Text {
                    text: "{\"ä\":1}\r\n".into(),
                    bytes: 10,
                },
            ),
            (b"\x89PNG\r\n\x1a\n\0", Body::Binary { bytes: 9 }),
            (b"\0\x01\x02", Body::Binary { bytes: 3 }),
        ] {
            assert_eq!(Content::Bytes(bytes.to_vec()).into_body(), Some(expected));
        }
        assert_eq!(Content::None.into_body(), None);
    }
}
