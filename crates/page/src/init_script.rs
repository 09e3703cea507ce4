//! Scripts that run in each new document before the page's own.

use crate::{Page, ResultExt};
use cdp::{Session, protocol::page as protocol};
use records::Failure;

/// A script that runs in each new document of a page until it is dropped.
pub struct InitScript {
    session: Session,
    identifier: String,
}

impl Page {
    /// Adds a script for the documents that come from now on.
    pub async fn add_init_script(&self, source: &str) -> Result<InitScript, Failure> {
        let session = self.session();
        let command = protocol::AddScriptToEvaluateOnNewDocument {
            source: source.to_owned(),
            ..Default::default()
        };
        let added = session.call(command).await.or_failure("the init script")?;
        Ok(InitScript {
            session,
            identifier: added.identifier,
        })
    }
}

impl Drop for InitScript {
    fn drop(&mut self) {
        let identifier = std::mem::take(&mut self.identifier);
        self.session
            .send(protocol::RemoveScriptToEvaluateOnNewDocument { identifier });
    }
}
