//! What of the options the server itself needs.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tools::{Category, SchemaOptions, services::ToolSettings};

/// Settings of the server, fixed while it runs.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The version told to clients.
    pub version: String,
    /// Categories that are off (`--no-category…`).
    pub categories_off: HashSet<Category>,
    /// `--javascriptEvaluation`: callers may send script text.
    pub javascript_evaluation: bool,
    /// `--pageIdRouting`: page tools name their page by `pageId`; without it they work on the selected page.
    pub page_id_routing: bool,
    /// `--experimentalStructuredContent`: answers carry `structuredContent` too.
    pub structured_content: bool,
    /// The last net: how long a call may wait for its page, and then how long it may run. A call that asks for a longer
    /// `timeout` gets that and a little more.
    pub call_limit: Duration,
    /// How long calls that still run may go on after the client closed its end.
    pub closing_grace: Duration,
    /// Settings that change what tools do.
    pub tools: Arc<ToolSettings>,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            categories_off: HashSet::new(),
            javascript_evaluation: true,
            page_id_routing: true,
            structured_content: false,
            call_limit: Duration::from_secs(180),
            closing_grace: Duration::from_secs(2),
            tools: Arc::default(),
        }
    }
}

impl ServerSettings {
    /// What of them changes the published schemas.
    pub(crate) fn schema_options(&self) -> SchemaOptions {
        SchemaOptions {
            page_id_routing: self.page_id_routing,
            javascript_evaluation: self.javascript_evaluation,
        }
    }
}
