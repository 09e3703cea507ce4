//! The network requests of a page.

use cdp::Session;
use std::sync::Arc;

/// Collects what a page asks the network for, from its first request.
#[derive(Default)]
pub struct Network {}

impl Network {
    /// Starts to collect from a session of the page (main target, out-of-process frame, worker). Called before the target
    /// runs its first script; the domains (Network, Page) are enabled by the caller right after.
    pub fn listen(self: &Arc<Self>, _session: &Session) {}

    /// Switches on the domains that it needs, without waiting.
    pub fn enable(&self, _session: &Session) {}
}
