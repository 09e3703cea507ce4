//! What a tool needs of the client that calls it, whichever protocol era the client speaks.

use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;

/// A future of the client's.
pub type ClientFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The client of one call.
pub trait Client: Send + Sync {
    /// Folders that the client has opened; empty if it offers none.
    fn roots(&self) -> ClientFuture<'_, Vec<PathBuf>>;
    /// Tells the client how far the call is; does nothing if it did not ask.
    fn progress(&self, done: f64, total: Option<f64>, message: Option<String>);
    /// Asks the person behind the client to allow something; `None` if the client can't ask.
    fn confirm(&self, question: String) -> ClientFuture<'_, Option<bool>>;
}
