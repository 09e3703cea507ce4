//! The client of a call, as tools see it: one implementation for each protocol era.

mod confirm;
mod initialized;
mod progress;
mod roots;
mod stateless;

pub(crate) use progress::Progress;
pub(crate) use roots::Roots;

use crate::connection::Connection;
use initialized::InitializedClient;
use rmcp::{RoleServer, model::ProtocolVersion, service::RequestContext};
use stateless::StatelessClient;
use std::sync::Arc;
use tools::Client;

/// The client of a request and, if it asked to be told, what tells it about progress.
pub(crate) fn of(
    connection: &Connection,
    request: &RequestContext<RoleServer>,
) -> (Arc<dyn Client>, Option<Arc<Progress>>) {
    let token = request.meta.get_progress_token();
    let progress = token.map(|token| Arc::new(Progress::new(token, request.peer.clone())));
    let client: Arc<dyn Client> = if is_stateless(request) {
        Arc::new(StatelessClient::new(progress.clone()))
    } else {
        Arc::new(InitializedClient::new(
            request.peer.clone(),
            Arc::clone(&connection.roots),
            progress.clone(),
        ))
    };
    (client, progress)
}

/// The request speaks 2026-07-28 or later: it stands for itself, and the server asks nothing of its client.
pub(crate) fn is_stateless(request: &RequestContext<RoleServer>) -> bool {
    request
        .meta
        .protocol_version()
        .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}
