//! The browser was started anew.

use crate::{Place, Section};
use serde_json::{Map, Value};

/// The browser was started again since the last call, so what was known of it is gone. Shown once.
pub struct Reconnected;

impl Section for Reconnected {
    fn place(&self) -> Place {
        Place::Reconnected
    }

    fn text(&self, out: &mut String) {
        out.push_str(
            "Note: the browser was started again; pages, their ids and all uids are new. Call list_pages to see them.\n",
        );
    }

    fn json(&self, out: &mut Map<String, Value>) {
        out.insert("reconnected".to_owned(), Value::Bool(true));
    }
}
