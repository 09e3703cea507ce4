//! Lines on their way to the client.

use crate::connection::Connection;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// While more bytes than this wait to be written, nothing more is read.
const PENDING_LIMIT: usize = 64 * 1024 * 1024;
/// How long the last lines may take to leave.
const LAST_LINES: Duration = Duration::from_secs(2);

/// Lines on their way to the client, written in the order of [`Outbox::push`].
#[derive(Clone)]
pub(crate) struct Outbox {
    lines: mpsc::UnboundedSender<Vec<u8>>,
    pending: watch::Sender<usize>,
    finish: CancellationToken,
    writing: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl Outbox {
    /// Writes in the background; tells `connection` when the writer breaks.
    pub fn open(
        writer: impl AsyncWrite + Send + Unpin + 'static,
        connection: Arc<Connection>,
    ) -> Self {
        let (lines, waiting) = mpsc::unbounded_channel();
        let pending = watch::Sender::new(0);
        let finish = CancellationToken::new();
        let work = write(writer, waiting, pending.clone(), finish.clone());
        let writing = tokio::spawn(async move {
            if let Err(error) = work.await {
                tracing::info!(%error, "the client reads no more");
                connection.break_off();
            }
        });
        Self {
            lines,
            pending,
            finish,
            writing: Arc::new(Mutex::new(Some(writing))),
        }
    }

    /// Sends a line, its end included. Nothing happens when the writer is broken or closed.
    pub fn push(&self, line: Vec<u8>) {
        let bytes = line.len();
        self.pending.send_modify(|pending| *pending += bytes);
        if self.lines.send(line).is_err() {
            self.pending.send_modify(|pending| *pending -= bytes);
        }
    }

    /// Waits while too much is unwritten.
    pub async fn drained(&self) {
        let mut pending = self.pending.subscribe();
        // The sender is ours, so the wait ends only by what it waits for.
        let _drained = pending.wait_for(|pending| *pending <= PENDING_LIMIT).await;
    }

    /// Writes what is there and closes the writer.
    pub async fn close(&self) {
        self.finish.cancel();
        let writing = {
            let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
            writing.take()
        };
        if let Some(mut writing) = writing
            && tokio::time::timeout(LAST_LINES, &mut writing)
                .await
                .is_err()
        {
            tracing::warn!("the client did not read its last answers");
            writing.abort();
        }
    }
}

async fn write(
    mut writer: impl AsyncWrite + Unpin,
    mut lines: mpsc::UnboundedReceiver<Vec<u8>>,
    pending: watch::Sender<usize>,
    finish: CancellationToken,
) -> std::io::Result<()> {
    loop {
        let line = tokio::select! {
            biased;
            line = lines.recv() => line,
            () = finish.cancelled(), if !lines.is_closed() => {
                lines.close();
                continue;
            }
        };
        let Some(line) = line else {
            return writer.shutdown().await;
        };
        writer.write_all(&line).await?;
        pending.send_modify(|pending| *pending -= line.len());
        if lines.is_empty() {
            writer.flush().await?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, duplex};

    fn connection() -> Arc<Connection> {
        Arc::new(Connection::new(Duration::ZERO))
    }

    #[tokio::test]
    async fn writes_in_order_and_closes() {
        let (writer, mut reader) = duplex(8);
        let outbox = Outbox::open(writer, connection());
        let reading = tokio::spawn(async move {
            let mut all = String::new();
            let read = reader.read_to_string(&mut all).await;
            read.map(|_| all)
        });
        for number in 0..100 {
            outbox.push(format!("{number}\n").into_bytes());
        }
        outbox.close().await;
        let all = reading
            .await
            .expect("no panic")
            .expect("a duplex can be read");
        let expected: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        assert_eq!(all.lines().collect::<Vec<_>>(), expected);
    }

    #[tokio::test]
    async fn waits_while_the_client_does_not_read() {
        let (writer, mut reader) = duplex(1024);
        let outbox = Outbox::open(writer, connection());
        outbox.drained().await;
        outbox.push(vec![b'x'; PENDING_LIMIT + 1]);
        let waiting = tokio::time::timeout(Duration::from_millis(1), outbox.drained());
        assert!(waiting.await.is_err());
        let reading = tokio::spawn(async move {
            let mut all = Vec::new();
            reader.read_to_end(&mut all).await.map(|_| all.len())
        });
        outbox.drained().await;
        outbox.close().await;
        let read = reading
            .await
            .expect("no panic")
            .expect("a duplex can be read");
        assert_eq!(read, PENDING_LIMIT + 1);
    }

    #[tokio::test]
    async fn tells_when_nobody_reads_any_more() {
        let (writer, reader) = duplex(8);
        let connection = connection();
        let outbox = Outbox::open(writer, Arc::clone(&connection));
        drop(reader);
        outbox.push(b"a\n".to_vec());
        connection.broken().await;
        // And what is sent after that goes nowhere.
        outbox.push(vec![b'x'; PENDING_LIMIT + 1]);
        outbox.drained().await;
        outbox.close().await;
    }
}
