//! `navigate_page`: goes to a URL, back, forward, or loads the page again.

use super::navigation_limit;
use crate::{Category, PageTool, Services, ToolSpec};
use page::{Destination, DialogAnswer, Page};
use records::Failure;
use render::{Response, text::one_line};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// Where to go.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
enum Kind {
    Url,
    Back,
    Forward,
    Reload,
}

/// What to do with a dialog that asks whether to leave.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "camelCase")]
enum BeforeUnload {
    Accept,
    Dismiss,
}

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Where to go: to `url`, back or forward in the history, or reload. Without it: to `url`.
    #[serde(rename = "type")]
    kind: Option<Kind>,
    /// Where to go, with its scheme, for example https://example.org/.
    url: Option<String>,
    /// Reload past the HTTP cache.
    ignore_cache: Option<bool>,
    /// Answer to a page that asks whether to leave it; accept by default.
    handle_before_unload: Option<BeforeUnload>,
    /// JavaScript to run in each new document before the page's own scripts, for this navigation only.
    init_script: Option<String>,
    /// How long to wait for the load event, in milliseconds; 0 means the default of 10 seconds.
    #[schemars(range(min = -9_007_199_254_740_991i64, max = 9_007_199_254_740_991i64))]
    timeout: Option<i64>,
}

/// The tool.
pub struct NavigatePage;

impl PageTool for NavigatePage {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "navigate_page",
        Category::Navigation,
        "Goes to a URL, back, forward, or reloads, and waits for the load event. Also lists the page's own developer tools.",
    )
    .lists_pages();

    async fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let to = destination(&params)?;
        if let Destination::Url(url) = &to {
            check_file_url(url, services)?;
        }
        let leave = match params.handle_before_unload {
            Some(BeforeUnload::Dismiss) => DialogAnswer::Dismiss,
            _ => DialogAnswer::Accept(None),
        };
        let init_script = match &params.init_script {
            Some(source) => Some(page.add_init_script(source).await?),
            None => None,
        };
        let went = page
            .navigate(&to, leave, navigation_limit(params.timeout))
            .await;
        drop(init_script);
        let mut response = Response::new();
        match went {
            Ok(()) => {
                response = Response::message(done_line(&to));
                response.absorb(crate::page_tools::after_navigation(page).await);
            }
            Err(failure) => response.fail(&failure),
        }
        Ok(response)
    }
}

fn destination(params: &Params) -> Result<Destination, Failure> {
    Ok(match params.kind.unwrap_or(Kind::Url) {
        Kind::Back => Destination::Back,
        Kind::Forward => Destination::Forward,
        Kind::Reload => Destination::Reload {
            ignore_cache: params.ignore_cache.unwrap_or(false),
        },
        Kind::Url => match &params.url {
            Some(url) => Destination::Url(url.clone()),
            None => {
                return Err(Failure::BadArgument(
                    "Nothing says where to go: give url, or type back, forward or reload"
                        .to_owned(),
                ));
            }
        },
    })
}

/// Prefix of a URL whose source is shown.
const VIEW_SOURCE: &str = "view-source:";

fn done_line(to: &Destination) -> String {
    match to {
        Destination::Url(url) => format!("Successfully navigated to {}.", one_line(url)),
        Destination::Back => "Successfully navigated back.".to_owned(),
        Destination::Forward => "Successfully navigated forward.".to_owned(),
        Destination::Reload { .. } => "Successfully reloaded the page.".to_owned(),
    }
}

/// Refuses `file:` URLs when the server may not open them, also behind `view-source:`.
pub(super) fn check_file_url(url: &str, services: &Services) -> Result<(), Failure> {
    let target = url.trim_start();
    let target = match target.get(..VIEW_SOURCE.len()) {
        Some(start) if start.eq_ignore_ascii_case(VIEW_SOURCE) => &target[VIEW_SOURCE.len()..],
        _ => target,
    };
    // Parsed as Chrome parses it: `fi\nle:` is a file URL too.
    let is_file = url::Url::parse(target).is_ok_and(|url| url.scheme() == "file");
    if is_file && !services.settings.file_navigations {
        return Err(Failure::BadArgument(
            "file: URLs may not be opened here; the server was started with --no-file-navigations"
                .to_owned(),
        ));
    }
    Ok(())
}
