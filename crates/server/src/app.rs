//! What all connections of a server share.

use crate::{ServerSettings, gate::Gate, turn::Turns};
use page::{Browser, BrowserHost};
use records::Failure;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use tools::Tool;

/// A future of [`Browsers`].
type Wait<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Where calls get their browser from.
pub trait Browsers: Send + Sync {
    /// The running browser, started if need be; `true` if it was started again since the last call.
    fn browser(&self) -> Wait<'_, Result<(Arc<Browser>, bool), Failure>>;
    /// Ends the browser.
    fn shut_down(&self) -> Wait<'_, ()>;
}

impl Browsers for BrowserHost {
    fn browser(&self) -> Wait<'_, Result<(Arc<Browser>, bool), Failure>> {
        Box::pin(self.browser())
    }

    fn shut_down(&self) -> Wait<'_, ()> {
        Box::pin(self.shut_down())
    }
}

/// What all connections of a server share: the browser, the settings, the tools.
pub struct App {
    pub(crate) browsers: Arc<dyn Browsers>,
    pub(crate) settings: Arc<ServerSettings>,
    pub(crate) turns: Turns,
    tools: fn() -> Vec<Tool>,
    gate: OnceLock<Gate>,
}

impl App {
    /// A server over all tools.
    pub fn new(browsers: Arc<dyn Browsers>, settings: Arc<ServerSettings>) -> Self {
        Self {
            browsers,
            settings,
            turns: Turns::default(),
            tools: tools::tools,
            gate: OnceLock::new(),
        }
    }

    /// The same server over other tools.
    #[must_use]
    pub fn with_tools(self, tools: fn() -> Vec<Tool>) -> Self {
        Self {
            tools,
            gate: OnceLock::new(),
            ..self
        }
    }

    /// The tools and which of them are on; put together when first needed, so that starting costs nothing.
    pub(crate) fn gate(&self) -> &Gate {
        self.gate
            .get_or_init(|| Gate::new((self.tools)(), Arc::clone(&self.settings)))
    }
}
