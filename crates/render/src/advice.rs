//! What to do next after a failure, worded once, from its kind.

use records::Failure;

/// A sentence that says what to do next, or `None` if the failure says it all.
pub fn advice(failure: &Failure) -> Option<String> {
    let text = match failure {
        Failure::NoSuchPage { open, .. } => {
            let open: Vec<String> = open.iter().map(ToString::to_string).collect();
            return Some(format!(
                "Open pages: {}. Call list_pages to see them.",
                open.join(", ")
            ));
        }
        Failure::PageClosed { .. } => {
            "Call list_pages and choose another page, or open one with new_page."
        }
        Failure::PageCrashed { .. } => {
            "Call navigate_page to load it again, or open a new page with new_page."
        }
        Failure::StaleUid { .. } | Failure::UnknownUid { .. } => {
            "Call take_snapshot and use a uid of the new snapshot."
        }
        Failure::Covered { .. } => {
            "Act on what covers it first (close it, accept it or scroll), then repeat the call."
        }
        Failure::NoSnapshot { .. } => "Call take_snapshot first; uids come from there.",
        Failure::DialogOpen { .. } => "Call handle_dialog to answer it, then repeat the call.",
        _ => return None,
    };
    Some(text.to_owned())
}
