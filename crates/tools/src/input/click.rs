//! `click`: clicks an element.

use super::{act_on, finished};
use crate::{Category, PageTool, Services, ToolSpec};
use page::{Page, input};
use records::Failure;
use render::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The element, by its uid from the snapshot.
    uid: String,
    /// Click twice, as a double click.
    dbl_click: Option<bool>,
    /// Add a snapshot of the page after the click.
    include_snapshot: Option<bool>,
}

/// The tool.
pub struct Click;

impl PageTool for Click {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "click",
        Category::Input,
        "Clicks an element, once it is in view, at rest, enabled and not covered by another one.",
    );

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        let double = params.dbl_click.unwrap_or(false);
        let element = page.snapshots().resolve(page, &params.uid).await?;
        let pressed = AtomicBool::new(false);
        let work = input::click(page, &element, double, &pressed);
        let Some(((), outcome)) = act_on(page, &pressed, work).await? else {
            return Ok(Response::message(
                "The element was clicked and it opened a dialog.",
            ));
        };
        let done = match double {
            false => "Successfully clicked on the element",
            true => "Successfully double clicked on the element",
        };
        finished(
            page,
            Response::message(done),
            outcome,
            params.include_snapshot,
        )
        .await
    }
}
