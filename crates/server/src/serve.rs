//! Running a connection from its first to its last message.

use crate::{
    App,
    connection::Connection,
    router::{Router, Wire},
    shutdown::until_shutdown,
    stdio,
    transport::LineTransport,
};
use rmcp::service::serve_directly;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};

/// How long the browser may take to end before the process goes without waiting for it.
const BROWSER_END: Duration = Duration::from_secs(5);

/// A connection that could not be served to its end.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The task that serves the connection broke.
    #[error("the connection broke: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// Serves MCP over standard input and output until the client closes its end or the process is told to end, then ends
/// the browser.
///
/// # Errors
/// When serving broke. A client that goes away is no error.
pub async fn serve_stdio(app: Arc<App>) -> Result<(), ServeError> {
    let (input, output) = stdio::open();
    let served = tokio::select! {
        served = serve_on(input, output, Arc::clone(&app)) => served,
        () = until_shutdown() => Ok(()),
    };
    let ended = tokio::time::timeout(BROWSER_END, app.browsers.shut_down());
    if ended.await.is_err() {
        tracing::warn!("the browser did not end in time");
    }
    served
}

/// Serves MCP over a reader and a writer, one message a line, until the reader ends or the writer breaks. The browser is
/// left alone.
///
/// # Errors
/// When serving broke. A client that goes away is no error.
pub async fn serve_on<R, W>(reader: R, writer: W, app: Arc<App>) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let connection = Arc::new(Connection::new(app.settings.closing_grace));
    let transport = LineTransport::new(reader, writer, Arc::clone(&connection));
    // Started without rmcp's handshake: `initialize` is a request like others, so that a message out of order is
    // answered instead of ending the process, and both eras may be mixed on one connection.
    let running = serve_directly(Wire(Router::new(app, connection)), transport, None);
    running.waiting().await?;
    Ok(())
}
