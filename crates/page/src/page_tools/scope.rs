//! Where tools can live: a frame's document or a worker.

use crate::{Frame, FrameId, Page};
use cdp::Session;
use std::sync::Arc;

/// A global object that can be asked for tools.
#[derive(Debug, Clone)]
pub(super) struct Scope {
    pub session: Session,
    pub home: Home,
}

/// What a scope is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Home {
    /// A frame's document.
    Document {
        frame: FrameId,
        /// Names the document.
        loader_id: Arc<str>,
        /// Its main world.
        world: i64,
        url: String,
        origin: String,
        is_main: bool,
    },
    /// A worker.
    Worker { url: String },
}

impl Scope {
    /// The document that a frame shows; `None` while it has no world for scripts.
    pub(super) fn of_frame(frame: &Frame) -> Option<Self> {
        Some(Self {
            session: frame.session.clone(),
            home: Home::Document {
                frame: frame.id.clone(),
                loader_id: frame.loader_id.clone(),
                world: frame.main_world?,
                url: frame.url.clone(),
                origin: frame.origin.clone(),
                is_main: frame.parent.is_none(),
            },
        })
    }

    /// A worker.
    pub(super) fn of_worker(session: &Session, url: &str) -> Self {
        Self {
            session: session.clone(),
            home: Home::Worker {
                url: url.to_owned(),
            },
        }
    }

    /// Its URL.
    pub(super) fn url(&self) -> &str {
        match &self.home {
            Home::Document { url, .. } | Home::Worker { url } => url,
        }
    }

    /// The frame, unless it is a worker.
    pub(super) fn frame(&self) -> Option<&FrameId> {
        match &self.home {
            Home::Document { frame, .. } => Some(frame),
            Home::Worker { .. } => None,
        }
    }

    /// The world that scripts run in; `None` means the only one there is.
    pub(super) fn world(&self) -> Option<i64> {
        match &self.home {
            Home::Document { world, .. } => Some(*world),
            Home::Worker { .. } => None,
        }
    }

    /// What tells it from others of its page: a frame keeps it from document to document.
    pub(super) fn key(&self) -> String {
        match &self.home {
            Home::Document { frame, .. } => frame.to_string(),
            Home::Worker { .. } => {
                let id = self.session.id().map(|id| id.0.to_string());
                format!("worker {}", id.unwrap_or_default())
            }
        }
    }

    /// Whether it is the same global object as another scope of the same key.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.session.id() == other.session.id() && self.world() == other.world()
    }

    /// Whether it is still there.
    pub(super) fn is_alive(&self, page: &Page) -> bool {
        match &self.home {
            Home::Document { frame, .. } => page
                .frames()
                .get(frame)
                .and_then(|frame| Self::of_frame(&frame))
                .is_some_and(|now| now.is_same(self)),
            Home::Worker { .. } => !self.session.is_closed(),
        }
    }

    /// Whether its frame shows another document by now, or is gone.
    pub(super) fn is_left(&self, page: &Page) -> bool {
        match &self.home {
            Home::Document {
                frame, loader_id, ..
            } => page
                .frames()
                .get(frame)
                .is_none_or(|frame| frame.loader_id != *loader_id),
            Home::Worker { .. } => self.session.is_closed(),
        }
    }
}
