//! The client of a stateless request (2026-07-28).
//!
//! That era has no requests from server to client: folders come as options, and a question is a result that asks for
//! input, which the client answers by calling again. Until calls can be resumed so, such a client can't be asked.

use super::Progress;
use std::path::PathBuf;
use std::sync::Arc;
use tools::{Client, client::ClientFuture};

/// The client of a stateless request.
pub(crate) struct StatelessClient {
    progress: Option<Arc<Progress>>,
}

impl StatelessClient {
    pub fn new(progress: Option<Arc<Progress>>) -> Self {
        Self { progress }
    }
}

impl Client for StatelessClient {
    fn roots(&self) -> ClientFuture<'_, Vec<PathBuf>> {
        Box::pin(std::future::ready(Vec::new()))
    }

    fn progress(&self, done: f64, total: Option<f64>, message: Option<String>) {
        if let Some(progress) = &self.progress {
            progress.report(done, total, message);
        }
    }

    fn confirm(&self, _question: String) -> ClientFuture<'_, Option<bool>> {
        Box::pin(std::future::ready(None))
    }
}
