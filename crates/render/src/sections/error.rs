//! Why a call failed.

use crate::{Place, Section, advice::advice};
use records::Failure;
use serde_json::{Map, Value};

/// The failure and what to do next.
pub struct ErrorSection(String);

impl From<&Failure> for ErrorSection {
    fn from(failure: &Failure) -> Self {
        let mut text = failure.to_string();
        if let Some(advice) = advice(failure) {
            if !text.ends_with(['.', '!', '?']) {
                text.push('.');
            }
            text.push(' ');
            text.push_str(&advice);
        }
        Self(text)
    }
}

impl Section for ErrorSection {
    fn place(&self) -> Place {
        Place::Error
    }

    fn text(&self, out: &mut String) {
        out.push_str("Error: ");
        out.push_str(&self.0);
        out.push('\n');
    }

    fn json(&self, out: &mut Map<String, Value>) {
        out.insert("errorMessage".to_owned(), Value::String(self.0.clone()));
    }
}
