//! Folders that the client has opened.

#![expect(
    deprecated,
    reason = "roots are deprecated from 2026-07-28 on; the clients before it still offer them"
)]

use rmcp::{
    Peer, RoleServer,
    model::{ClientResult, ListRootsRequest, ServerRequest},
    service::PeerRequestOptions,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use url::Url;

/// How long a client may take to name its folders.
const LIMIT: Duration = Duration::from_secs(5);
/// Folders taken at most.
const COUNT_LIMIT: usize = 1000;

/// Folders that a client has opened: asked for once, kept, asked for again when the client says that they changed.
pub(crate) struct Roots {
    state: watch::Sender<State>,
    asked: AtomicU64,
}

enum State {
    Unasked,
    Asking,
    Known(Vec<PathBuf>),
}

impl Default for Roots {
    fn default() -> Self {
        Self {
            state: watch::Sender::new(State::Unasked),
            asked: AtomicU64::new(0),
        }
    }
}

impl Roots {
    /// Asks the client in the background, if it offers folders.
    pub fn ask(self: &Arc<Self>, peer: Peer<RoleServer>) {
        if !offers(&peer) {
            return;
        }
        let turn = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        self.state.send_replace(State::Asking);
        let roots = Arc::clone(self);
        tokio::spawn(async move {
            let folders = list(&peer).await;
            // Whoever asked last knows best.
            if roots.asked.load(Ordering::SeqCst) == turn {
                roots.state.send_replace(State::Known(folders));
            }
        });
    }

    /// The folders; waits for them if they are being asked for. Empty when the client offers none or does not answer.
    pub async fn get(self: &Arc<Self>, peer: &Peer<RoleServer>) -> Vec<PathBuf> {
        if !offers(peer) {
            return Vec::new();
        }
        if matches!(*self.state.borrow(), State::Unasked) {
            self.ask(peer.clone());
        }
        let mut state = self.state.subscribe();
        let known = state.wait_for(|state| matches!(state, State::Known(_)));
        match tokio::time::timeout(LIMIT, known).await {
            Ok(Ok(state)) => match &*state {
                State::Known(folders) => folders.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

fn offers(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info()
        .is_some_and(|client| client.capabilities.roots.is_some())
}

async fn list(peer: &Peer<RoleServer>) -> Vec<PathBuf> {
    let request = ServerRequest::ListRootsRequest(ListRootsRequest {
        method: Default::default(),
        extensions: Default::default(),
    });
    let sent = peer.send_request_with_option(request, PeerRequestOptions::with_timeout(LIMIT));
    let answer = match sent.await {
        Ok(handle) => handle.await_response().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(ClientResult::ListRootsResult(result)) => result
            .roots
            .iter()
            .take(COUNT_LIMIT)
            .filter_map(|root| folder(&root.uri))
            .collect(),
        Ok(_) => {
            tracing::warn!("the client answered roots/list with something else");
            Vec::new()
        }
        Err(error) => {
            tracing::warn!(%error, "the client did not name its roots");
            Vec::new()
        }
    }
}

/// The folder of a `file:` URI.
fn folder(uri: &str) -> Option<PathBuf> {
    let url = Url::parse(uri).ok()?;
    if url.scheme() != "file" {
        return None;
    }
    url.to_file_path().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_file_uris_are_folders() {
        assert_eq!(folder("file:///a/b%20c"), Some("/a/b c".into()));
        assert_eq!(folder("https://example.org/a"), None);
        assert_eq!(folder("/a/b"), None);
        assert_eq!(folder("file://host/a"), None);
    }
}
