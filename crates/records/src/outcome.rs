//! What an action brought about.

use crate::{PageId, PageSummary};

/// What an action on a page brought about, besides itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ActionOutcome {
    /// The main frame has another document or URL now: this one.
    pub navigated_to: Option<String>,
    /// The action started a navigation that was still on its way when the wait ended; where it heads for.
    pub still_loading: Option<String>,
}

/// A page that another page opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedPage {
    /// The new page.
    pub page: PageSummary,
    /// The page that opened it, if it is known and still open.
    pub opener: Option<PageId>,
}
