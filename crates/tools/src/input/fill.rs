//! `fill`: gives a field a value.

use super::{act_on, finished};
use crate::{Category, PageTool, Services, ToolSpec};
use page::{Page, input, input::Filled};
use records::Failure;
use render::Response;
use render::text::one_line;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The field, by its uid from the snapshot.
    uid: String,
    /// The value: text for text fields, the text of an option for lists, true or false for checkboxes, radio buttons and
    /// switches, 2026-12-31 for dates, 23:59 for times, #1a2b3c for colours.
    value: String,
    /// Add a snapshot of the page afterwards.
    include_snapshot: Option<bool>,
}

/// The tool.
pub struct Fill;

impl PageTool for Fill {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "fill",
        Category::Input,
        "Gives a text field, list, checkbox, radio button, switch or other field a value, and reads back what it holds.",
    );

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        let element = page.snapshots().resolve(page, &params.uid).await?;
        let pressed = AtomicBool::new(false);
        let work = input::fill(page, &element, &params.value, &pressed);
        let Some((filled, outcome)) = act_on(page, &pressed, work).await? else {
            return Ok(Response::message(
                "The element was clicked and it opened a dialog.",
            ));
        };
        let response = Response::message(line(&filled));
        finished(page, response, outcome, params.include_snapshot).await
    }
}

fn line(filled: &Filled) -> String {
    let done = "Successfully filled out the element";
    match filled {
        Filled::AsAsked => done.to_owned(),
        Filled::Otherwise(text) if text.is_empty() => {
            format!("{done}, but the page emptied it again.")
        }
        Filled::Otherwise(text) => {
            format!(
                "{done}, but the page changed the value: it now holds \"{}\".",
                one_line(text)
            )
        }
        Filled::OtherSecret(length) => {
            format!("{done}, but the page changed the value: it now holds {length} characters.")
        }
        Filled::Gone => format!("{done}, but the page then took it away."),
    }
}
