//! `close_page`: closes a page.

use super::{page_list, page_number};
use crate::{BrowserTool, Category, Services, ToolSpec};
use page::Browser;
use records::Failure;
use render::{Response, sections::Message};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The page, by its id from list_pages.
    page_id: f64,
}

/// The tool.
pub struct ClosePage;

impl BrowserTool for ClosePage {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "close_page",
        Category::Navigation,
        "Closes a page by its id. The last open page can't be closed.",
    )
    .works_with_dialog();

    async fn run(
        browser: &Arc<Browser>,
        _: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let page = browser.page(page_number(params.page_id))?;
        if browser.pages().len() == 1 {
            return Err(Failure::BadArgument(format!(
                "Page {} is the last open page and stays open; open another one with new_page first",
                page.id()
            )));
        }
        let was_selected = browser
            .selected_page()
            .is_ok_and(|selected| selected.id() == page.id());
        browser.close_page(&page).await?;
        let mut note = None;
        if was_selected && let Some(first) = browser.pages().first() {
            browser.select(first);
            note = Some(Message(format!(
                "Note: page {}, which was selected, is closed. Page {} is now selected.",
                page.id(),
                first.id()
            )));
        }
        Ok(Response::new()
            .with_some(note)
            .with(page_list(browser).await?))
    }
}
