//! The page's own developer tools: discovery and execution.

use cdp::Session;
use std::sync::Arc;

/// The tools that a page offers.
#[derive(Default)]
pub struct PageTools {}

impl PageTools {
    /// Starts to listen to a session of the page (main target, out-of-process frame, worker), before its first script.
    pub fn listen(self: &Arc<Self>, _session: &Session) {}
}
