//! An element named by a uid.

use crate::{Evaluation, ExecutionContext, FrameId, Page, ResultExt};
use cdp::protocol::{dom, runtime};
use cdp::{CommandError, Session};
use records::Failure;
use std::sync::Arc;

/// Name under which Chrome keeps the objects that we hold.
pub(crate) const OBJECT_GROUP: &str = "devtap";

/// A node of a document that was on the page when its uid was resolved.
#[derive(Clone)]
pub struct ElementRef {
    /// The uid that named it.
    pub uid: String,
    /// Its frame.
    pub frame: FrameId,
    /// Its document.
    pub loader_id: Arc<str>,
    /// The session that speaks for the frame.
    pub session: Session,
    /// Chrome's id of the node in the document's process.
    pub backend_node_id: i64,
}

/// An object kept in the page for us; let go when dropped.
pub(crate) struct Handle {
    session: Session,
    object_id: String,
}

impl Handle {
    pub(crate) fn new(session: Session, object_id: String) -> Self {
        Self { session, object_id }
    }

    /// Chrome's id of the object.
    pub(crate) fn id(&self) -> &str {
        &self.object_id
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.session.send(runtime::ReleaseObject {
            object_id: std::mem::take(&mut self.object_id),
        });
    }
}

impl ElementRef {
    /// The element as an object of `world`: its `objectId`. Let go of it with [`ExecutionContext::release`].
    ///
    /// # Errors
    /// [`Failure::BadArgument`] when the world belongs to another frame, [`Failure::StaleUid`] when the node is gone.
    pub async fn resolve_in(&self, world: &ExecutionContext) -> Result<String, Failure> {
        if world.frame != self.frame {
            return Err(Failure::BadArgument(format!(
                "The element with uid {} lives in another frame than the script",
                self.uid
            )));
        }
        let command = dom::ResolveNode {
            backend_node_id: Some(self.backend_node_id),
            execution_context_id: Some(world.id),
            object_group: Some(OBJECT_GROUP.to_owned()),
            ..Default::default()
        };
        match self.session.call(command).await {
            Ok(answer) => answer.object.object_id.ok_or_else(|| self.stale()),
            Err(CommandError::Refused { .. }) => Err(self.stale()),
            Err(other) => Err(other).or_failure("the element"),
        }
    }

    /// The element as an object of `world`, let go by itself.
    pub(crate) async fn handle_in(&self, world: &ExecutionContext) -> Result<Handle, Failure> {
        let object_id = self.resolve_in(world).await?;
        Ok(Handle::new(world.session.clone(), object_id))
    }

    /// That the node is part of its document: a node that a script took out keeps its id for a while.
    pub(super) async fn check_connected(&self, page: &Page) -> Result<(), Failure> {
        let world = page.isolated_world(&self.frame).await?;
        let node = self.handle_in(&world).await?;
        let connected = world
            .call(Evaluation::new("node => node.isConnected").object(node.id()))
            .await?;
        if connected == true {
            Ok(())
        } else {
            Err(self.stale())
        }
    }

    pub(crate) fn stale(&self) -> Failure {
        Failure::StaleUid {
            uid: self.uid.clone(),
        }
    }
}
