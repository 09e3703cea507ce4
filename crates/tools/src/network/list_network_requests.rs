//! `list_network_requests`: what a page asked the network for.

use crate::paging::{count, page_idx, page_size};
use crate::{Category, PageTool, Services, ToolSpec};
use page::Page;
use page::network::NetworkFilter;
use records::Failure;
use render::{Response, sections::NetworkRequests};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::sync::Arc;

/// The resource types.
const TYPES: [&str; 19] = [
    "document",
    "stylesheet",
    "image",
    "media",
    "font",
    "script",
    "texttrack",
    "xhr",
    "fetch",
    "prefetch",
    "eventsource",
    "websocket",
    "manifest",
    "signedexchange",
    "ping",
    "cspviolationreport",
    "preflight",
    "fedcm",
    "other",
];

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Requests per page of the list; all of them when absent.
    #[schemars(schema_with = "page_size")]
    #[serde(default)]
    page_size: Option<u64>,
    /// Page of the list, from 0.
    #[schemars(schema_with = "page_idx")]
    #[serde(default)]
    page_idx: Option<u64>,
    /// Only these types; all of them when absent or empty.
    #[schemars(schema_with = "types")]
    #[serde(default)]
    resource_types: Option<Vec<String>>,
    /// Also the requests of the last 3 navigations.
    #[serde(default)]
    include_preserved_requests: bool,
}

fn types(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"type": "string", "enum": TYPES}})
}

/// The tool.
pub struct ListNetworkRequests;

impl PageTool for ListNetworkRequests {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "list_network_requests",
        Category::Network,
        "Lists what the page asked the network for since its last navigation, WebSockets, frames and workers included.",
    )
    .works_with_dialog();

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        let filter = NetworkFilter {
            types: params.resource_types.unwrap_or_default(),
            preserved: params.include_preserved_requests,
            page_size: count(params.page_size),
            page_idx: count(params.page_idx),
        };
        let list = page.network().list(&filter).await;
        Ok(Response::new().with(NetworkRequests(list)))
    }
}
