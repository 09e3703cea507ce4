//! Attaching to a Chrome that somebody else started.

mod auto_connect;
mod browser_url;
mod error;

pub use auto_connect::auto_connect;
pub use browser_url::{WebSocketAddress, resolve_browser_url};
pub use error::AttachError;
