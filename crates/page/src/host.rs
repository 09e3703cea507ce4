//! Where the browser comes from, started when first needed and again when it died.

/// Where a browser comes from.
pub enum BrowserSource {}

/// Starts the browser with the first call that needs it.
pub struct BrowserHost {}
