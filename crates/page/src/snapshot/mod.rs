//! The accessibility snapshot and the uids it gives out.
//!
//! [`Snapshots::take`] reads Chrome's accessibility tree of every frame, wherever it runs, and puts them together into one
//! [`records::Snapshot`]. Each node gets a [`Uid`]: the name of one backend node of one document. [`Snapshots::resolve`]
//! goes back from a uid to its node, and never to another one.

mod attributes;
mod ax;
mod build;
mod element;
mod interest;
mod take;
mod uids;

pub use element::ElementRef;
pub(crate) use element::{Handle, OBJECT_GROUP};
pub(crate) use take::owner_of;

use crate::{FrameId, Page};
use records::{Failure, Snapshot, Uid};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uids::{DocumentKey, Named, UidTable};

/// The snapshots of a page and the uids given out.
#[derive(Default)]
pub struct Snapshots {
    counter: Arc<AtomicU32>,
    uids: Mutex<UidTable>,
}

impl Snapshots {
    /// `counter` numbers the snapshots of all pages of a browser; it holds the number of the last one.
    pub fn new(counter: Arc<AtomicU32>) -> Self {
        Self {
            counter,
            uids: Mutex::default(),
        }
    }

    /// Takes a snapshot of the page with all its frames. A frame that can't be read is there, with the reason; the main
    /// frame must be readable. `verbose` keeps all nodes, also those that say nothing or are ignored.
    pub async fn take(&self, page: &Page, verbose: bool) -> Result<Snapshot, Failure> {
        let documents = page.guard(take::read_documents(page)).await?;
        let on_page: Vec<DocumentKey> = documents
            .iter()
            .map(|document| document.key.clone())
            .collect();
        let mut uids = self.lock();
        uids.start(self.next_number());
        let snapshot = build::build(documents, verbose, &mut uids);
        uids.finish(&on_page);
        Ok(snapshot)
    }

    /// The element that a uid names, known to be on the page at this moment.
    ///
    /// # Errors
    /// [`Failure::NoSnapshot`] before the first snapshot, [`Failure::UnknownUid`] for what was never given out for this
    /// page, [`Failure::StaleUid`] when the document or the node is gone.
    pub async fn resolve(&self, page: &Page, uid: &str) -> Result<ElementRef, Failure> {
        let element = self.look_up(page, uid)?;
        page.guard(element.check_connected(page)).await?;
        Ok(element)
    }

    /// The uid of a node that was found otherwise than by a snapshot. The node need not be in the tree.
    pub fn uid_of(&self, frame: &FrameId, loader_id: &Arc<str>, backend_node_id: i64) -> Uid {
        let mut uids = self.lock();
        if uids.current().is_none() {
            uids.start(self.next_number());
        }
        let key = DocumentKey {
            frame: frame.clone(),
            loader: loader_id.clone(),
        };
        uids.uid(&key, backend_node_id)
    }

    /// The uid that a node has already, if it has one.
    pub(crate) fn known_uid(
        &self,
        frame: &FrameId,
        loader_id: &Arc<str>,
        backend_node_id: i64,
    ) -> Option<Uid> {
        let key = DocumentKey {
            frame: frame.clone(),
            loader: loader_id.clone(),
        };
        self.lock().known(&key, backend_node_id)
    }

    /// The node that a uid names, as long as its document is on the page.
    fn look_up(&self, page: &Page, text: &str) -> Result<ElementRef, Failure> {
        let named = {
            let uids = self.lock();
            if uids.is_empty() {
                return Err(Failure::NoSnapshot { page: page.id() });
            }
            text.parse()
                .map_or(Named::Nothing, |uid: Uid| uids.find(uid))
        };
        let stale = || Failure::StaleUid {
            uid: text.to_owned(),
        };
        match named {
            Named::Nothing => Err(Failure::UnknownUid {
                uid: text.to_owned(),
                page: page.id(),
            }),
            Named::Gone => Err(stale()),
            Named::Node {
                document,
                backend_node_id,
            } => {
                let frame = page.frames().get(&document.frame).ok_or_else(stale)?;
                if frame.loader_id != document.loader {
                    return Err(stale());
                }
                Ok(ElementRef {
                    uid: text.to_owned(),
                    session: frame.session,
                    frame: frame.id,
                    loader_id: document.loader,
                    backend_node_id,
                })
            }
        }
    }

    fn next_number(&self) -> u32 {
        self.counter.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn lock(&self) -> MutexGuard<'_, UidTable> {
        self.uids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
