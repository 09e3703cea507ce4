//! The console of a page: messages, uncaught errors, log entries.

use cdp::Session;
use std::sync::Arc;

/// Collects what a page's console says, from before its first script.
#[derive(Default)]
pub struct Console {}

impl Console {
    /// Starts to collect from a session of the page (main target, out-of-process frame, worker). Called before the target
    /// runs its first script; the domains (Runtime, Log, Page) are enabled by the caller right after.
    pub fn listen(self: &Arc<Self>, _session: &Session) {}

    /// Switches on the domains that it needs, without waiting.
    pub fn enable(&self, _session: &Session) {}
}
