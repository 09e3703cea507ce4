//! The last of what Chrome wrote to stderr.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Bytes kept.
const LIMIT: usize = 16 * 1024;
/// The reading thread needs next to none.
const STACK_SIZE: usize = 64 * 1024;

/// Reads a stream for as long as it lasts, so that its writer never blocks, and keeps the last 16 KiB.
#[derive(Debug, Clone)]
pub struct StderrTail(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    kept: Mutex<Kept>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    bytes: VecDeque<u8>,
    ended: bool,
}

impl StderrTail {
    /// Starts reading `stream` on a thread that ends with the stream.
    pub fn of(stream: impl Read + Send + 'static) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let tail = Self(Arc::clone(&shared));
        std::thread::Builder::new()
            .name("chrome stderr".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || shared.drain(stream))?;
        Ok(tail)
    }

    /// What is kept.
    pub fn text(&self) -> String {
        let mut kept = self.0.lock();
        String::from_utf8_lossy(kept.bytes.make_contiguous()).into_owned()
    }

    /// What is kept, once the stream has ended or `limit` is over.
    pub fn text_at_end(&self, limit: Duration) -> String {
        let kept = self.0.lock();
        drop(
            self.0
                .ended
                .wait_timeout_while(kept, limit, |kept| !kept.ended)
                .unwrap_or_else(PoisonError::into_inner),
        );
        self.text()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drain(&self, mut stream: impl Read) {
        let mut buffer = [0; 4096];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => self.lock().push(&buffer[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.lock().ended = true;
        self.ended.notify_all();
    }
}

impl Kept {
    fn push(&mut self, bytes: &[u8]) {
        let excess = (self.bytes.len() + bytes.len()).saturating_sub(LIMIT);
        self.bytes.drain(..excess.min(self.bytes.len()));
        self.bytes.extend(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let stream: Vec<u8> = (0..10_000)
            .flat_map(|n| format!("line {n}\n").into_bytes())
            .collect();
        let text = StderrTail::of(std::io::Cursor::new(stream))
            .expect("a thread")
            .text_at_end(Duration::from_secs(10));
        assert_eq!(text.len(), LIMIT);
        assert!(text.ends_with("line 9998\nline 9999\n"));
    }
}
