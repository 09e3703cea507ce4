//! What an action brought about, and pages that opened.

use super::pages::{line, page_json};
use crate::{Place, Section, text::one_line};
use records::{ActionOutcome, OpenedPage};
use serde_json::{Map, Value};

/// What an action brought about: nothing is written when nothing was.
pub struct Outcome(pub ActionOutcome);

impl Section for Outcome {
    fn place(&self) -> Place {
        Place::Outcome
    }

    fn text(&self, out: &mut String) {
        if let Some(url) = &self.0.navigated_to {
            out.push_str(&format!("Page navigated to {}.\n", one_line(url)));
        }
        if let Some(url) = &self.0.still_loading {
            out.push_str(&format!("The page is still loading {}.\n", one_line(url)));
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        if let Some(url) = &self.0.navigated_to {
            out.insert("navigatedToUrl".to_owned(), Value::String(url.clone()));
        }
        if let Some(url) = &self.0.still_loading {
            out.insert("stillLoadingUrl".to_owned(), Value::String(url.clone()));
        }
    }
}

/// Pages that opened since the last answer, other than by a tool.
pub struct OpenedPages(pub Vec<OpenedPage>);

impl Section for OpenedPages {
    fn place(&self) -> Place {
        Place::OpenedPages
    }

    fn text(&self, out: &mut String) {
        out.push_str("## Opened pages\n");
        for opened in &self.0 {
            out.push_str(&line(&opened.page));
            if let Some(opener) = opened.opener {
                out.push_str(&format!(" opened by page {opener}"));
            }
            out.push('\n');
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let pages = self.0.iter().map(|opened| {
            let mut entry = page_json(&opened.page);
            if let Some(opener) = opened.opener {
                entry["openerId"] = opener.0.into();
            }
            entry
        });
        out.insert("openedPages".to_owned(), pages.collect());
    }
}
