//! The workers of a page, which may offer tools like its frames.

use super::scope::Scope;
use cdp::Session;
use std::sync::{Mutex, PoisonError};

/// The workers of a page.
#[derive(Default)]
pub(super) struct Workers(Mutex<Vec<Scope>>);

impl Workers {
    /// A worker has come.
    pub(super) fn add(&self, session: &Session, url: &str) {
        self.lock().push(Scope::of_worker(session, url));
    }

    /// Those that are there.
    pub(super) fn all(&self) -> Vec<Scope> {
        let mut workers = self.lock();
        workers.retain(|worker| !worker.session.is_closed());
        workers.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Scope>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
