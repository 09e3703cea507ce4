//! `list_pages`: the open pages.

use super::{lost_selection_line, page_list};
use crate::{BrowserTool, Category, Services, ToolSpec};
use page::Browser;
use records::Failure;
use render::{Response, sections::Message};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Nothing.
#[derive(Deserialize, JsonSchema)]
pub struct Params {}

/// The tool.
pub struct ListPages;

impl BrowserTool for ListPages {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "list_pages",
        Category::Navigation,
        "Lists the open pages of the browser with their ids, titles and URLs.",
    )
    .works_with_dialog();

    async fn run(browser: &Arc<Browser>, _: &Services, _: Params) -> Result<Response, Failure> {
        let lost = browser
            .lost_selection()
            .map(|page| Message(lost_selection_line(page)));
        Ok(Response::new()
            .with_some(lost)
            .with(page_list(browser).await?))
    }
}
