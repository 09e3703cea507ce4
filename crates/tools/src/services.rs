//! What a tool may use besides its page.

use crate::{
    Client,
    files::{FileRoots, Files},
};
use std::sync::Arc;
use std::time::Duration;

/// Settings of the server that change what tools do.
#[derive(Debug, Clone)]
pub struct ToolSettings {
    /// `--fileNavigations`: `file:` URLs may be opened.
    pub file_navigations: bool,
    /// `--screenshotFormat`: used when the caller names none (`png`, `jpeg`, `webp`).
    pub screenshot_format: Option<String>,
    /// `--screenshotQuality`, 0 to 100.
    pub screenshot_quality: Option<u32>,
    /// `--screenshotMaxWidth`, pixels.
    pub screenshot_max_width: Option<u32>,
    /// `--screenshotMaxHeight`, pixels.
    pub screenshot_max_height: Option<u32>,
    /// `--redactNetworkHeaders`.
    pub redact_network_headers: bool,
    /// `--filesystemRoot`, `--allowUnrestrictedPaths`.
    pub file_roots: FileRoots,
    /// `--toolTimeout`: limit of a tool of the page's, unless the caller names one.
    pub page_tool_limit: Duration,
}

impl Default for ToolSettings {
    fn default() -> Self {
        Self {
            file_navigations: true,
            screenshot_format: None,
            screenshot_quality: None,
            screenshot_max_width: None,
            screenshot_max_height: None,
            redact_network_headers: false,
            file_roots: FileRoots::default(),
            page_tool_limit: Duration::from_secs(30),
        }
    }
}

/// What a tool may use besides its page.
#[derive(Clone)]
pub struct Services {
    /// The client of this call.
    pub client: Arc<dyn Client>,
    /// Reading and writing files inside the allowed folders.
    pub files: Files,
    /// Settings of the server.
    pub settings: Arc<ToolSettings>,
}

impl Services {
    /// The services of one call.
    pub fn new(client: Arc<dyn Client>, settings: Arc<ToolSettings>) -> Self {
        Self {
            files: Files::new(settings.file_roots.clone(), Arc::clone(&client)),
            client,
            settings,
        }
    }
}
