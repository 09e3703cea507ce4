//! From Chrome's trees, one a document, to one snapshot.

use super::ax::AxNode;
use super::uids::{DocumentKey, UidTable};
use super::{attributes::attributes_of, interest};
use records::snapshot::{Attribute, Snapshot, SnapshotNode};
use std::collections::HashMap;

/// Deeper nodes stand on this level, so that no page makes lines of endless indentation.
const MAX_DEPTH: u32 = 250;

/// What was read of one document.
pub(super) struct Document {
    pub(super) key: DocumentKey,
    /// The document around it and the element there that holds it; `None` for the main frame, and for a frame whose
    /// place is not known.
    pub(super) owner: Option<(DocumentKey, i64)>,
    /// Its tree, or why it can't be read.
    pub(super) tree: Result<Vec<AxNode>, String>,
}

/// Puts the documents together, the main one first, and gives each node its uid.
pub(super) fn build(documents: Vec<Document>, verbose: bool, uids: &mut UidTable) -> Snapshot {
    let mut builder = Builder {
        documents: documents.iter().map(Indexed::from).collect(),
        held: held_documents(&documents),
        verbose,
        uids,
        nodes: Vec::new(),
    };
    builder.run();
    Snapshot {
        nodes: builder.nodes,
        verbose,
    }
}

/// Documents by the element that holds them.
fn held_documents(documents: &[Document]) -> HashMap<(usize, i64), Vec<usize>> {
    let places: HashMap<&DocumentKey, usize> = documents
        .iter()
        .enumerate()
        .map(|(index, document)| (&document.key, index))
        .collect();
    let mut held: HashMap<(usize, i64), Vec<usize>> = HashMap::new();
    for (index, document) in documents.iter().enumerate() {
        if let Some((outer, element)) = &document.owner
            && let Some(outer) = places.get(outer)
        {
            held.entry((*outer, *element)).or_default().push(index);
        }
    }
    held
}

/// A document's tree with its links as indexes.
struct Indexed<'a> {
    key: &'a DocumentKey,
    problem: Option<&'a str>,
    nodes: &'a [AxNode],
    by_id: HashMap<&'a str, usize>,
    /// Whether something inside the node takes the focus.
    focus_inside: Vec<bool>,
}

impl<'a> From<&'a Document> for Indexed<'a> {
    fn from(document: &'a Document) -> Self {
        let (nodes, problem) = match &document.tree {
            Ok(nodes) => (nodes.as_slice(), None),
            Err(problem) => (&[][..], Some(problem.as_str())),
        };
        let by_id: HashMap<&str, usize> = nodes
            .iter()
            .enumerate()
            .map(|(index, node)| (node.node_id.as_str(), index))
            .collect();
        Self {
            focus_inside: focus_inside(nodes, &by_id),
            key: &document.key,
            problem,
            nodes,
            by_id,
        }
    }
}

fn focus_inside(nodes: &[AxNode], by_id: &HashMap<&str, usize>) -> Vec<bool> {
    let mut parents: Vec<Option<usize>> = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for child in &node.child_ids {
            if let Some(child) = by_id.get(child.as_str()) {
                parents[*child] = Some(index);
            }
        }
    }
    let mut inside = vec![false; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if !node.is("focusable") {
            continue;
        }
        let mut at = parents[index];
        while let Some(parent) = at.filter(|parent| !inside[*parent]) {
            inside[parent] = true;
            at = parents[parent];
        }
    }
    inside
}

/// A node still to be looked at.
struct Visit {
    document: usize,
    node: usize,
    depth: u32,
    inside_control: bool,
    /// The nearest backend node around it, in its own document.
    around: Option<i64>,
}

struct Builder<'a> {
    documents: Vec<Indexed<'a>>,
    held: HashMap<(usize, i64), Vec<usize>>,
    verbose: bool,
    uids: &'a mut UidTable,
    nodes: Vec<SnapshotNode>,
}

impl Builder<'_> {
    fn run(&mut self) {
        let mut seen: Vec<Vec<bool>> = self
            .documents
            .iter()
            .map(|document| vec![false; document.nodes.len()])
            .collect();
        let mut open = Vec::new();
        self.push_root(0, 0, &mut open);
        while let Some(visit) = open.pop() {
            // Chrome's tree has no cycles; a tree that has some must not keep us.
            if !std::mem::replace(&mut seen[visit.document][visit.node], true) {
                self.visit(visit, &mut open);
            }
        }
    }

    fn push_root(&self, document: usize, depth: u32, open: &mut Vec<Visit>) {
        if self
            .documents
            .get(document)
            .is_some_and(|document| !document.nodes.is_empty())
        {
            open.push(Visit {
                document,
                node: 0,
                depth,
                inside_control: false,
                around: None,
            });
        }
    }

    fn visit(&mut self, visit: Visit, open: &mut Vec<Visit>) {
        let document = &self.documents[visit.document];
        let node = &document.nodes[visit.node];
        let held = match node.backend_node_id {
            Some(id) if !is_hidden(node) => self.held.get(&(visit.document, id)),
            _ => None,
        };
        let ends_here = interest::ends_here(node, document.focus_inside[visit.node]);
        let shown = self.verbose
            || visit.node == 0
            || held.is_some() && !node.ignored && node.role != "IframePresentational"
            || interest::is_shown(node, visit.inside_control, ends_here);
        let around = node.backend_node_id.or(visit.around);
        if shown {
            let problem =
                held.and_then(|held| held.iter().find_map(|index| self.documents[*index].problem));
            let line = SnapshotNode {
                depth: visit.depth,
                uid: around.map(|id| self.uids.uid(document.key, id)),
                role: node.role.clone(),
                name: node.name.clone(),
                ignored: node.ignored,
                attributes: attributes(node, problem),
            };
            self.nodes.push(line);
        }
        let depth = if shown {
            (visit.depth + 1).min(MAX_DEPTH)
        } else {
            visit.depth
        };
        for &index in held.into_iter().flatten().rev() {
            self.push_root(index, depth, open);
        }
        if ends_here && !self.verbose {
            return;
        }
        let document = &self.documents[visit.document];
        let node = &document.nodes[visit.node];
        let inside_control = visit.inside_control || interest::is_control(node);
        for child in node.child_ids.iter().rev() {
            if let Some(&child) = document.by_id.get(child.as_str()) {
                open.push(Visit {
                    document: visit.document,
                    node: child,
                    depth,
                    inside_control,
                    around,
                });
            }
        }
    }
}

fn attributes(node: &AxNode, problem: Option<&str>) -> Vec<(&'static str, Attribute)> {
    let mut attributes = attributes_of(node);
    if let Some(problem) = problem {
        attributes.push(("unreadable", Attribute::Text(problem.to_owned())));
        attributes.sort_by_key(|(name, _)| *name);
    }
    attributes
}

/// Whether nobody can see what the node holds: not just a wrapper without a meaning of its own.
fn is_hidden(node: &AxNode) -> bool {
    node.ignored
        && node.ignored_reasons.iter().any(|reason| {
            !matches!(
                reason.name.as_str(),
                "presentationalRole" | "uninteresting" | "ancestorIsLeafNode"
            )
        })
}
