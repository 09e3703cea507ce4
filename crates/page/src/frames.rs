//! The frames of a page, whichever process they live in.

use cdp::{Session, protocol::page as protocol};
use records::Failure;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Chrome's id of a frame; stays the same when the frame navigates or moves to another process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FrameId(pub Arc<str>);

impl From<&str> for FrameId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

impl std::fmt::Display for FrameId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

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
    /// The id of our isolated world in [`Frame::session`], once made.
    pub(crate) isolated_world: Option<i64>,
    /// How far its document and its next navigation are.
    pub(crate) progress: Progress,
}

/// How far a frame's document and its next navigation are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// Cross-document navigations committed so far.
    pub commits: u64,
    /// Same-document navigations so far.
    pub within_document: u64,
    /// The document fired `DOMContentLoaded`.
    pub dom_content_loaded: bool,
    /// The document fired `load`, or came back whole from the back/forward cache.
    pub loaded: bool,
    /// The URL that could not be reached, when the document is Chrome's error page.
    pub unreachable: Option<String>,
    /// Where a script or a link asked to go, before the browser took it up. Some requests it never does.
    pub requested: Option<String>,
    /// Where a navigation that has not committed yet is heading.
    pub heading_for: Option<String>,
}

/// All frames of a page.
pub struct Frames {
    tree: Mutex<Tree>,
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct Tree {
    frames: HashMap<FrameId, Entry>,
    main: Option<FrameId>,
    next_place: u64,
}

struct Entry {
    frame: Frame,
    /// Order of arrival: parents before children, siblings as attached.
    place: u64,
}

impl Default for Frames {
    fn default() -> Self {
        Self {
            tree: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }
}

impl Frames {
    /// The main frame; `None` before Chrome has told of it.
    pub fn main(&self) -> Option<Frame> {
        let tree = self.lock();
        let id = tree.main.as_ref()?;
        tree.frames.get(id).map(|entry| entry.frame.clone())
    }

    /// A frame by id.
    pub fn get(&self, id: &FrameId) -> Option<Frame> {
        self.lock().frames.get(id).map(|entry| entry.frame.clone())
    }

    /// All frames, main frame first, then in the order they were attached (parents before children).
    pub fn all(&self) -> Vec<Frame> {
        let tree = self.lock();
        let mut entries: Vec<_> = tree
            .frames
            .values()
            .map(|entry| (entry.place, entry.frame.clone()))
            .collect();
        drop(tree);
        entries.sort_by_key(|(place, frame)| (frame.parent.is_some(), *place));
        entries.into_iter().map(|(_, frame)| frame).collect()
    }

    /// Told whenever anything about a frame changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until `ready` gives a value, looking again at every change.
    pub(crate) async fn wait_for<T>(
        &self,
        what: &str,
        limit: Duration,
        mut ready: impl FnMut(&Self) -> Option<T>,
    ) -> Result<T, Failure> {
        let mut changes = self.changes();
        let wait = async {
            loop {
                changes.borrow_and_update();
                if let Some(value) = ready(self) {
                    return Some(value);
                }
                changes.changed().await.ok()?;
            }
        };
        match timeout(limit, wait).await {
            Ok(Some(value)) => Ok(value),
            _ => Err(Failure::timeout(what, limit)),
        }
    }

    /// Takes over a frame tree as answered by `Page.getFrameTree` of `session`.
    pub(crate) fn adopt_tree(&self, session: &Session, tree: &protocol::FrameTree) {
        self.adopt(session, &tree.frame, None);
        for child in tree.child_frames.iter().flatten() {
            self.adopt_tree(session, child);
        }
    }

    /// A frame appeared, before its first document.
    pub(crate) fn attached(&self, session: &Session, id: &str, parent: &str) {
        self.change(|tree| {
            let parent = Some(FrameId::from(parent));
            let entry = tree.entry(session, id);
            entry.frame.parent = parent;
        });
    }

    /// A frame is gone, with all below it. `swap` means that it only moves to another process.
    pub(crate) fn detached(&self, id: &str, swap: bool) {
        self.change(|tree| {
            let id = FrameId::from(id);
            tree.remove_below(&id);
            if !swap {
                tree.frames.remove(&id);
            }
        });
    }

    /// A frame has a new document (`Page.frameNavigated`).
    pub(crate) fn navigated(&self, session: &Session, frame: &protocol::Frame, restored: bool) {
        self.adopt(session, frame, Some(restored));
    }

    /// The document stays, its URL changed.
    pub(crate) fn navigated_within_document(&self, id: &str, url: &str) {
        self.change(|tree| {
            if let Some(entry) = tree.frames.get_mut(&FrameId::from(id)) {
                entry.frame.url = url.to_owned();
                entry.frame.progress.within_document += 1;
                entry.frame.progress.requested = None;
                entry.frame.progress.heading_for = None;
            }
        });
    }

    /// The document asked to go somewhere.
    pub(crate) fn requested(&self, id: &str, url: &str) {
        self.change(|tree| {
            if let Some(entry) = tree.frames.get_mut(&FrameId::from(id)) {
                entry.frame.progress.requested = Some(url.to_owned());
            }
        });
    }

    /// Requests that the browser did not take up are forgotten.
    pub(crate) fn forget_requests(&self) {
        self.change(|tree| {
            for entry in tree.frames.values_mut() {
                entry.frame.progress.requested = None;
            }
        });
    }

    /// A navigation has begun, or ended without a new document.
    pub(crate) fn heading_for(&self, id: &str, url: Option<&str>) {
        self.change(|tree| {
            if let Some(entry) = tree.frames.get_mut(&FrameId::from(id)) {
                entry.frame.progress.requested = None;
                entry.frame.progress.heading_for = url.map(str::to_owned);
            }
        });
    }

