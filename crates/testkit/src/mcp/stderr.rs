//! The server's last words.

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of standard error kept.
const KEPT: usize = 64 * 1024;

/// What the server wrote to standard error, the last [`KEPT`] bytes of it.
#[derive(Clone, Default)]
pub(super) struct Stderr {
    kept: Arc<Mutex<String>>,
    ended: Arc<AtomicBool>,
}

impl Stderr {
    /// Reads `stream` to its end on a thread of its own.
    pub(super) fn follow(stream: impl Read + Send + 'static) -> Self {
        let kept = Self::default();
        let writer = kept.clone();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(stream);
            let mut line = Vec::new();
            while lines
                .read_until(b'\n', &mut line)
                .is_ok_and(|read| read > 0)
            {
                writer.push(&String::from_utf8_lossy(&line));
                line.clear();
            }
            writer.ended.store(true, Ordering::Release);
        });
        kept
    }

    /// Waits until all has been read, at most `limit`: the process may have ended before its words were.
    pub(super) fn drain(&self, limit: Duration) {
        let end = Instant::now() + limit;
        while !self.ended.load(Ordering::Acquire) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn push(&self, line: &str) {
        let mut text = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(line);
        if text.len() > KEPT {
            let mut from = text.len() - KEPT / 2;
            while !text.is_char_boundary(from) {
                from += 1;
            }
            text.drain(..from);
        }
    }

    pub(super) fn text(&self) -> String {
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The last `count` lines.
    pub(super) fn tail(&self, count: usize) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(count)..].join("\n")
    }
}
