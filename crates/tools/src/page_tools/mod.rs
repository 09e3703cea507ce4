//! The page's own developer tools.

mod execute_3p_developer_tool;
mod list_3p_developer_tools;

pub use execute_3p_developer_tool::Execute3pDeveloperTool;
pub use list_3p_developer_tools::List3pDeveloperTools;

use page::Page;
use render::Response;
use render::sections::PageTools;

/// What a page offers after a navigation, for the answer of the tool that caused it.
pub(crate) async fn after_navigation(page: &Page) -> Response {
    let list = page.page_tools().after_navigation(page).await;
    Response::new().with_some(list.map(PageTools::short))
}
