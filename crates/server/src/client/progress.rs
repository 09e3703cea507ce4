//! Progress of a call, told to the client that asked for it.

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
};
use std::pin::pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// How long the last report may take to leave, when the answer is already there.
const LAST_REPORT: Duration = Duration::from_secs(1);

/// What tells one client about one call. Only the newest report is kept: a client that reads slowly gets fewer.
pub(crate) struct Progress {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    newest: Mutex<Newest>,
    came: Notify,
}

#[derive(Default)]
struct Newest {
    unsent: Option<Report>,
    done: Option<f64>,
}

struct Report {
    done: f64,
    total: Option<f64>,
    message: Option<String>,
}

impl Progress {
    pub fn new(token: ProgressToken, peer: Peer<RoleServer>) -> Self {
        Self {
            token,
            peer,
            newest: Mutex::default(),
            came: Notify::new(),
        }
    }

    /// Notes how far the call is. A report that does not go further than the one before is left out, as the protocol
    /// asks for.
    pub fn report(&self, done: f64, total: Option<f64>, message: Option<String>) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if done.is_finite() && newest.done.is_none_or(|before| done > before) {
            newest.done = Some(done);
            newest.unsent = Some(Report {
                done,
                total,
                message,
            });
            self.came.notify_one();
        }
    }

    /// Does the work and sends reports meanwhile; none comes after it is done.
    pub async fn alongside<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let result = tokio::select! {
            biased;
            result = &mut work => result,
            never = self.forward() => match never {},
        };
        // The last report may say more than the answer: how far it came.
        if let Ok(()) = tokio::time::timeout(LAST_REPORT, self.send_unsent()).await {}
        result
    }

    async fn forward(&self) -> std::convert::Infallible {
        loop {
            self.came.notified().await;
            self.send_unsent().await;
        }
    }

    async fn send_unsent(&self) {
        let unsent = {
            let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            newest.unsent.take()
        };
        let Some(report) = unsent else {
            return;
        };
        let mut params = ProgressNotificationParam::new(self.token.clone(), report.done);
        params.total = report.total;
        params.message = report.message;
        if let Err(error) = self.peer.notify_progress(params).await {
            tracing::debug!(%error, "progress not sent");
        }
    }
}
