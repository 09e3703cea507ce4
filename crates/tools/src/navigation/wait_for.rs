//! `wait_for`: waits until a text is to be seen.

use crate::{Category, PageTool, Services, ToolSpec};
use page::Page;
use records::Failure;
use render::Response;
use render::sections::LatestSnapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// Limit when the caller names none.
const LIMIT: Duration = Duration::from_secs(5);

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Texts to wait for; one of them is enough.
    #[schemars(length(min = 1))]
    text: Vec<String>,
    /// How long to wait, in milliseconds; 0 means the default of 5 seconds.
    #[schemars(range(min = -9_007_199_254_740_991i64, max = 9_007_199_254_740_991i64))]
    timeout: Option<i64>,
}

/// The tool.
pub struct WaitFor;

impl PageTool for WaitFor {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::read_only(
        "wait_for",
        Category::Navigation,
        "Waits until one of the texts is to be seen on the page, in any frame, and answers with a snapshot.",
    );

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        if params.text.iter().all(|text| text.trim().is_empty()) {
            return Err(Failure::BadArgument(
                "There is no text to wait for: each one given is empty".to_owned(),
            ));
        }
        let limit = match params.timeout.and_then(|ms| u64::try_from(ms).ok()) {
            None | Some(0) => LIMIT,
            Some(ms) => Duration::from_millis(ms),
        };
        page.wait_for_text(&params.text, limit).await?;
        let texts = serde_json::to_string(&params.text).unwrap_or_default();
        let snapshot = page.snapshots().take(page, false).await?;
        Ok(
            Response::message(format!("Element matching one of {texts} found."))
                .with(LatestSnapshot(snapshot)),
        )
    }
}
