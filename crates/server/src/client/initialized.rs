//! The client of a connection that began with `initialize` (revisions up to 2025-11-25).

use super::{Progress, Roots, confirm};
use rmcp::{Peer, RoleServer};
use std::path::PathBuf;
use std::sync::Arc;
use tools::{Client, client::ClientFuture};

/// The client of a connection that began with `initialize`.
pub(crate) struct InitializedClient {
    peer: Peer<RoleServer>,
    roots: Arc<Roots>,
    progress: Option<Arc<Progress>>,
}

impl InitializedClient {
    pub fn new(peer: Peer<RoleServer>, roots: Arc<Roots>, progress: Option<Arc<Progress>>) -> Self {
        Self {
            peer,
            roots,
            progress,
        }
    }
}

impl Client for InitializedClient {
    fn roots(&self) -> ClientFuture<'_, Vec<PathBuf>> {
        Box::pin(self.roots.get(&self.peer))
    }

    fn progress(&self, done: f64, total: Option<f64>, message: Option<String>) {
        if let Some(progress) = &self.progress {
            progress.report(done, total, message);
        }
    }

    fn confirm(&self, question: String) -> ClientFuture<'_, Option<bool>> {
        Box::pin(confirm::ask(&self.peer, question))
    }
}
