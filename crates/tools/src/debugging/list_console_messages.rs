//! `list_console_messages`: what a page's console says.

use crate::paging::{count, page_idx, page_size};
use crate::{Category, PageTool, Services, ToolSpec};
use page::console::ConsoleFilter;
use page::{Page, source_map};
use records::Failure;
use render::{Response, sections::ConsoleMessages};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::sync::Arc;

/// The kinds of messages.
const KINDS: [&str; 20] = [
    "log",
    "debug",
    "info",
    "error",
    "warn",
    "dir",
    "dirxml",
    "table",
    "trace",
    "clear",
    "startGroup",
    "startGroupCollapsed",
    "endGroup",
    "assert",
    "profile",
    "profileEnd",
    "count",
    "timeEnd",
    "verbose",
    "issue",
];

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Messages per page of the list; all of them when absent.
    #[schemars(schema_with = "page_size")]
    #[serde(default)]
    page_size: Option<u64>,
    /// Page of the list, from 0.
    #[schemars(schema_with = "page_idx")]
    #[serde(default)]
    page_idx: Option<u64>,
    /// Only these kinds; all of them when absent or empty.
    #[schemars(schema_with = "kinds")]
    #[serde(default)]
    types: Option<Vec<String>>,
    /// Also the messages of the last 3 navigations.
    #[serde(default)]
    include_preserved_messages: bool,
    /// With the stack trace of each message.
    #[serde(default)]
    include_stack_traces: bool,
    /// Id of an extension's service worker, to list its messages instead of the page's.
    service_worker_id: Option<String>,
}

fn kinds(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "string", "enum": KINDS}})
}

/// The tool.
pub struct ListConsoleMessages;

impl PageTool for ListConsoleMessages {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "list_console_messages",
        Category::Debugging,
        "Lists what the page's console said since its last navigation: messages, uncaught errors, failed loads and issues. Equal messages in a row are one line.",
    )
    .works_with_dialog();

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        if let Some(id) = params.service_worker_id {
            return Err(Failure::BadArgument(format!(
                "There is no extension service worker \"{id}\""
            )));
        }
        let filter = ConsoleFilter {
            types: params.types.unwrap_or_default(),
            preserved: params.include_preserved_messages,
            stack_traces: params.include_stack_traces,
            page_size: count(params.page_size),
            page_idx: count(params.page_idx),
        };
        let mut list = page.console().list(&filter).await;
        if list.stack_traces {
            source_map::map_messages(page, &mut list.messages.items).await;
        }
        Ok(Response::new().with(ConsoleMessages(list)))
    }
}
