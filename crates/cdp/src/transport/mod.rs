//! Ways to a browser. Each starts a task that reads messages into the router and a task that writes the router's.

pub(crate) mod pipe;
pub(crate) mod websocket;

use crate::router::Router;
use std::sync::Arc;

/// Ends the connection when a transport's task stops, whatever stopped it.
struct EndOnDrop {
    router: Arc<Router>,
    reason: &'static str,
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.router.end(self.reason);
    }
}
