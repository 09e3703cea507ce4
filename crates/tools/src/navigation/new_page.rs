//! `new_page`: opens a page and goes to a URL.

use super::{navigate_page::check_file_url, navigation_limit, page_list};
use crate::{BrowserTool, Category, Services, ToolSpec};
use page::{Browser, Destination, DialogAnswer};
use records::Failure;
use render::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Where the new page goes, with its scheme, for example https://example.org/.
    url: String,
    /// Keep the new page behind the current one; it is selected all the same.
    background: Option<bool>,
    /// Name of a separate set of cookies and storage for this page. Pages with the same name share it; it is made when
    /// first named and does not outlive the browser.
    isolated_context: Option<String>,
    /// How long to wait for the load event, in milliseconds; 0 means the default of 10 seconds.
    #[schemars(range(min = -9_007_199_254_740_991i64, max = 9_007_199_254_740_991i64))]
    timeout: Option<i64>,
}

/// The tool.
pub struct NewPage;

impl BrowserTool for NewPage {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "new_page",
        Category::Navigation,
        "Opens a new page (tab), goes to a URL there and selects the page.",
    )
    .works_with_dialog();

    async fn run(
        browser: &Arc<Browser>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        check_file_url(&params.url, services)?;
        let options = page::NewPage {
            background: params.background.unwrap_or(false),
            isolated_context: params.isolated_context,
        };
        let page = browser.open_page(&options).await?;
        browser.select(&page);
        let to = Destination::Url(params.url);
        let went = page
            .navigate(
                &to,
                DialogAnswer::Accept(None),
                navigation_limit(params.timeout),
            )
            .await;
        let mut response = Response::new().with(page_list(browser).await?);
        match went {
            Ok(()) => response.absorb(crate::page_tools::after_navigation(&page).await),
            // The page stays and is listed, so that its id is known.
            Err(failure) => response.fail(&failure),
        }
        Ok(response)
    }
}
