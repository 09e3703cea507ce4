//! Pages and where they go.

mod close_page;
mod handle_dialog;
mod list_pages;
mod navigate_page;
mod new_page;
mod select_page;
mod wait_for;

pub use close_page::ClosePage;
pub use handle_dialog::HandleDialog;
pub use list_pages::ListPages;
pub use navigate_page::NavigatePage;
pub use new_page::NewPage;
pub use select_page::SelectPage;
pub use wait_for::WaitFor;

use page::Browser;
use records::{Failure, PageId};
use render::sections::Pages;
use std::time::Duration;

/// Limit of a navigation when the caller names none.
const NAVIGATION_LIMIT: Duration = Duration::from_secs(10);

/// The limit that a `timeout` argument in milliseconds means; 0 and negative values mean the default.
fn navigation_limit(timeout: Option<i64>) -> Duration {
    match timeout.and_then(|ms| u64::try_from(ms).ok()) {
        None | Some(0) => NAVIGATION_LIMIT,
        Some(ms) => Duration::from_millis(ms),
    }
}

/// The list of pages as a section.
async fn page_list(browser: &Browser) -> Result<Pages, Failure> {
    Ok(Pages(browser.summaries().await?))
}

/// The page that an argument names.
fn page_number(page_id: f64) -> i64 {
    // A fraction names no page; saturating is fine, since no page has such a number.
    if page_id.fract() == 0.0 {
        page_id as i64
    } else {
        -1
    }
}

/// The line that says that nothing is selected since the selected page went away by itself.
fn lost_selection_line(page: PageId) -> String {
    format!(
        "Note: page {page}, which was selected, has closed. No page is selected now; call select_page."
    )
}
