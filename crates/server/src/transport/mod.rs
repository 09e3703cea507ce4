//! Messages as lines, over any reader and writer.
//!
//! rmcp's own transport passes over in silence what it can't read; this one answers it, keeps each line and each
//! message within bounds, knows which requests wait for an answer, and stops reading while the client does not read.

mod envelope;
mod flights;
mod lines;
mod message;
mod outbox;

pub(crate) use flights::Flights;

use crate::connection::Connection;
use lines::{Line, Lines};
use message::Received;
use outbox::Outbox;
use rmcp::{
    RoleServer,
    model::{
        ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcMessage,
        ServerJsonRpcMessage,
    },
    transport::Transport,
};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};

/// Messages as lines.
pub(crate) struct LineTransport<R> {
    lines: Lines<R>,
    outbox: Outbox,
    connection: Arc<Connection>,
}

impl<R: AsyncRead + Send + Unpin> LineTransport<R> {
    /// Reads and writes until the reader ends or the writer breaks, which `connection` is told.
    pub fn new(
        reader: R,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        connection: Arc<Connection>,
    ) -> Self {
        Self {
            lines: Lines::new(reader),
            outbox: Outbox::open(writer, Arc::clone(&connection)),
            connection,
        }
    }

    /// The next line; `None` at the end. Dropping the future loses nothing.
    async fn line(&mut self) -> Option<Line> {
        let next = async {
            self.outbox.drained().await;
            self.lines.next().await
        };
        let line = tokio::select! {
            line = next => line,
            () = self.connection.broken() => return None,
        };
        match line {
            Ok(line) => line,
            Err(error) => {
                tracing::warn!(%error, "input can't be read");
                None
            }
        }
    }

    /// A message for the service, or `None` when it was dealt with here.
    fn admit(&self, line: Line) -> Option<ClientJsonRpcMessage> {
        let received = match line {
            Line::Whole(line) => message::read(&line),
            Line::TooLong => Received::Refused(message::too_long()),
        };
        let message = match received {
            Received::Message(message) => *message,
            Received::Refused(refusal) => {
                tracing::debug!(reason = refusal.message, "message refused");
                self.outbox.push(refusal.to_line());
                return None;
            }
            Received::Nothing => return None,
        };
        let mut message = message;
        match &mut message {
            JsonRpcMessage::Request(request) => {
                if let Err(refusal) = self.connection.flights.start(&request.id) {
                    self.outbox.push(refusal.to_line());
                    return None;
                }
                if let ClientRequest::CallToolRequest(call) = &mut request.request {
                    call.extensions.insert(self.connection.order.draw());
                }
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // A cancelled request gets no answer, so nothing else will end its flight.
                    self.connection.flights.end(id);
                }
            }
            _ => {}
        }
        Some(message)
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        match &message {
            JsonRpcMessage::Response(response) => self.connection.flights.end(&response.id),
            JsonRpcMessage::Error(error) => {
                if let Some(id) = &error.id {
                    self.connection.flights.end(id);
                }
            }
            _ => {}
        }
        let outbox = self.outbox.clone();
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            outbox.push(line);
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let Some(line) = self.line().await else {
                self.connection.close();
                return None;
            };
            if let Some(message) = self.admit(line) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.connection.close();
        self.outbox.close().await;
        Ok(())
    }
}
