//! Lines of a reader, within bounds.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Longest line taken, in bytes.
pub(crate) const LINE_LIMIT: usize = 64 * 1024 * 1024;
/// Bytes asked for at a time.
const CHUNK: usize = 16 * 1024;
/// A buffer that grew beyond this is given back when it is empty.
const KEPT: usize = 256 * 1024;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes.
    Whole(Vec<u8>),
    /// It is longer than [`LINE_LIMIT`]; the rest of it is passed over.
    TooLong,
}

/// Splits a reader into lines.
pub(crate) struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where the line at hand starts in `buffer`.
    start: usize,
    /// Up to where `buffer` has been searched for a line's end.
    searched: usize,
    skipping: bool,
    limit: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub fn new(reader: R) -> Self {
        Self::with_limit(reader, LINE_LIMIT)
    }

    fn with_limit(reader: R, limit: usize) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            skipping: false,
            limit,
        }
    }

    /// The next line; `None` at the end. What stands after the last line's end counts as a line. Dropping the future
    /// loses nothing.
    pub async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            if let Some(line) = self.buffered() {
                return Ok(Some(line));
            }
            self.make_room();
            if self.reader.read_buf(&mut self.buffer).await? == 0 {
                return Ok(self.rest());
            }
        }
    }

    /// A line that is in the buffer already, or news that the one at hand is too long.
    fn buffered(&mut self) -> Option<Line> {
        while let Some(found) = memchr::memchr(b'\n', &self.buffer[self.searched..]) {
            let end = self.searched + found;
            let (start, skipped) = (self.start, self.skipping);
            self.start = end + 1;
            self.searched = end + 1;
            self.skipping = false;
            if skipped {
                continue;
            }
            if end - start > self.limit {
                return Some(Line::TooLong);
            }
            return Some(Line::Whole(self.cut_out(start, end)));
        }
        self.searched = self.buffer.len();
        if self.skipping {
            self.buffer.clear();
            (self.start, self.searched) = (0, 0);
        } else if self.buffer.len() - self.start > self.limit {
            self.skipping = true;
            self.buffer = Vec::new();
            (self.start, self.searched) = (0, 0);
            return Some(Line::TooLong);
        }
        None
    }

    /// The bytes of a line; a long one that is all there is in the buffer is handed over instead of copied.
    fn cut_out(&mut self, start: usize, end: usize) -> Vec<u8> {
        if start > 0 || end + 1 < self.buffer.len() || end < KEPT {
            return self.buffer[start..end].to_vec();
        }
        (self.start, self.searched) = (0, 0);
        let mut line = std::mem::take(&mut self.buffer);
        line.truncate(end);
        line
    }

    fn make_room(&mut self) {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        if self.buffer.is_empty() && self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
        self.buffer.reserve(CHUNK);
    }

    fn rest(&mut self) -> Option<Line> {
        let rest = self.buffer.split_off(self.start);
        self.buffer = Vec::new();
        (self.start, self.searched) = (0, 0);
        (!rest.is_empty() && !self.skipping).then_some(Line::Whole(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(input: &[u8], limit: usize) -> Vec<Line> {
        let mut lines = Lines::with_limit(input, limit);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await.expect("a slice can be read") {
            all.push(line);
        }
        all
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn splits_at_line_ends() {
        assert_eq!(
            lines(b"a\n\nbc\nrest", 10).await,
            [whole("a"), whole(""), whole("bc"), whole("rest")]
        );
    }

    #[tokio::test]
    async fn long_lines_alone_and_among_others() {
        let long = "x".repeat(KEPT + 1);
        for before in ["", "a\n"] {
            for after in ["", "\n", "\nb"] {
                let input = format!("{before}{long}{after}");
                let expected: Vec<_> = input.lines().map(whole).collect();
                assert_eq!(lines(input.as_bytes(), 1 << 20).await, expected);
            }
        }
    }

    #[tokio::test]
    async fn passes_over_what_is_too_long() {
        let input = [vec![b'x'; 100_000], b"\nb\n".to_vec()].concat();
        assert_eq!(lines(&input, 20).await, [Line::TooLong, whole("b")]);
        assert_eq!(
            lines(b"0123456789\n012345678901\nok", 10).await,
            [whole("0123456789"), Line::TooLong, whole("ok")]
        );
        assert_eq!(lines(&vec![b'x'; 100_000], 20).await, [Line::TooLong]);
    }

    #[tokio::test]
    async fn gives_a_grown_buffer_back() {
        let input = [vec![b'x'; 1 << 20], b"\n".to_vec()].concat();
        let (mut writer, reader) = tokio::io::duplex(1 << 16);
        let mut lines = Lines::new(reader);
        tokio::spawn(async move {
            let written = tokio::io::AsyncWriteExt::write_all(&mut writer, &input).await;
            written.expect("the reader is there");
            std::future::pending::<()>().await;
        });
        assert!(lines.next().await.expect("a duplex can be read").is_some());
        let waiting = tokio::time::timeout(std::time::Duration::from_millis(1), lines.next());
        assert!(waiting.await.is_err());
        assert!(
            lines.buffer.capacity() <= KEPT,
            "{}",
            lines.buffer.capacity()
        );
    }
}
