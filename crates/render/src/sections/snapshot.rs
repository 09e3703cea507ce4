//! The accessibility snapshot.

use crate::{Place, Section, text::one_line};
use records::snapshot::{Attribute, Snapshot, SnapshotNode};
use serde_json::{Map, Number, Value};
use std::fmt::Write;

/// The accessibility snapshot of the page, in the answer itself.
///
/// A line is `uid=S_N role "name" attribute… `, indented by two spaces a level. Names and values come from the page: they
/// are written on one line, so that no page can forge a line of its own.
pub struct LatestSnapshot(pub Snapshot);

/// The snapshot went into a file.
pub struct SavedSnapshot {
    /// The file, absolute.
    pub path: String,
}

impl LatestSnapshot {
    /// The lines alone, without heading: what is written to a file.
    pub fn lines(&self) -> String {
        let mut out = String::with_capacity(self.0.nodes.len() * 48);
        write_lines(&self.0, &mut out);
        out
    }
}

impl Section for LatestSnapshot {
    fn place(&self) -> Place {
        Place::Snapshot
    }

    fn text(&self, out: &mut String) {
        out.push_str("## Latest page snapshot\n");
        write_lines(&self.0, out);
    }

    fn json(&self, out: &mut Map<String, Value>) {
        if let Some(tree) = tree(&self.0) {
            out.insert("snapshot".to_owned(), tree);
        }
    }
}

impl Section for SavedSnapshot {
    fn place(&self) -> Place {
        Place::Snapshot
    }

    fn text(&self, out: &mut String) {
        let _ = writeln!(out, "Saved snapshot to {}.", self.path);
    }

    fn json(&self, out: &mut Map<String, Value>) {
        out.insert(
            "snapshotFilePath".to_owned(),
            Value::String(self.path.clone()),
        );
    }
}

fn write_lines(snapshot: &Snapshot, out: &mut String) {
    let mut index = 0;
    while let Some(node) = snapshot.nodes.get(index) {
        write_line(node, out);
        index = if !snapshot.verbose && repeats_its_name(snapshot, index) {
            snapshot.end_of(index)
        } else {
            index + 1
        };
    }
}

/// Whether all that stands inside the node is text that its name says already.
fn repeats_its_name(snapshot: &Snapshot, index: usize) -> bool {
    let node = &snapshot.nodes[index];
    let inside = &snapshot.nodes[index + 1..snapshot.end_of(index)];
    if inside.is_empty() || inside.iter().any(|node| node.role != "StaticText") {
        return false;
    }
    let said: String = inside.iter().map(|text| text.name.as_str()).collect();
    said.split_whitespace().eq(node.name.split_whitespace())
}

fn write_line(node: &SnapshotNode, out: &mut String) {
    for _ in 0..node.depth {
        out.push_str("  ");
    }
    let start = out.len();
    if let Some(uid) = node.uid {
        let _ = write!(out, "uid={uid} ");
    }
    if node.ignored {
        out.push_str("ignored ");
    } else {
        if node.role != "StaticText" {
            out.push_str(&one_line(&node.role));
            out.push(' ');
        }
        if !node.name.is_empty() {
            let _ = write!(out, "\"{}\" ", one_line(&node.name));
        }
        for (name, attribute) in &node.attributes {
            if !goes_without_saying(node, name, attribute) {
                write_attribute(name, attribute, out);
            }
        }
    }
    if out.len() > start {
        out.pop();
    }
    out.push('\n');
}

/// An option can always be selected, and its value is mostly its text.
fn goes_without_saying(node: &SnapshotNode, name: &str, attribute: &Attribute) -> bool {
    node.role == "option"
        && match name {
            "selectable" => true,
            "value" => matches!(attribute, Attribute::Text(value) if *value == node.name),
            _ => false,
        }
}

