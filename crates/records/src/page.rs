//! Pages as an agent sees them.

use std::fmt;

/// Number of a page: counts up from 1 per browser and is never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PageId(pub u32);

impl fmt::Display for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One line of the list of pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageSummary {
    /// The page's number.
    pub id: PageId,
    /// URL of the main frame's document.
    pub url: String,
    /// Title of the main frame's document; may be empty. Page-supplied.
    pub title: String,
    /// Whether this page is the selected one.
    pub selected: bool,
    /// Name of the isolated browser context that the page lives in, if it has one.
    pub isolated_context: Option<String>,
}
