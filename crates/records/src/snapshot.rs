//! The accessibility snapshot of a page: what is on it, line by line, with a name for each element.

use std::fmt;
use std::str::FromStr;

/// Names one backend node of one document of one page, for as long as both live.
///
/// Written `S_N`: the node was first seen in snapshot `S` (one count for all pages of a server, from 1), as its `N`th new
/// node (from 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uid {
    /// The snapshot that saw the node first.
    pub snapshot: u32,
    /// The node's number among the nodes new in that snapshot.
    pub node: u32,
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.snapshot, self.node)
    }
}

/// The text is not of the form `S_N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAUid;

impl FromStr for Uid {
    type Err = NotAUid;

    /// Reads what [`Uid`]'s `Display` writes, and nothing else: no signs, no leading zeros, so that a node has one name.
    fn from_str(text: &str) -> Result<Self, NotAUid> {
        let (snapshot, node) = text.split_once('_').ok_or(NotAUid)?;
        Ok(Self {
            snapshot: plain_number(snapshot)?,
            node: plain_number(node)?,
        })
    }
}

fn plain_number(text: &str) -> Result<u32, NotAUid> {
    let plain = text == "0" || (text.starts_with(|c: char| ('1'..='9').contains(&c)));
    if !plain || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NotAUid);
    }
    text.parse().map_err(|_| NotAUid)
}

/// What is known of a node besides role and name.
#[derive(Debug, Clone, PartialEq)]
pub enum Attribute {
    /// A state that the node has; states that it has not are left out.
    Present,
    /// A text; page-supplied.
    Text(String),
    /// A number.
    Number(f64),
}

/// One node of a snapshot.
#[derive(Debug, Clone, PartialEq)]
pub struct SnapshotNode {
    /// How many levels below the root, 0 for the root.
    pub depth: u32,
    /// Its uid. A node that Chrome can't address (a piece of a text, generated content) bears the uid of the nearest node
    /// around it that can be.
    pub uid: Option<Uid>,
    /// Its role as Chrome computed it, for example `button`, `StaticText`, `RootWebArea`.
    pub role: String,
    /// Its accessible name; page-supplied, may be empty.
    pub name: String,
    /// Assistive technology does not see it (only in verbose snapshots).
    pub ignored: bool,
    /// What else is known, sorted by name.
    pub attributes: Vec<(&'static str, Attribute)>,
}

/// The accessibility snapshot of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot {
    /// All nodes in document order, each before its children: the children of a node are those that follow it one level
    /// deeper, up to the next node on its own level or above. Kept flat, so that no depth of nesting can exhaust a stack.
    pub nodes: Vec<SnapshotNode>,
    /// Every node of Chrome's tree is there, also those that say nothing.
    pub verbose: bool,
}

impl Snapshot {
    /// Index behind the last descendant of the node at `index`.
    pub fn end_of(&self, index: usize) -> usize {
        let depth = self.nodes[index].depth;
        self.nodes[index + 1..]
            .iter()
            .position(|node| node.depth <= depth)
            .map_or(self.nodes.len(), |offset| index + 1 + offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uid_has_one_spelling() {
        assert_eq!(
            "12_0".parse(),
            Ok(Uid {
                snapshot: 12,
                node: 0
            })
        );
        for text in [
            "",
            "1",
            "_",
            "1_",
            "_1",
            "01_2",
            "1_00",
            "+1_2",
            "1_2_3",
            "1_-2",
            " 1_2",
            "1_99999999999",
            "a_b",
        ] {
            assert_eq!(text.parse::<Uid>(), Err(NotAUid), "{text}");
        }
    }
}
