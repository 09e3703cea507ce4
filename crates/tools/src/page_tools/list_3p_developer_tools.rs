//! `list_3p_developer_tools`: what a page offers to developers.

use crate::{Category, PageTool, Services, ToolSpec, paging};
use page::Page;
use records::Failure;
use render::Response;
use render::sections::{PageTools, PageToolsShown};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Only the tools of this group.
    group: Option<String>,
    /// Only tools with this text in their name, title, description or group.
    text: Option<String>,
    /// Show schemas whole, however long, and the schemas of results.
    full_schemas: Option<bool>,
    /// Tools per page of the list.
    #[serde(default)]
    #[schemars(schema_with = "paging::page_size")]
    page_size: Option<u64>,
    /// Which page of the list, from 0.
    #[serde(default)]
    #[schemars(schema_with = "paging::page_idx")]
    page_idx: Option<u64>,
}

/// The tool.
pub struct List3pDeveloperTools;

impl PageTool for List3pDeveloperTools {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "list_3p_developer_tools",
        Category::ThirdParty,
        "Lists the tools that the page itself, or a framework in it, offers to developers: functions that show what \
         the DOM, the network and the console can't, such as application state, caches, feature flags, component \
         trees or database rows. Worth a look when a page misbehaves. Run one with execute_3p_developer_tool.",
    );

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        let list = page.page_tools().discover(page).await?;
        let shown = PageToolsShown {
            group: params.group,
            text: params.text,
            whole_schemas: params.full_schemas.unwrap_or(false),
            page_size: paging::count(params.page_size),
            page_idx: paging::count(params.page_idx),
            short: false,
        };
        Ok(Response::new().with(PageTools::new(list, shown)))
    }
}
