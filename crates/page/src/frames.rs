//! The frames of a page, whichever process they live in.

use cdp::Session;
use std::sync::Arc;

/// Chrome's id of a frame; stays the same when the frame navigates or moves to another process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FrameId(pub Arc<str>);

/// A frame, as last told by Chrome.
#[derive(Clone)]
pub struct Frame {
    /// Its id.
    pub id: FrameId,
    /// The frame that embeds it; `None` for the main frame.
    pub parent: Option<FrameId>,
    /// The session that speaks for it: the page's own, or that of its out-of-process ancestor.
    pub session: Session,
    /// Names the document: changes with each cross-document navigation.
    pub loader_id: Arc<str>,
    /// URL of its document.
    pub url: String,
    /// Its security origin as Chrome serialises it, for example `https://example.org` or `null`.
    pub origin: String,
    /// The id of the document's main world in [`Frame::session`], once it exists.
    pub main_world: Option<i64>,
}

/// All frames of a page.
pub struct Frames {}

impl Frames {
    /// The main frame.
    pub fn main(&self) -> Frame {
        todo!()
    }

    /// A frame by id.
    pub fn get(&self, _id: &FrameId) -> Option<Frame> {
        todo!()
    }

    /// All frames, main frame first, then in document order as far as known (parents before children).
    pub fn all(&self) -> Vec<Frame> {
        todo!()
    }
}
