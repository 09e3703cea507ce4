//! `evaluate_script`: runs the caller's JavaScript in a page.

use crate::{Category, PageTool, Services, ToolSpec};
use page::{DialogAnswer, Evaluation, ExecutionContext, Page};
use records::Failure;
use render::Response;
use render::sections::{Message, Outcome, ScriptValue};
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Limit of a script, promise included.
const SCRIPT_LIMIT: Duration = Duration::from_secs(30);

/// How the script text is written.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
enum Format {
    Function,
    Script,
}

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// A JavaScript function, which gets the elements of `args` and whose value (or promise) is the answer:
    /// `(el) => el.innerText`, `async () => (await fetch("/api")).status`. With format `script`: statements, of which the
    /// last one's value is the answer.
    function: Option<String>,
    /// A file that holds the script, instead of `function`.
    source_path: Option<String>,
    /// Whether the text is a function (as when absent) or a script.
    format: Option<Format>,
    /// Uids of elements from the snapshot, given to the function in this order.
    args: Option<Vec<String>>,
    /// Write the answer to this file instead of sending it.
    file_path: Option<String>,
    /// What to do with dialogs that the script opens: `accept` (as when absent), `dismiss`, or the text to enter into a
    /// prompt.
    dialog_action: Option<String>,
    /// Also wait until the document has stopped changing (100 ms without a change, at most 3 s). Navigations that the
    /// script starts are waited for in any case.
    wait_for_stable_dom: Option<bool>,
}

/// The tool.
pub struct EvaluateScript;

impl PageTool for EvaluateScript {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "evaluate_script",
        Category::Debugging,
        "Runs JavaScript in a page and answers with its value: JSON as JSON, other values (dates, maps, errors, \
         elements, functions) readably. Elements are passed by uid.",
    )
    .runs_scripts();

    async fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let source = source(&params, services).await?;
        let (world, elements) =
            world_and_elements(page, params.args.as_deref().unwrap_or_default()).await?;
        let is_script = params.format == Some(Format::Script);
        if is_script && !elements.is_empty() {
            return Err(Failure::BadArgument(
                "A script takes no args; write a function to use elements".to_owned(),
            ));
        }
        let text = if is_script {
            source.as_str()
        } else {
            source.trim().trim_end_matches(';')
        };
        let mut evaluation = Evaluation::new(text).awaiting().within(SCRIPT_LIMIT);
        evaluation.terminate = true;
        evaluation.user_gesture = true;
        for element in &elements {
            evaluation = evaluation.object(element);
        }
        let answer = dialog_answer(params.dialog_action.as_deref());
        let (value, outcome) = page
            .act_answering_dialogs(answer, async {
                if is_script {
                    world.run_script_and_write(evaluation).await
                } else {
                    world.call_and_write(evaluation).await.map_err(no_function)
                }
            })
            .await?;
        let mut note = None;
        if params.wait_for_stable_dom == Some(true) && !page.dom_at_rest().await? {
            note = Some(Message(
                "Note: the document went on changing for 3 s after the script.".to_owned(),
            ));
        }
        let response = match &params.file_path {
            Some(path) => {
                let written = services
                    .files
                    .write(Path::new(path), value.text.into_bytes())
                    .await?;
                Response::message(format!(
                    "The script ran; its value is saved to {}.",
                    written.display()
                ))
            }
            None => Response::new().with(ScriptValue {
                text: value.text,
                is_json: value.is_json,
            }),
        };
        Ok(response.with_some(note).with(Outcome(outcome)))
    }
}

async fn source(params: &Params, services: &Services) -> Result<String, Failure> {
    match (&params.function, &params.source_path) {
        (Some(text), None) => Ok(text.clone()),
        (None, Some(path)) => {
            let bytes = services.files.read(Path::new(path)).await?;
            String::from_utf8(bytes).map_err(|_| Failure::File(format!("{path} is no UTF-8 text")))
        }
        (Some(_), Some(_)) => Err(Failure::BadArgument(
            "Both function and sourcePath are given; give one of them".to_owned(),
        )),
        (None, None) => Err(Failure::BadArgument(
            "No script is given: give function, or sourcePath with a file".to_owned(),
        )),
    }
}

/// Chrome refuses what is no function expression.
fn no_function(failure: Failure) -> Failure {
    match failure {
        Failure::Protocol(text) if text.contains("does not evaluate to a function") => Failure::BadArgument(
            "function is not a JavaScript function; write one, such as `() => document.title`, or set format to script"
                .to_owned(),
        ),
        other => other,
    }
}

/// The document that the script runs in: that of its elements, else the main frame's.
async fn world_and_elements(
    page: &Page,
    uids: &[String],
) -> Result<(ExecutionContext, Vec<String>), Failure> {
    let mut elements = Vec::new();
    for uid in uids {
        elements.push(page.snapshots().resolve(page, uid).await?);
    }
    let frame = match elements.first() {
        Some(first) => first.frame.clone(),
        None => page.main_frame()?.id,
    };
    if elements.iter().any(|element| element.frame != frame) {
        return Err(Failure::BadArgument(
            "The elements given live in different frames; a script runs in one frame, so call it once for each frame"
                .to_owned(),
        ));
    }
    let world = page.main_world(&frame).await?;
    let mut objects = Vec::new();
    for element in &elements {
        objects.push(element.resolve_in(&world).await?);
    }
    Ok((world, objects))
}

fn dialog_answer(action: Option<&str>) -> DialogAnswer {
    match action {
        None | Some("accept") => DialogAnswer::Accept(None),
        Some("dismiss") => DialogAnswer::Dismiss,
        Some(text) => DialogAnswer::Accept(Some(text.to_owned())),
    }
}
