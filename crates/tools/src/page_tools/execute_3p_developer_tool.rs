//! `execute_3p_developer_tool`: runs a tool that the page offers.

use crate::{Category, PageTool, Services, ToolSpec};
use page::Page;
use page::page_tools::{PageToolCall, Progress, ValueView, read_params};
use records::{Failure, PageToolResult};
use render::sections::{PageToolAnswer, SavedPageToolAnswer};
use render::{Response, value::read_path};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Largest budget of an answer, in characters.
const LARGEST_BUDGET: usize = 1_000_000;
/// Budget of an answer that goes into a file, in characters.
const FILE_BUDGET: usize = 64 << 20;
/// Longest limit that a caller may ask for.
const LONGEST: Duration = Duration::from_secs(3600);

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The tool's name, from list_3p_developer_tools.
    tool_name: String,
    /// Its arguments, as an object or as JSON text of one. An element is given as {"uid": "1_2"} from the snapshot, or
    /// as {"selector": "#cart"}.
    #[serde(default)]
    #[schemars(schema_with = "object_or_text")]
    params: Option<Value>,
    /// Its group, when several groups have a tool of that name.
    group: Option<String>,
    /// Show only this part of the answer, such as rows[3].name.
    path: Option<String>,
    /// Levels of members to show.
    depth: Option<usize>,
    /// Members (or characters of a text) to skip in the part shown.
    offset: Option<usize>,
    /// Members (or characters of a text) to show at most in the part shown.
    limit: Option<usize>,
    /// About how many characters to answer with; 8000 when absent.
    budget: Option<usize>,
    /// How long the tool may take, in milliseconds; 30 seconds when absent.
    timeout: Option<u64>,
    /// Write the whole answer to this file instead of sending it.
    file_path: Option<String>,
}

fn object_or_text(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["object", "string"]})
}

/// The tool.
pub struct Execute3pDeveloperTool;

impl PageTool for Execute3pDeveloperTool {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "execute_3p_developer_tool",
        Category::ThirdParty,
        "Runs a tool that the page offers (list_3p_developer_tools) and answers with what it returns: JSON as JSON, \
         other values readably, elements as uids. A long answer is shortened and says how to see the rest.",
    );

    async fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let call = PageToolCall {
            arguments: read_params(params.params.clone())?,
            limit: limit(&params, services),
            view: view(&params)?,
            tool: params.tool_name,
            group: params.group,
        };
        let client = &services.client;
        let on_progress = |progress: Progress| {
            let done = progress.done.unwrap_or_default();
            client.progress(done, progress.total, progress.message);
        };
        let (result, outcome) = page.page_tools().call(page, &call, &on_progress).await?;
        let mut response = match params.file_path {
            Some(path) => saved(services, &path, result).await?,
            None => answered(result),
        };
        response.push(render::sections::Outcome(outcome));
        Ok(response)
    }
}

fn limit(params: &Params, services: &Services) -> Duration {
    match params.timeout {
        None | Some(0) => services.settings.page_tool_limit,
        Some(ms) => Duration::from_millis(ms).min(LONGEST),
    }
}

fn view(params: &Params) -> Result<ValueView, Failure> {
    let path = params.path.as_deref().unwrap_or_default();
    let budget = match (&params.file_path, params.budget) {
        (Some(_), _) => FILE_BUDGET,
        (None, Some(budget)) => budget.clamp(100, LARGEST_BUDGET),
        (None, None) => ValueView::BUDGET,
    };
    Ok(ValueView {
        path: read_path(path).map_err(Failure::BadArgument)?,
        depth: params.depth,
        offset: params.offset.unwrap_or(0),
        limit: params.limit,
        budget,
    })
}

fn answered(result: PageToolResult) -> Response {
    let failed = result.failed.then(|| Failure::PageToolFailed {
        tool: result.tool.clone(),
    });
    let mut response = Response::new().with(PageToolAnswer(result));
    if let Some(failure) = failed {
        response.fail(&failure);
    }
    response
}

async fn saved(
    services: &Services,
    path: &str,
    result: PageToolResult,
) -> Result<Response, Failure> {
    let failed = result.failed.then(|| Failure::PageToolFailed {
        tool: result.tool.clone(),
    });
    let text = PageToolAnswer(result).value_text();
    let bytes = text.len();
    let written = services
        .files
        .write(Path::new(path), text.into_bytes())
        .await?;
    let mut response = Response::new().with(SavedPageToolAnswer {
        path: written.display().to_string(),
        bytes,
    });
    if let Some(failure) = failed {
        response.fail(&failure);
    }
    Ok(response)
}
