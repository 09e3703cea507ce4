//! Asking the person behind the client.

use rmcp::{
    Peer, RoleServer,
    model::{
        ClientResult, ElicitRequest, ElicitRequestParams, ElicitationAction, ElicitationSchema,
        ServerRequest,
    },
    service::{PeerRequestOptions, RequestHandle},
};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a person may take to answer.
const LIMIT: Duration = Duration::from_secs(120);

/// Asks to allow something: `None` if the client can't ask or nobody answered in time. To accept is to allow.
pub(crate) async fn ask(peer: &Peer<RoleServer>, question: String) -> Option<bool> {
    let client = peer.peer_info()?;
    let elicitation = client.capabilities.elicitation.as_ref()?;
    // A client that names ways of asking must name forms; one that names none means forms.
    if elicitation.form.is_none() && elicitation.url.is_some() {
        return None;
    }
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(
        ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: question,
            requested_schema: ElicitationSchema::new(BTreeMap::new()),
        },
    ));
    let sent = peer.send_cancellable_request(request, PeerRequestOptions::no_options());
    let mut open = Open(Some(sent.await.ok()?));
    let answer = tokio::time::timeout(LIMIT, &mut open.0.as_mut()?.rx).await;
    let Ok(answer) = answer else {
        return None;
    };
    open.0 = None;
    match answer {
        Ok(Ok(ClientResult::ElicitResult(result))) => {
            Some(result.action == ElicitationAction::Accept)
        }
        _ => None,
    }
}

/// A question that the client still shows; taken back when dropped.
struct Open(Option<RequestHandle<RoleServer>>);

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(handle) = self.0.take() {
            tokio::spawn(async move {
                let reason = Some("the call has ended".to_owned());
                if let Err(error) = handle.cancel(reason).await {
                    tracing::debug!(%error, "question not taken back");
                }
            });
        }
    }
}
