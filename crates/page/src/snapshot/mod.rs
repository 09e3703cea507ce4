//! The accessibility snapshot and the uids it gives out.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// The snapshots of a page and the uids given out.
#[derive(Default)]
pub struct Snapshots {}

impl Snapshots {
    /// `counter` numbers the snapshots of all pages of a browser.
    pub fn new(_counter: Arc<AtomicU32>) -> Self {
        Self {}
    }
}
