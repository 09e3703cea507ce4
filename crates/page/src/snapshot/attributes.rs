//! What a line says besides role and name.

use super::ax::{AxNode, AxValue, Scalar};
use records::snapshot::Attribute;

/// States that are told when they hold.
const STATES: &[&str] = &[
    "atomic",
    "busy",
    "modal",
    "multiline",
    "multiselectable",
    "readonly",
    "required",
];

/// Properties whose text is told, also when it is empty.
const TEXTS: &[&str] = &["details", "errormessage", "relevant", "url", "valuetext"];

/// Properties whose word is told unless it says that there is nothing to tell.
const WORDS: &[(&str, &str)] = &[
    ("autocomplete", "autocomplete"),
    ("hasPopup", "haspopup"),
    ("invalid", "invalid"),
    ("keyshortcuts", "keyshortcuts"),
    ("live", "live"),
    ("orientation", "orientation"),
    ("roledescription", "roledescription"),
];

const NUMBERS: &[&str] = &["level", "valuemax", "valuemin"];

/// The attributes of a node, sorted by name.
pub(super) fn attributes_of(node: &AxNode) -> Vec<(&'static str, Attribute)> {
    let mut out = Vec::new();
    if !node.description.is_empty() {
        out.push(("description", Attribute::Text(node.description.clone())));
    }
    push_value(node, &mut out);
    for &name in STATES {
        if node.is(name) {
            out.push((name, Attribute::Present));
        }
    }
    for &name in TEXTS {
        if let Some(Scalar::Text(text)) = node.property(name) {
            out.push((name, Attribute::Text(text.clone())));
        }
    }
    for &(property, name) in WORDS {
        let word = node.text(property);
        if !matches!(word, "" | "false" | "off" | "none") {
            out.push((name, Attribute::Text(word.to_owned())));
        }
    }
    for &name in NUMBERS {
        if let Some(Scalar::Number(number)) = node.property(name) {
            out.push((name, Attribute::Number(*number)));
        }
    }
    push_paired_states(node, &mut out);
    out.sort_by_key(|(name, _)| *name);
    out
}

fn push_value(node: &AxNode, out: &mut Vec<(&'static str, Attribute)>) {
    let value = match &node.value {
        Some(AxValue {
            value: Some(Scalar::Number(number)),
        }) => Attribute::Number(*number),
        Some(AxValue {
            value: Some(Scalar::Text(text)),
        }) if !text.is_empty() => Attribute::Text(text.clone()),
        // The text of an option is what `fill` chooses it by.
        None if node.role == "option" => Attribute::Text(node.name.clone()),
        _ => return,
    };
    out.push(("value", value));
}

/// States with a companion that says that the node can have them at all, and those with a third state.
fn push_paired_states(node: &AxNode, out: &mut Vec<(&'static str, Attribute)>) {
    if node.is("disabled") {
        out.push(("disableable", Attribute::Present));
        out.push(("disabled", Attribute::Present));
    }
    if node.is("focused") && node.role != "RootWebArea" {
        out.push(("focusable", Attribute::Present));
        out.push(("focused", Attribute::Present));
    }
    for (able, state) in [("expandable", "expanded"), ("selectable", "selected")] {
        if node.has(state) {
            out.push((able, Attribute::Present));
        }
        if node.is(state) {
            out.push((state, Attribute::Present));
        }
    }
    for state in ["checked", "pressed"] {
        match node.text(state) {
            "true" => out.push((state, Attribute::Present)),
            "mixed" => out.push((state, Attribute::Text("mixed".to_owned()))),
            _ => {}
        }
    }
}
