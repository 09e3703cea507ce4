//! Where the browser comes from, started when first needed and again when it died.

use crate::Browser;
use records::Failure;
use std::sync::Arc;

/// Where a browser comes from.
pub enum BrowserSource {}

/// Starts the browser with the first call that needs it.
pub struct BrowserHost {}

impl BrowserHost {
    /// The running browser, started if need be; `true` if it was started again since the last call.
    pub async fn browser(&self) -> Result<(Arc<Browser>, bool), Failure> {
        todo!()
    }

    /// The browser, if one runs.
    pub fn running(&self) -> Option<Arc<Browser>> {
        todo!()
    }

    /// Ends the browser.
    pub async fn shut_down(&self) {}
}
