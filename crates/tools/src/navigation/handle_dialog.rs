//! `handle_dialog`: answers the dialog that stops a page.

use crate::{Category, PageTool, Services, ToolSpec};
use page::{DialogAnswer, Page};
use records::Failure;
use render::Response;
use render::text::one_line;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What to do with the dialog.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Action {
    Accept,
    Dismiss,
}

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Press OK or Cancel.
    action: Action,
    /// The text to enter into a prompt before accepting it.
    prompt_text: Option<String>,
}

/// The tool.
pub struct HandleDialog;

impl PageTool for HandleDialog {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "handle_dialog",
        Category::Input,
        "Answers the dialog (alert, confirm, prompt, beforeunload) that is open on a page.",
    )
    .works_with_dialog()
    .lists_pages();

    async fn run(page: &Arc<Page>, _: &Services, params: Params) -> Result<Response, Failure> {
        let (answer, done) = match params.action {
            Action::Accept => (DialogAnswer::Accept(params.prompt_text), "accepted"),
            Action::Dismiss => (DialogAnswer::Dismiss, "dismissed"),
        };
        let dialog = page.answer_dialog(answer).await?;
        Ok(Response::message(format!(
            "Successfully {done} the {}: {}",
            dialog.kind,
            one_line(&dialog.message)
        )))
    }
}
