//! The tool's own lines.

use crate::{Place, Section};
use serde_json::{Map, Value};

/// One or more lines of the tool's own; several join under the key `message`.
pub struct Message(pub String);

impl Section for Message {
    fn place(&self) -> Place {
        Place::Message
    }

    fn text(&self, out: &mut String) {
        out.push_str(&self.0);
        out.push('\n');
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let joined = match out.get("message").and_then(Value::as_str) {
            Some(before) => format!("{before}\n{}", self.0),
            None => self.0.clone(),
        };
        out.insert("message".to_owned(), Value::String(joined));
    }
}
