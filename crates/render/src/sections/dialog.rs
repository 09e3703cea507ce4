//! The dialog that is open on the page.

use crate::{Place, Section, text::one_line};
use records::Dialog;
use serde_json::{Map, Value, json};

/// Names the dialog that stops the page.
pub struct OpenDialog(pub Dialog);

impl Section for OpenDialog {
    fn place(&self) -> Place {
        Place::Dialog
    }

    fn text(&self, out: &mut String) {
        let Dialog {
            kind,
            message,
            default_value,
        } = &self.0;
        out.push_str("# Open dialog\n");
        out.push_str(&format!("{kind}: {}", one_line(message)));
        if !default_value.is_empty() {
            out.push_str(&format!(
                " (default value: \"{}\")",
                one_line(default_value)
            ));
        }
        out.push_str(".\nThe page waits for an answer: call handle_dialog.\n");
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let Dialog {
            kind,
            message,
            default_value,
        } = &self.0;
        out.insert(
            "dialog".to_owned(),
            json!({"type": kind, "message": message, "defaultValue": default_value}),
        );
    }
}
