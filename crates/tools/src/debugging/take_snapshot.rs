//! `take_snapshot`: what is on the page, as text.

use crate::{Category, PageTool, Services, ToolSpec};
use page::Page;
use records::Failure;
use render::Response;
use render::sections::{LatestSnapshot, SavedSnapshot};
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Keep every node of the accessibility tree, also those that say nothing.
    verbose: Option<bool>,
    /// Write the snapshot to this file instead of sending it.
    file_path: Option<String>,
}

/// The tool.
pub struct TakeSnapshot;

impl PageTool for TakeSnapshot {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "take_snapshot",
        Category::Debugging,
        "Describes the page as text from its accessibility tree, frames included: a line for each element with its uid, \
         role, name and state. Other tools take these uids. Cheaper and more precise than a screenshot; take a new one \
         after the page has changed.",
    );

    async fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let verbose = params.verbose.unwrap_or(false);
        let snapshot = LatestSnapshot(page.snapshots().take(page, verbose).await?);
        let Some(path) = params.file_path else {
            return Ok(Response::new().with(snapshot));
        };
        let lines = snapshot.lines().into_bytes();
        let path = services.files.write(Path::new(&path), lines).await?;
        Ok(Response::new().with(SavedSnapshot {
            path: path.display().to_string(),
        }))
    }
}