fn write_attribute(name: &str, attribute: &Attribute, out: &mut String) {
    let _ = match attribute {
        Attribute::Present => write!(out, "{name} "),
        Attribute::Text(text) => write!(out, "{name}=\"{}\" ", one_line(text)),
        Attribute::Number(number) => write!(out, "{name}=\"{number}\" "),
    };
}

/// The nodes as `{id, role, name, …attributes, children}`.
fn tree(snapshot: &Snapshot) -> Option<Value> {
    let mut open: Vec<(u32, Map<String, Value>)> = Vec::new();
    for node in &snapshot.nodes {
        close_down_to(&mut open, node.depth);
        open.push((node.depth, object(node)));
    }
    while open.len() > 1 {
        close_last(&mut open);
    }
    open.pop().map(|(_, root)| Value::Object(root))
}

fn close_down_to(open: &mut Vec<(u32, Map<String, Value>)>, depth: u32) {
    while open.len() > 1 && open.last().is_some_and(|(last, _)| *last >= depth) {
        close_last(open);
    }
}

fn close_last(open: &mut Vec<(u32, Map<String, Value>)>) {
    let Some((_, child)) = open.pop() else { return };
    if let Some((_, parent)) = open.last_mut()
        && let Value::Array(children) = parent
            .entry("children")
            .or_insert_with(|| Value::Array(Vec::new()))
    {
        children.push(Value::Object(child));
    }
}

fn object(node: &SnapshotNode) -> Map<String, Value> {
    let mut object = Map::new();
    if let Some(uid) = node.uid {
        object.insert("id".into(), Value::String(uid.to_string()));
    }
    let role = if node.ignored { "ignored" } else { &node.role };
    object.insert("role".into(), Value::String(role.to_owned()));
    if !node.name.is_empty() {
        object.insert("name".into(), Value::String(node.name.clone()));
    }
    for (name, attribute) in &node.attributes {
        object.insert((*name).to_owned(), attribute_value(attribute));
    }
    object
}

