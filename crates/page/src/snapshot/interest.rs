//! Which nodes a snapshot shows when it is not verbose.
//!
//! Found by comparing with the answers of the server that agents know, page by page:
//!
//! - ignored nodes are never shown, their children take their place;
//! - landmarks, controls, nodes that take the focus, modal dialogs, live regions, busy nodes, and nodes with a role
//!   description, details or an error message always are, and so is all that is inside rich text being edited;
//! - inside a control nothing else is shown: the name says it;
//! - elsewhere a node without shown descendants is shown if it has a name: texts, named images, headings.
//!
//! Two differences are on purpose. An `option` always counts as a control: otherwise the choices of a list made of plain
//! elements could not be seen, and so not be clicked. And a named `meter` is shown as a `progressbar` is.

use super::ax::AxNode;

const LANDMARKS: &[&str] = &[
    "banner",
    "complementary",
    "contentinfo",
    "form",
    "main",
    "navigation",
    "region",
    "search",
];

const CONTROLS: &[&str] = &[
    "ColorWell",
    "DisclosureTriangle",
    "button",
    "checkbox",
    "combobox",
    "listbox",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "scrollbar",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "tree",
    "treeitem",
];

/// Roles that say all they have to say by their name: what is inside is only for show.
const CHILDREN_ARE_FOR_SHOW: &[&str] = &[
    "doc-cover",
    "graphics-symbol",
    "image",
    "img",
    "meter",
    "progressbar",
    "scrollbar",
    "separator",
    "slider",
];

const TEXTS: &[&str] = &["InlineTextBox", "LineBreak", "StaticText"];

/// Whether the node is a control, so that its inside is told by its name.
pub(super) fn is_control(node: &AxNode) -> bool {
    CONTROLS.contains(&node.role.as_str())
}

/// Whether nothing inside the node is worth a look.
pub(super) fn ends_here(node: &AxNode, takes_focus_inside: bool) -> bool {
    if node.child_ids.is_empty() || TEXTS.contains(&node.role.as_str()) || is_plain_text_field(node)
    {
        return true;
    }
    if CHILDREN_ARE_FOR_SHOW.contains(&node.role.as_str()) {
        return true;
    }
    !takes_focus_inside && node.role == "heading" && !node.name.is_empty()
}

/// Whether the node is shown.
pub(super) fn is_shown(node: &AxNode, inside_control: bool, ends_here: bool) -> bool {
    if node.ignored || node.is("hidden") {
        return false;
    }
    let always = LANDMARKS.contains(&node.role.as_str())
        || is_control(node)
        || node.is("focusable")
        || node.text("editable") == "richtext"
        || node.is("busy")
        || node.is("modal")
        || !matches!(node.text("live"), "" | "off")
        || node.has("errormessage")
        || node.has("details")
        || !node.text("roledescription").is_empty();
    always || (!inside_control && ends_here && !node.name.is_empty())
}

fn is_plain_text_field(node: &AxNode) -> bool {
    matches!(node.role.as_str(), "textbox" | "searchbox") && node.text("editable") != "richtext"
        || node.text("editable") == "plaintext" && node.has("focusable")
}
