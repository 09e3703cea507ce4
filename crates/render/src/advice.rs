//! What to do next after a failure, worded once, from its kind.

use crate::text::one_line;
use records::{Failure, PageToolEnd};

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
        Failure::UnknownPageTool {
            nearest,
            others,
            offered,
            ..
        } => return Some(unknown_page_tool(nearest.as_deref(), others, *offered)),
        Failure::AmbiguousPageTool { .. } => "Say which one with group.",
        Failure::PageToolEnded { end, .. } => match &**end {
            PageToolEnd::TimedOut { .. } => {
                "Give it more time with timeout (milliseconds), or less to do."
            }
            PageToolEnd::Dialog(_) => "Call handle_dialog to answer it.",
            PageToolEnd::PageClosed => "Call list_pages and choose another page.",
            PageToolEnd::PageCrashed => "Call navigate_page to load the page again.",
            _ => return None,
        },
        _ => return None,
    };
    Some(text.to_owned())
}

fn unknown_page_tool(nearest: Option<&str>, others: &[String], offered: usize) -> String {
    if let Some(name) = nearest {
        return format!(
            "Did you mean \"{}\"? list_3p_developer_tools shows all.",
            one_line(name)
        );
    }
    if offered == 0 {
        return "It offers no tools at all at the moment: check with list_pages that it is the right page."
            .to_owned();
    }
    let names: Vec<String> = others
        .iter()
        .map(|name| format!("\"{}\"", one_line(name)))
        .collect();
    match offered.saturating_sub(others.len()) {
        0 => format!("It offers {}.", names.join(", ")),
        more => format!(
            "It offers {} and {more} more: call list_3p_developer_tools.",
            names.join(", ")
        ),
    }
}