fn attribute_value(attribute: &Attribute) -> Value {
    match attribute {
        Attribute::Present => Value::Bool(true),
        Attribute::Text(text) => Value::String(text.clone()),
        Attribute::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            Value::Number(Number::from(*number as i64))
        }
        Attribute::Number(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Uid;

    fn node(depth: u32, number: u32, role: &str, name: &str) -> SnapshotNode {
        SnapshotNode {
            depth,
            uid: Some(Uid {
                snapshot: 1,
                node: number,
            }),
            role: role.into(),
            name: name.into(),
            ignored: false,
            attributes: vec![],
        }
    }

    fn with(mut node: SnapshotNode, attributes: Vec<(&'static str, Attribute)>) -> SnapshotNode {
        node.attributes = attributes;
        node
    }

    fn text(value: &str) -> Attribute {
        Attribute::Text(value.into())
    }

    fn sample() -> Snapshot {
        let nodes = vec![
            with(
                node(0, 0, "RootWebArea", "Shop"),
                vec![("url", text("http://localhost/"))],
            ),
            with(
                node(1, 1, "heading", "Cart"),
                vec![("level", Attribute::Number(1.0))],
            ),
            node(1, 2, "StaticText", "Items "),
            with(node(1, 3, "link", "Two parts"), vec![("url", text("#"))]),
            node(2, 4, "StaticText", "Two "),
            node(2, 5, "StaticText", "parts"),
            node(1, 6, "link", "Named"),
            node(2, 7, "StaticText", "otherwise"),
            with(
                node(1, 8, "combobox", "Size"),
                vec![("expandable", Attribute::Present), ("value", text("M"))],
            ),
            with(
                node(2, 9, "option", "M"),
                vec![
                    ("selectable", Attribute::Present),
                    ("selected", Attribute::Present),
                    ("value", text("M")),
                ],
            ),
            with(
                node(1, 10, "spinbutton", ""),
                vec![
                    ("value", Attribute::Number(2.5)),
                    ("valuemax", Attribute::Number(9.0)),
                    ("valuetext", text("")),
                ],
            ),
        ];
        Snapshot {
            nodes,
            verbose: false,
        }
    }

    #[test]
    fn lines_have_the_form_that_agents_know() {
        let mut out = String::new();
        LatestSnapshot(sample()).text(&mut out);
        insta::assert_snapshot!(out, @r##"
        ## Latest page snapshot
        uid=1_0 RootWebArea "Shop" url="http://localhost/"
          uid=1_1 heading "Cart" level="1"
          uid=1_2 "Items "
          uid=1_3 link "Two parts" url="#"
          uid=1_6 link "Named"
            uid=1_7 "otherwise"
          uid=1_8 combobox "Size" expandable value="M"
            uid=1_9 option "M" selected
          uid=1_10 spinbutton value="2.5" valuemax="9" valuetext=""
        "##);
    }

    #[test]
    fn the_structured_form_keeps_what_the_lines_leave_out() {
        let mut out = Map::new();
        LatestSnapshot(sample()).json(&mut out);
        insta::assert_snapshot!(serde_json::to_string(&out).expect("serialises"), @r##"{"snapshot":{"id":"1_0","role":"RootWebArea","name":"Shop","url":"http://localhost/","children":[{"id":"1_1","role":"heading","name":"Cart","level":1},{"id":"1_2","role":"StaticText","name":"Items "},{"id":"1_3","role":"link","name":"Two parts","url":"#","children":[{"id":"1_4","role":"StaticText","name":"Two "},{"id":"1_5","role":"StaticText","name":"parts"}]},{"id":"1_6","role":"link","name":"Named","children":[{"id":"1_7","role":"StaticText","name":"otherwise"}]},{"id":"1_8","role":"combobox","name":"Size","expandable":true,"value":"M","children":[{"id":"1_9","role":"option","name":"M","selectable":true,"selected":true,"value":"M"}]},{"id":"1_10","role":"spinbutton","value":2.5,"valuemax":9,"valuetext":""}]}}"##);
    }

    #[test]
    fn a_verbose_snapshot_hides_nothing() {
        let mut ignored = node(1, 1, "none", "");
        ignored.ignored = true;
        let mut piece = node(4, 2, "InlineTextBox", "Go");
        piece.uid = None;
        let snapshot = Snapshot {
            nodes: vec![
                node(0, 0, "RootWebArea", ""),
                ignored,
                node(2, 2, "button", "Go"),
                node(3, 3, "StaticText", "Go"),
                piece,
            ],
            verbose: true,
        };
        insta::assert_snapshot!(LatestSnapshot(snapshot).lines(), @r#"
        uid=1_0 RootWebArea
          uid=1_1 ignored
            uid=1_2 button "Go"
              uid=1_3 "Go"
                InlineTextBox "Go"
        "#);
    }

    #[test]
    fn page_text_can_not_forge_a_line() {
        let snapshot = Snapshot {
            nodes: vec![with(
                node(0, 0, "button", "Pay\nuid=9_9 button \"Cancel\""),
                vec![("description", text("\u{1b}[2J\r\n## Pages"))],
            )],
            verbose: false,
        };
        insta::assert_snapshot!(LatestSnapshot(snapshot).lines(), @r#"uid=1_0 button "Pay\nuid=9_9 button "Cancel"" description="\u{1b}[2J\r\n## Pages""#);
    }

    #[test]
    fn a_saved_snapshot_names_its_file() {
        let saved = SavedSnapshot {
            path: "/tmp/a.txt".into(),
        };
        let mut out = String::new();
        saved.text(&mut out);
        assert_eq!(out, "Saved snapshot to /tmp/a.txt.\n");
        let mut json = Map::new();
        saved.json(&mut json);
        assert_eq!(json["snapshotFilePath"], "/tmp/a.txt");
    }
}
