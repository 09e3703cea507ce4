//! The list of pages.

use crate::{
    Place, Section,
    text::{cut, one_line},
};
use records::PageSummary;
use serde_json::{Map, Value, json};

/// Longest title shown, in characters, before `...`.
const TITLE_LIMIT: usize = 47;

/// The list of open pages.
pub struct Pages(pub Vec<PageSummary>);

impl Section for Pages {
    fn place(&self) -> Place {
        Place::Pages
    }

    fn text(&self, out: &mut String) {
        out.push_str("## Pages\n");
        for page in &self.0 {
            out.push_str(&line(page));
            out.push('\n');
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let pages = self.0.iter().map(page_json);
        out.insert("pages".to_owned(), pages.collect());
    }
}

/// One page as a line, without its line break.
pub(super) fn line(page: &PageSummary) -> String {
    let mut line = format!("{}: ", page.id);
    let url = one_line(&page.url);
    if page.title.is_empty() || page.url.contains(&page.title) {
        line.push_str(&url);
    } else {
        line.push_str(&format!(
            "{} ({url})",
            cut(&one_line(&page.title), TITLE_LIMIT, "...")
        ));
    }
    if page.selected {
        line.push_str(" [selected]");
    }
    if let Some(name) = &page.isolated_context {
        line.push_str(&format!(" isolatedContext={}", one_line(name)));
    }
    line
}

/// One page in the structured form.
pub(super) fn page_json(page: &PageSummary) -> Value {
    let mut entry =
        json!({"id": page.id.0, "url": page.url, "title": page.title, "selected": page.selected});
    if let Some(name) = &page.isolated_context {
        entry["isolatedContext"] = Value::String(name.clone());
    }
    entry
}
