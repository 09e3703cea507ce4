//! Which uid was given to which node.

use crate::FrameId;
use records::Uid;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Nodes that may be remembered before those that no snapshot shows any more are forgotten.
const NODES: usize = 200_000;
/// Documents that are not on the page any more but may come back with the history.
const FORMER_DOCUMENTS: usize = 8;
/// Snapshots of which nothing is left, remembered to tell a stale uid from one that never was.
const FORMER_SNAPSHOTS: usize = 20_000;

/// A document: a frame, and the load that filled it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct DocumentKey {
    pub(crate) frame: FrameId,
    pub(crate) loader: Arc<str>,
}

/// What a uid names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Named {
    /// A node of a document, which may be gone by now.
    Node {
        document: DocumentKey,
        backend_node_id: i64,
    },
    /// Something that is gone for good.
    Gone,
    /// Nothing: it was never given out here.
    Nothing,
}

/// The uids of one page.
#[derive(Default)]
pub(super) struct UidTable {
    /// The snapshot that new uids belong to.
    current: Option<u32>,
    documents: HashMap<u32, Document>,
    ids: HashMap<DocumentKey, u32>,
    next_document: u32,
    batches: BTreeMap<u32, Batch>,
}

struct Document {
    key: DocumentKey,
    uids: HashMap<i64, Uid>,
    /// What is left of `uids` while the table is being tidied.
    unconfirmed: HashMap<i64, Uid>,
    last_seen: u32,
}

/// The uids of one snapshot.
#[derive(Default)]
struct Batch {
    /// How many were given out.
    given: u32,
    /// Those that may still live, by number.
    live: Vec<Given>,
}

struct Given {
    number: u32,
    document: u32,
    backend_node_id: i64,
}

impl UidTable {
    /// Whether no uid was ever given out.
    pub(super) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// The snapshot that new uids belong to, if there was one.
    pub(super) fn current(&self) -> Option<u32> {
        self.current
    }

    /// Starts a snapshot: new uids bear its number from now on.
    pub(super) fn start(&mut self, snapshot: u32) {
        self.current = Some(snapshot);
        let nodes: usize = self.documents.values().map(|d| d.uids.len()).sum();
        if nodes > NODES {
            for document in self.documents.values_mut() {
                document.unconfirmed = std::mem::take(&mut document.uids);
            }
        }
    }

    /// The uid of a node, a new one if it has none. [`UidTable::start`] must have been called once.
    pub(super) fn uid(&mut self, key: &DocumentKey, backend_node_id: i64) -> Uid {
        let snapshot = self.current.unwrap_or_default();
        let id = self.document(key);
        let Some(document) = self.documents.get_mut(&id) else {
            unreachable!("the document was just entered");
        };
        document.last_seen = snapshot;
        if let Some(uid) = document.uids.get(&backend_node_id) {
            return *uid;
        }
        let uid = document
            .unconfirmed
            .remove(&backend_node_id)
            .unwrap_or_else(|| {
                let batch = self.batches.entry(snapshot).or_default();
                batch.live.push(Given {
                    number: batch.given,
                    document: id,
                    backend_node_id,
                });
                batch.given += 1;
                Uid {
                    snapshot,
                    node: batch.given - 1,
                }
            });
        document.uids.insert(backend_node_id, uid);
        uid
    }

    /// The uid that a node has already.
    pub(super) fn known(&self, key: &DocumentKey, backend_node_id: i64) -> Option<Uid> {
        let document = self.documents.get(self.ids.get(key)?)?;
        document.uids.get(&backend_node_id).copied()
    }

    /// What a uid names.
    pub(super) fn find(&self, uid: Uid) -> Named {
        let Some(batch) = self.batches.get(&uid.snapshot) else {
            return Named::Nothing;
        };
        if uid.node >= batch.given {
            return Named::Nothing;
        }
        let Ok(at) = batch
            .live
            .binary_search_by_key(&uid.node, |given| given.number)
        else {
            return Named::Gone;
        };
        let given = &batch.live[at];
        match self.documents.get(&given.document) {
            Some(document) => Named::Node {
                document: document.key.clone(),
                backend_node_id: given.backend_node_id,
            },
            None => Named::Gone,
        }
    }

