//! What a tool is.

use crate::Services;
use page::{Browser, Page};
use records::Failure;
use render::Response;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Groups of tools that can be switched on and off together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Category {
    /// Mouse, keyboard, forms.
    Input,
    /// Pages and where they go.
    Navigation,
    /// Scripts, console, snapshots, screenshots.
    Debugging,
    /// Requests.
    Network,
    /// The page's own developer tools.
    ThirdParty,
}

impl Category {
    /// The name published in annotations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Navigation => "navigation",
            Self::Debugging => "debugging",
            Self::Network => "network",
            Self::ThirdParty => "experimentalThirdParty",
        }
    }
}

/// The fixed facts of a tool.
#[derive(Debug, Clone, Copy)]
pub struct ToolSpec {
    /// The published name.
    pub name: &'static str,
    /// Its group.
    pub category: Category,
    /// What it does and when to use it, for the agent.
    pub description: &'static str,
    /// It changes nothing on the page or on disk.
    pub read_only: bool,
    /// It makes sense while a dialog stops the page.
    pub works_with_dialog: bool,
    /// It runs script text given by the caller.
    pub runs_scripts: bool,
    /// The list of pages is added to its answer.
    pub lists_pages: bool,
}

impl ToolSpec {
    /// A tool that acts.
    pub const fn new(name: &'static str, category: Category, description: &'static str) -> Self {
        Self {
            name,
            category,
            description,
            read_only: false,
            works_with_dialog: false,
            runs_scripts: false,
            lists_pages: false,
        }
    }

    /// A tool that only looks.
    pub const fn read_only(
        name: &'static str,
        category: Category,
        description: &'static str,
    ) -> Self {
        Self {
            read_only: true,
            ..Self::new(name, category, description)
        }
    }

    /// The tool makes sense while a dialog stops the page.
    pub const fn works_with_dialog(self) -> Self {
        Self {
            works_with_dialog: true,
            ..self
        }
    }

    /// The list of pages is added to the tool's answer.
    pub const fn lists_pages(self) -> Self {
        Self {
            lists_pages: true,
            ..self
        }
    }

    /// The tool runs script text given by the caller.
    pub const fn runs_scripts(self) -> Self {
        Self {
            runs_scripts: true,
            ..self
        }
    }
}

/// A tool that works on one page. `pageId` is added to its schema (unless page routing is off) and taken off again
/// before `Params` is read; the page's queue is held while it runs.
pub trait PageTool: Send + Sync + 'static {
    /// What the caller sends besides `pageId`.
    type Params: DeserializeOwned + JsonSchema + Send;
    /// The fixed facts.
    const SPEC: ToolSpec;
    /// Does the work. Dropping the future cancels it.
    fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Self::Params,
    ) -> impl Future<Output = Result<Response, Failure>> + Send;
}

/// A tool that works on the browser.
pub trait BrowserTool: Send + Sync + 'static {
    /// What the caller sends.
    type Params: DeserializeOwned + JsonSchema + Send;
    /// The fixed facts.
    const SPEC: ToolSpec;
    /// Does the work. Dropping the future cancels it.
    fn run(
        browser: &Arc<Browser>,
        services: &Services,
        params: Self::Params,
    ) -> impl Future<Output = Result<Response, Failure>> + Send;
}

/// A tool that needs no browser: it works on files or on what the server knows.
pub trait OfflineTool: Send + Sync + 'static {
    /// What the caller sends.
    type Params: DeserializeOwned + JsonSchema + Send;
    /// The fixed facts.
    const SPEC: ToolSpec;
    /// Does the work. Dropping the future cancels it.
    fn run(
        services: &Services,
        params: Self::Params,
    ) -> impl Future<Output = Result<Response, Failure>> + Send;
}
