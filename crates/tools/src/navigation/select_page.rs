//! `select_page`: chooses the page that calls without `pageId` work on.

use super::{page_list, page_number};
use crate::{BrowserTool, Category, Services, ToolSpec};
use page::Browser;
use records::Failure;
use render::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The page, by its id from list_pages.
    page_id: f64,
    /// Also show it in front of the other pages.
    bring_to_front: Option<bool>,
}

/// The tool.
pub struct SelectPage;

impl BrowserTool for SelectPage {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "select_page",
        Category::Navigation,
        "Makes a page the selected one.",
    )
    .works_with_dialog();

    async fn run(
        browser: &Arc<Browser>,
        _: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let page = browser.page(page_number(params.page_id))?;
        browser.select(&page);
        if params.bring_to_front.unwrap_or(false) {
            browser.bring_to_front(&page).await?;
        }
        Ok(Response::new().with(page_list(browser).await?))
    }
}
