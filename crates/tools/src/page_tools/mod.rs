//! The page's own developer tools.

use page::Page;
use render::Response;

/// What a page offers after a navigation, for the answer of the tool that caused it.
pub(crate) async fn after_navigation(_page: &Page) -> Response {
    Response::new()
}
