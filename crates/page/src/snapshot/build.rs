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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FrameId;
    use serde_json::{Value, json};
    use std::fmt::Write;

    fn key(frame: &str) -> DocumentKey {
        DocumentKey {
            frame: FrameId::from(frame),
            loader: "loader".into(),
        }
    }

    /// A node as Chrome tells it. Its backend id is its id; ids that start with `-` have none.
    fn node(id: &str, role: &str, name: &str, children: &[&str], more: Value) -> Value {
        let mut node = json!({
            "nodeId": id,
            "ignored": false,
            "role": {"type": "role", "value": role},
            "name": {"type": "computedString", "value": name, "sources": []},
            "childIds": children,
        });
        if !id.starts_with('-') {
            node["backendDOMNodeId"] = json!(id.parse::<i64>().expect("a number"));
        }
        if let (Value::Object(node), Value::Object(more)) = (&mut node, more) {
            node.extend(more);
        }
        node
    }

    fn properties(properties: Value) -> Value {
        let list: Vec<Value> = properties
            .as_object()
            .expect("an object")
            .iter()
            .map(|(name, value)| json!({"name": name, "value": {"type": "any", "value": value}}))
            .collect();
        json!({"properties": list})
    }

    fn ignored(reason: &str) -> Value {
        json!({"ignored": true, "ignoredReasons": [{"name": reason}]})
    }

    fn document(frame: &str, nodes: Vec<Value>) -> Document {
        Document {
            key: key(frame),
            owner: None,
            tree: Ok(serde_json::from_value(Value::Array(nodes)).expect("nodes")),
        }
    }

    fn held_by(mut document: Document, frame: &str, element: i64) -> Document {
        document.owner = Some((key(frame), element));
        document
    }

    fn lines(documents: Vec<Document>, verbose: bool) -> String {
        let mut uids = UidTable::default();
        uids.start(1);
        let snapshot = build(documents, verbose, &mut uids);
        let mut out = String::new();
        for node in snapshot.nodes {
            let indent = "  ".repeat(node.depth as usize);
            let uid = node.uid.map(|uid| uid.to_string()).unwrap_or_default();
            let ignored = if node.ignored { " ignored" } else { "" };
            let _ = write!(
                out,
                "{indent}{uid} {} \"{}\"{ignored}",
                node.role, node.name
            );
            for (name, value) in node.attributes {
                let _ = match value {
                    Attribute::Present => write!(out, " {name}"),
                    Attribute::Text(text) => write!(out, " {name}={text}"),
                    Attribute::Number(number) => write!(out, " {name}={number}"),
                };
            }
            out.push('\n');
        }
        out
    }

    fn page(children: &[&str], rest: Vec<Value>) -> Document {
        let mut nodes = vec![node(
            "1",
            "RootWebArea",
            "Page",
            children,
            properties(json!({"focusable": true, "focused": true, "url": "http://localhost/"})),
        )];
        nodes.extend(rest);
        document("main", nodes)
    }

    #[test]
    fn shows_what_matters_and_promotes_the_rest() {
        let focusable = || properties(json!({"focusable": true}));
        let page = page(
            &["2", "6", "8", "10", "13"],
            vec![
                node("2", "generic", "", &["3", "5"], json!({})),
                node(
                    "3",
                    "heading",
                    "Shop",
                    &["4"],
                    properties(json!({"level": 1})),
                ),
                node("4", "StaticText", "Shop", &[], json!({})),
                node("5", "paragraph", "", &[], json!({})),
                node("6", "link", "Cart", &["7"], focusable()),
                node("7", "StaticText", "Cart", &[], json!({})),
                node(
                    "8",
                    "button",
                    "Pay now",
                    &["9"],
                    properties(json!({"focusable": true, "disabled": true})),
                ),
                node("9", "StaticText", "Pay now", &[], json!({})),
                node("10", "heading", "See more", &["11", "12"], json!({})),
                node("11", "StaticText", "See ", &[], json!({})),
                node("12", "link", "more", &[], focusable()),
                node(
                    "13",
                    "none",
                    "",
                    &["14", "15"],
                    ignored("ariaHiddenSubtree"),
                ),
                node("14", "navigation", "", &["16"], json!({})),
                node("15", "group", "Named group", &["17"], json!({})),
                node("16", "StaticText", "in nav", &[], json!({})),
                node("17", "StaticText", "in group", &[], json!({})),
            ],
        );
        insta::assert_snapshot!(lines(vec![page], false), @r#"
        1_0 RootWebArea "Page" url=http://localhost/
          1_1 heading "Shop" level=1
          1_2 link "Cart"
            1_3 StaticText "Cart"
          1_4 button "Pay now" disableable disabled
          1_5 StaticText "See "
          1_6 link "more"
          1_7 navigation ""
            1_8 StaticText "in nav"
          1_9 StaticText "in group"
        "#);
    }

    #[test]
    fn the_options_of_a_home_made_list_can_be_seen() {
        let page = page(
            &["2"],
            vec![
                node("2", "listbox", "Cities", &["3", "5"], json!({})),
                node("3", "option", "Lisbon", &["4"], json!({})),
                node("4", "StaticText", "Lisbon", &[], json!({})),
                node(
                    "5",
                    "option",
                    "Lima",
                    &[],
                    properties(json!({"selected": true})),
                ),
            ],
        );
        insta::assert_snapshot!(lines(vec![page], false), @r#"
        1_0 RootWebArea "Page" url=http://localhost/
          1_1 listbox "Cities"
            1_2 option "Lisbon" value=Lisbon
            1_3 option "Lima" selectable selected value=Lima
        "#);
    }

    #[test]
    fn verbose_keeps_all_and_pieces_borrow_the_uid_around_them() {
        let page = page(
            &["2"],
            vec![
                node("2", "none", "", &["3"], ignored("uninteresting")),
                node(
                    "3",
                    "button",
                    "Go",
                    &["4"],
                    properties(json!({"focusable": true})),
                ),
                node("4", "StaticText", "Go", &["-5"], json!({})),
                node("-5", "InlineTextBox", "Go", &[], json!({})),
            ],
        );
        insta::assert_snapshot!(lines(vec![page], true), @r#"
        1_0 RootWebArea "Page" url=http://localhost/
          1_1 none "" ignored
            1_2 button "Go"
              1_3 StaticText "Go"
                1_3 InlineTextBox "Go"
        "#);
    }

    #[test]
    fn frames_stand_in_their_elements() {
        let main = page(
            &["2", "3", "4", "5"],
            vec![
                node("2", "Iframe", "", &[], json!({})),
                node("3", "IframePresentational", "", &[], json!({})),
                node("4", "none", "", &[], ignored("notRendered")),
                node("5", "Iframe", "broken", &[], json!({})),
            ],
        );
        let child = |name: &str, button: &str| {
            document(
                name,
                vec![
                    node("1", "RootWebArea", name, &["2"], json!({})),
                    node("2", "button", button, &[], json!({})),
                ],
            )
        };
        let mut broken = document("broken", vec![]);
        broken.tree = Err("no answer".to_owned());
        let documents = vec![
            main,
            held_by(child("one", "A"), "main", 2),
            held_by(child("two", "B"), "main", 3),
            held_by(child("hidden", "C"), "main", 4),
            held_by(broken, "main", 5),
            held_by(child("nested", "D"), "one", 2),
        ];
        insta::assert_snapshot!(lines(documents, false), @r#"
        1_0 RootWebArea "Page" url=http://localhost/
          1_1 Iframe ""
            1_2 RootWebArea "one"
              1_3 button "A"
                1_4 RootWebArea "nested"
                  1_5 button "D"
          1_6 RootWebArea "two"
            1_7 button "B"
          1_8 Iframe "broken" unreadable=no answer
        "#);
    }

    #[test]
    fn neither_depth_nor_cycles_break_it() {
        let mut nodes: Vec<Value> = (2..20_000)
            .map(|id: u32| {
                node(
                    &id.to_string(),
                    "group",
                    "",
                    &[&(id + 1).to_string()],
                    json!({}),
                )
            })
            .collect();
        nodes.push(node("20000", "button", "Deep", &["2"], json!({})));
        let text = lines(vec![page(&["2"], nodes)], true);
        assert_eq!(text.lines().count(), 20_000);
        let last = text.lines().last().expect("a line");
        assert!(last.trim_start().ends_with("button \"Deep\""), "{last}");
        assert!(last.len() < 600);
    }
}