    /// Ends a snapshot: forgets what can't come back, so that the table stays bounded. `on_page` are the documents that
    /// the page shows now.
    pub(super) fn finish(&mut self, on_page: &[DocumentKey]) {
        let mut former: Vec<(u32, u32)> = self
            .documents
            .iter()
            .filter(|(_, document)| !on_page.contains(&document.key))
            .map(|(id, document)| (document.last_seen, *id))
            .collect();
        former.sort_unstable();
        let surplus = former.len().saturating_sub(FORMER_DOCUMENTS);
        let mut changed = surplus > 0;
        for (_, id) in &former[..surplus] {
            if let Some(document) = self.documents.remove(id) {
                self.ids.remove(&document.key);
            }
        }
        for document in self.documents.values_mut() {
            changed |= !document.unconfirmed.is_empty();
            document.unconfirmed = HashMap::new();
        }
        if changed {
            self.forget_the_gone();
        }
    }

    fn forget_the_gone(&mut self) {
        for batch in self.batches.values_mut() {
            batch.live.retain(|given| {
                self.documents
                    .get(&given.document)
                    .is_some_and(|document| document.uids.contains_key(&given.backend_node_id))
            });
            batch.live.shrink_to_fit();
        }
        let empty: Vec<u32> = self
            .batches
            .iter()
            .filter(|(_, batch)| batch.live.is_empty())
            .map(|(snapshot, _)| *snapshot)
            .collect();
        let surplus = empty.len().saturating_sub(FORMER_SNAPSHOTS);
        for snapshot in &empty[..surplus] {
            self.batches.remove(snapshot);
        }
    }

    fn document(&mut self, key: &DocumentKey) -> u32 {
        if let Some(id) = self.ids.get(key) {
            return *id;
        }
        let id = self.next_document;
        self.next_document += 1;
        self.ids.insert(key.clone(), id);
        self.documents.insert(
            id,
            Document {
                key: key.clone(),
                uids: HashMap::new(),
                unconfirmed: HashMap::new(),
                last_seen: 0,
            },
        );
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(loader: &str) -> DocumentKey {
        DocumentKey {
            frame: FrameId("F".into()),
            loader: loader.into(),
        }
    }

    fn uid(snapshot: u32, node: u32) -> Uid {
        Uid { snapshot, node }
    }

    #[test]
    fn a_node_keeps_its_uid_over_snapshots() {
        let mut table = UidTable::default();
        let page = document("A");
        table.start(1);
        assert_eq!(table.uid(&page, 10), uid(1, 0));
        assert_eq!(table.uid(&page, 11), uid(1, 1));
        table.start(4);
        assert_eq!(table.uid(&page, 11), uid(1, 1));
        assert_eq!(table.uid(&page, 12), uid(4, 0));
        assert_eq!(table.known(&page, 12), Some(uid(4, 0)));
        assert_eq!(table.known(&page, 13), None);
    }

    #[test]
    fn the_same_backend_node_of_another_document_is_another_node() {
        let mut table = UidTable::default();
        table.start(1);
        assert_eq!(table.uid(&document("A"), 10), uid(1, 0));
        assert_eq!(table.uid(&document("B"), 10), uid(1, 1));
        assert_eq!(
            table.find(uid(1, 0)),
            Named::Node {
                document: document("A"),
                backend_node_id: 10
            }
        );
    }

    #[test]
    fn a_uid_never_given_differs_from_one_that_is_gone() {
        let mut table = UidTable::default();
        assert!(table.is_empty());
        for round in 1..=20u32 {
            let page = document(&round.to_string());
            table.start(round);
            table.uid(&page, 1);
            table.finish(&[page]);
        }
        assert_eq!(table.find(uid(1, 0)), Named::Gone);
        assert!(matches!(table.find(uid(19, 0)), Named::Node { .. }));
        assert_eq!(table.find(uid(1, 1)), Named::Nothing);
        assert_eq!(table.find(uid(21, 0)), Named::Nothing);
    }

    #[test]
    fn a_page_that_renders_anew_for_ever_stays_bounded() {
        let mut table = UidTable::default();
        let page = document("A");
        let mut next = 0;
        for round in 1..=300u32 {
            table.start(round);
            table.uid(&page, -1);
            for _ in 0..2_000 {
                next += 1;
                table.uid(&page, next);
            }
            table.finish(std::slice::from_ref(&page));
        }
        let remembered: usize = table.batches.values().map(|batch| batch.live.len()).sum();
        assert!(remembered <= NODES + 2_001, "{remembered}");
        assert_eq!(table.find(uid(2, 0)), Named::Gone);
        assert_eq!(table.known(&page, -1), Some(uid(1, 0)));
        assert_eq!(
            table.find(uid(1, 0)),
            Named::Node {
                document: page.clone(),
                backend_node_id: -1
            }
        );
        assert!(matches!(table.find(uid(300, 5)), Named::Node { .. }));
    }
}
