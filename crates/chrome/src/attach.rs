//! Attaching to a Chrome that somebody else started.

use crate::Channel;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// Where to open the WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebSocketAddress {
    /// `ws:` or `wss:` URL of the browser's DevTools endpoint.
    pub url: String,
    /// What the browser calls itself, such as `Chrome/156.0.8078.114`; browser-supplied.
    pub browser: String,
}

/// No browser to attach to.
#[derive(Debug, Error)]
pub enum AttachError {
    /// The address is not one that a browser can be asked at.
    #[error("{url} is no address of a browser's debugging port: {reason}")]
    BadUrl {
        /// The address given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Asks the debugging port at `url` (http or https) for the address of its WebSocket.
pub async fn resolve_browser_url(
    url: &str,
    limit: Duration,
) -> Result<WebSocketAddress, AttachError> {
    let _ = limit;
    Err(AttachError::BadUrl {
        url: url.to_owned(),
        reason: String::new(),
    })
}

/// The WebSocket address of the user's own running Chrome, from the port file in its profile.
pub async fn auto_connect(
    channel: Option<Channel>,
    user_data_dir: Option<&Path>,
) -> Result<String, AttachError> {
    let _ = (channel, user_data_dir);
    Err(AttachError::BadUrl {
        url: String::new(),
        reason: String::new(),
    })
}
