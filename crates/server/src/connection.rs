//! What belongs to one connection.

use crate::{client::Roots, order::Order, transport::Flights};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// What belongs to one connection.
pub(crate) struct Connection {
    /// Folders that the client has opened.
    pub roots: Arc<Roots>,
    /// Requests that wait for their answer.
    pub flights: Flights,
    /// The order in which calls came.
    pub order: Arc<Order>,
    closing: CancellationToken,
    broken: CancellationToken,
    grace: Duration,
}

impl Connection {
    /// A connection whose calls may go on for `grace` after the client closed its end.
    pub fn new(grace: Duration) -> Self {
        Self {
            roots: Arc::default(),
            flights: Flights::default(),
            order: Arc::default(),
            closing: CancellationToken::new(),
            broken: CancellationToken::new(),
            grace,
        }
    }

    /// The client sends nothing more.
    pub fn close(&self) {
        self.closing.cancel();
    }

    /// The client reads nothing more: nobody waits for what still runs.
    pub fn break_off(&self) {
        self.closing.cancel();
        self.broken.cancel();
    }

    /// Waits until the client sends nothing more.
    pub async fn closing(&self) {
        self.closing.cancelled().await;
    }

    /// Waits until the client reads nothing more.
    pub async fn broken(&self) {
        self.broken.cancelled().await;
    }

    /// Waits until calls have to end: at once when nobody reads the answer, after a grace when the client only closed
    /// its sending end, as a shell pipeline does.
    pub async fn ended(&self) {
        let grace = async {
            self.closing.cancelled().await;
            tokio::time::sleep(self.grace).await;
        };
        tokio::select! {
            () = self.broken.cancelled() => {}
            () = grace => {}
        }
    }
}