    /// A milestone of a document (`Page.lifecycleEvent`).
    pub(crate) fn lifecycle(&self, id: &str, loader_id: &str, name: &str) {
        if !matches!(name, "DOMContentLoaded" | "load") {
            return;
        }
        self.change(|tree| {
            let Some(entry) = tree.frames.get_mut(&FrameId::from(id)) else {
                return;
            };
            if &*entry.frame.loader_id != loader_id {
                return;
            }
            let progress = &mut entry.frame.progress;
            progress.dom_content_loaded = true;
            progress.loaded |= name == "load";
        });
    }

    /// A main world of a frame's document exists.
    pub(crate) fn main_world_created(&self, session: &Session, id: &str, context: i64) {
        self.change(|tree| {
            if let Some(entry) = tree.frames.get_mut(&FrameId::from(id))
                && entry.frame.session.id() == session.id()
            {
                entry.frame.main_world = Some(context);
            }
        });
    }

    /// An execution context is gone.
    pub(crate) fn world_destroyed(&self, session: &Session, context: Option<i64>) {
        self.change(|tree| {
            for entry in tree
                .frames
                .values_mut()
                .filter(|entry| entry.frame.session.id() == session.id())
            {
                let frame = &mut entry.frame;
                for world in [&mut frame.main_world, &mut frame.isolated_world] {
                    if context.is_none() || *world == context {
                        *world = None;
                    }
                }
            }
        });
    }

    /// Remembers our isolated world of a document, unless the document has gone meanwhile.
    pub(crate) fn isolated_world_created(&self, frame: &Frame, context: i64) {
        let mut tree = self.lock();
        if let Some(entry) = tree.frames.get_mut(&frame.id)
            && entry.frame.loader_id == frame.loader_id
            && entry.frame.session.id() == frame.session.id()
        {
            entry.frame.isolated_world = Some(context);
        }
    }

    /// From now on `session` speaks for this frame: it moved to a process of its own.
    pub(crate) fn moved_to(&self, session: &Session, id: &str) {
        self.change(|tree| {
            let entry = tree.entry(session, id);
            entry.frame.session = session.clone();
            entry.frame.main_world = None;
            entry.frame.isolated_world = None;
        });
    }

    /// A session ended: the frames it spoke for are gone, unless another took them over.
    pub(crate) fn session_ended(&self, session: &Session) {
        self.change(|tree| {
            tree.frames.retain(|_, entry| {
                entry.frame.parent.is_none() || entry.frame.session.id() != session.id()
            });
        });
    }

    /// Another target took this page's place (a prerendered page was activated): everything known is void.
    pub(crate) fn clear(&self) {
        self.change(|tree| *tree = Tree::default());
    }

    fn adopt(&self, session: &Session, told: &protocol::Frame, navigated: Option<bool>) {
        self.change(|tree| {
            if told.parent_id.is_none() && tree.is_main_candidate(&told.id) {
                tree.main = Some(FrameId::from(&*told.id));
            }
            if navigated.is_some() {
                tree.remove_below(&FrameId::from(&*told.id));
            }
            let frame = &mut tree.entry(session, &told.id).frame;
            if frame.session.id() != session.id() {
                frame.session = session.clone();
                frame.main_world = None;
                frame.isolated_world = None;
            }
            if let Some(parent) = &told.parent_id {
                frame.parent = Some(FrameId::from(&**parent));
            }
            frame.url = format!(
                "{}{}",
                told.url,
                told.url_fragment.as_deref().unwrap_or_default()
            );
            frame.origin = told.security_origin.clone();
            let new_document = *frame.loader_id != *told.loader_id;
            frame.loader_id = told.loader_id.as_str().into();
            if new_document {
                frame.isolated_world = None;
                // Taken over from a frame tree, the document may have come before anyone listened: nobody will tell of
                // its navigation any more.
                frame.progress.requested = None;
                frame.progress.heading_for = None;
            }
            if let Some(restored) = navigated {
                frame.progress = Progress {
                    commits: frame.progress.commits + 1,
                    within_document: frame.progress.within_document,
                    dom_content_loaded: restored,
                    loaded: restored,
                    unreachable: told.unreachable_url.clone().filter(|url| !url.is_empty()),
                    requested: None,
                    heading_for: None,
                };
            }
        });
    }

    fn change(&self, apply: impl FnOnce(&mut Tree)) {
        apply(&mut self.lock());
        self.changes.send_modify(|version| *version += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tree {
    fn entry(&mut self, session: &Session, id: &str) -> &mut Entry {
        let place = self.next_place;
        self.next_place += 1;
        self.frames
            .entry(FrameId::from(id))
            .or_insert_with(|| Entry {
                frame: Frame {
                    id: FrameId::from(id),
                    parent: None,
                    session: session.clone(),
                    loader_id: "".into(),
                    url: String::new(),
                    origin: String::new(),
                    main_world: None,
                    isolated_world: None,
                    progress: Progress::default(),
                },
                place,
            })
    }

    /// An out-of-process frame's own tree also starts with a frame without a parent: only the first one is the page's.
    fn is_main_candidate(&self, id: &str) -> bool {
        match (&self.main, self.frames.get(&FrameId::from(id))) {
            (None, _) => true,
            (Some(main), _) if *main.0 == *id => true,
            (Some(_), known) => known.is_none(),
        }
    }

    fn remove_below(&mut self, id: &FrameId) {
        let children: Vec<FrameId> = self
            .frames
            .values()
            .filter(|entry| entry.frame.parent.as_ref() == Some(id))
            .map(|entry| entry.frame.id.clone())
            .collect();
        for child in children {
            self.remove_below(&child);
            self.frames.remove(&child);
        }
    }
}
