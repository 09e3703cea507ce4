//! What a script gave.

use crate::{Place, Section};
use serde_json::{Map, Value};

/// What a script gave: JSON text, or another value as readable text.
pub struct ScriptValue {
    /// The value, written out.
    pub text: String,
    /// Whether `text` is JSON.
    pub is_json: bool,
}

impl Section for ScriptValue {
    fn place(&self) -> Place {
        Place::Message
    }

    fn text(&self, out: &mut String) {
        let language = if self.is_json { "json" } else { "" };
        // A longer fence than any inside, so that the page's text cannot end the block.
        let fence = "`".repeat(longest_backtick_run(&self.text).max(2) + 1);
        out.push_str(&format!(
            "Script ran on page and returned:\n{fence}{language}\n{}\n{fence}\n",
            self.text
        ));
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let mut text = String::new();
        self.text(&mut text);
        crate::sections::Message(text.trim_end().to_owned()).json(out);
    }
}

fn longest_backtick_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
