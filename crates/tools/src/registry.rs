//! All tools, by name.

use crate::{BrowserTool, OfflineTool, PageTool, Services, ToolSpec, schema, schema::schema_of};
use page::{Browser, Page};
use records::Failure;
use render::Response;
use serde_json::{Map, Value};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Response, Failure>> + Send + 'a>>;
type RunOnPage = for<'a> fn(&'a Arc<Page>, &'a Services, Map<String, Value>) -> Answer<'a>;
type RunOnBrowser = for<'a> fn(&'a Arc<Browser>, &'a Services, Map<String, Value>) -> Answer<'a>;
type RunOffline = for<'a> fn(&'a Services, Map<String, Value>) -> Answer<'a>;

/// How a tool is run.
#[derive(Clone, Copy)]
pub enum Run {
    /// On one page, named by `pageId` or selected.
    OnPage(RunOnPage),
    /// On the browser.
    OnBrowser(RunOnBrowser),
    /// On neither.
    Offline(RunOffline),
}

/// What of the server's options changes the published schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaOptions {
    /// Page tools name their page by a required `pageId`.
    pub page_id_routing: bool,
    /// Callers may send script text.
    pub javascript_evaluation: bool,
}

/// A tool with its types taken away.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its fixed facts.
    pub spec: ToolSpec,
    /// How it is run. Arguments must have passed the schema.
    pub run: Run,
    schema: fn() -> Value,
}

impl Tool {
    /// The published input schema.
    pub fn input_schema(&self, options: SchemaOptions) -> Value {
        let mut schema = (self.schema)();
        if options.page_id_routing && matches!(self.run, Run::OnPage(_)) {
            schema::require_page_id(&mut schema);
        }
        if !options.javascript_evaluation {
            schema::drop_script_parameters(&mut schema);
        }
        schema
    }

    /// A tool that works on one page.
    pub fn on_page<T: PageTool>() -> Self {
        on_page::<T>()
    }

    /// A tool that works on the browser.
    pub fn on_browser<T: BrowserTool>() -> Self {
        on_browser::<T>()
    }

    /// A tool that needs no browser.
    pub fn offline<T: OfflineTool>() -> Self {
        Self {
            spec: T::SPEC,
            schema: schema_of::<T::Params>,
            run: Run::Offline(|services, arguments| {
                Box::pin(async move { T::run(services, read(arguments)?).await })
            }),
        }
    }
}

fn on_page<T: PageTool>() -> Tool {
    Tool {
        spec: T::SPEC,
        schema: schema_of::<T::Params>,
        run: Run::OnPage(|page, services, arguments| {
            Box::pin(async move { T::run(page, services, read(arguments)?).await })
        }),
    }
}

fn on_browser<T: BrowserTool>() -> Tool {
    Tool {
        spec: T::SPEC,
        schema: schema_of::<T::Params>,
        run: Run::OnBrowser(|browser, services, arguments| {
            Box::pin(async move { T::run(browser, services, read(arguments)?).await })
        }),
    }
}

fn read<P: serde::de::DeserializeOwned>(arguments: Map<String, Value>) -> Result<P, Failure> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Failure::BadArgument(error.to_string()))
}

/// Every tool, sorted by name.
pub fn tools() -> Vec<Tool> {
    use crate::{debugging, input, navigation, network, page_tools};
    let mut tools = vec![
        on_browser::<navigation::ClosePage>(),
        on_browser::<navigation::ListPages>(),
        on_browser::<navigation::NewPage>(),
        on_browser::<navigation::SelectPage>(),
        on_page::<navigation::HandleDialog>(),
        on_page::<navigation::NavigatePage>(),
        on_page::<navigation::WaitFor>(),
        on_page::<input::Click>(),
        on_page::<input::Fill>(),
        on_page::<debugging::EvaluateScript>(),
        on_page::<debugging::GetConsoleMessage>(),
        on_page::<debugging::ListConsoleMessages>(),
        on_page::<debugging::TakeScreenshot>(),
        on_page::<debugging::TakeSnapshot>(),
        on_page::<network::GetNetworkRequest>(),
        on_page::<network::ListNetworkRequests>(),
        on_page::<page_tools::Execute3pDeveloperTool>(),
        on_page::<page_tools::List3pDeveloperTools>(),
    ];
    tools.sort_by_key(|tool| tool.spec.name);
    tools
}
