//! `get_console_message`: one message of a page's console in full.

use crate::paging::whole;
use crate::{Category, PageTool, Services, ToolSpec};
use page::{Page, source_map};
use records::Failure;
use render::{Response, sections::ConsoleMessageFull};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The message, by its msgid from list_console_messages.
    msgid: f64,
}

/// The tool.
pub struct GetConsoleMessage;

impl PageTool for GetConsoleMessage {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "get_console_message",
        Category::Debugging,
        "Shows one console message in full: its arguments as JSON, stack trace and causes.",
    )
    .works_with_dialog();

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        let mut detail = page
            .console()
            .get(page, whole("msgid", params.msgid)?)
            .await?;
        source_map::map_detail(page, &mut detail).await;
        Ok(Response::new().with(ConsoleMessageFull(detail)))
    }
}
