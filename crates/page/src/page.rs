//! One page.

use crate::action::Actions;
use crate::{
    ExecutionContext, Frame, FrameId, Frames, ResultExt, console::Console, network::Network,
    page_tools::PageTools, snapshot::Snapshots,
};
use cdp::{Connection, Session, protocol};
use records::{Dialog, Failure, PageId};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Name of our isolated worlds.
const WORLD_NAME: &str = "devtap";

/// Limit for the first context of a fresh document to appear.
const WORLD_LIMIT: Duration = Duration::from_secs(5);

/// How long the news of what ended a session may take after a command that failed by it.
const NEWS_LIMIT: Duration = Duration::from_millis(200);

/// One page: a tab, its frames and everything that is collected about it.
///
/// Its parts are lent out rather than wrapped: [`Page::frames`], [`Page::console`], [`Page::network`],
/// [`Page::snapshots`], [`Page::page_tools`].
pub struct Page {
    id: PageId,
    isolated_context: Option<String>,
    pub(crate) connection: Connection,
    pub(crate) target: Mutex<Target>,
    frames: Frames,
    console: Arc<Console>,
    network: Arc<Network>,
    snapshots: Snapshots,
    page_tools: Arc<PageTools>,
    pub(crate) actions: Actions,
    pub(crate) state: watch::Sender<State>,
    queue: Arc<tokio::sync::Mutex<()>>,
}

/// The target that is the page at the moment.
#[derive(Clone)]
pub(crate) struct Target {
    pub id: Arc<str>,
    pub session: Session,
}

/// What may stop a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub dialog: Option<(Dialog, DialogSession)>,
    /// Dialogs opened so far.
    pub dialogs: u64,
    pub closed: bool,
    pub crashed: bool,
    /// Its session is prepared: collectors listen, frames are known.
    pub ready: bool,
}

/// The session that told of a dialog and takes the answer.
#[derive(Clone)]
pub(crate) struct DialogSession {
    pub session: Session,
    /// Counts the page's dialogs.
    pub serial: u64,
}

impl std::fmt::Debug for DialogSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DialogSession")
            .field("serial", &self.serial)
            .finish_non_exhaustive()
    }
}

/// Tells what may stop a page, now and later.
#[derive(Clone)]
pub(crate) struct Watch(watch::Receiver<State>);

impl Watch {
    pub(crate) fn dialog(&self) -> Option<Dialog> {
        self.0
            .borrow()
            .dialog
            .as_ref()
            .map(|(dialog, _)| dialog.clone())
    }
}

/// Holds a page's queue: other calls on the page wait until it is dropped.
pub struct PageLock {
    _guard: tokio::sync::OwnedMutexGuard<()>,
}

impl Page {
    pub(crate) fn new(
        id: PageId,
        isolated_context: Option<String>,
        connection: Connection,
        target: Target,
        snapshot_counter: Arc<AtomicU32>,
    ) -> Self {
        Self {
            id,
            isolated_context,
            connection,
            target: Mutex::new(target),
            frames: Frames::default(),
            console: Arc::default(),
            network: Arc::default(),
            snapshots: Snapshots::new(snapshot_counter),
            page_tools: Arc::default(),
            actions: Actions::default(),
            state: watch::Sender::default(),
            queue: Arc::default(),
        }
    }

    /// Its number.
    pub fn id(&self) -> PageId {
        self.id
    }

    /// Name of the isolated browser context that it lives in, if any.
    pub fn isolated_context(&self) -> Option<&str> {
        self.isolated_context.as_deref()
    }

    /// Chrome's id of its target.
    pub fn target_id(&self) -> Arc<str> {
        self.target().id
    }

    /// The session of its main target.
    pub fn session(&self) -> Session {
        self.target().session
    }

    /// Its frames.
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// Its main frame.
    pub fn main_frame(&self) -> Result<Frame, Failure> {
        self.frames.main().ok_or_else(|| self.gone())
    }

    /// What its console said.
    pub fn console(&self) -> &Arc<Console> {
        &self.console
    }

    /// What it asked the network for.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Its accessibility snapshots and the uids given out.
    pub fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// The page's own tools.
    pub fn page_tools(&self) -> &Arc<PageTools> {
        &self.page_tools
    }

    /// The dialog that stops it, if one is open.
    pub fn dialog(&self) -> Option<Dialog> {
        self.state
            .borrow()
            .dialog
            .as_ref()
            .map(|(dialog, _)| dialog.clone())
    }

    /// Whether it has been closed.
    pub fn is_closed(&self) -> bool {
        self.state.borrow().closed
    }

    /// Waits for the page's queue, first come first served.
    pub async fn lock(&self) -> PageLock {
        PageLock {
            _guard: self.queue.clone().lock_owned().await,
        }
    }

    /// Runs work that touches the page; ends early with a failure when a dialog is or gets open, when the page closes or
    /// crashes, or when the browser goes.
    pub async fn guard<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.unless_stopped(work, true, true).await
    }

    /// Like [`Page::guard`], for work that handles dialogs itself.
    pub async fn guard_except_dialogs<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.unless_stopped(work, false, true).await
    }

    /// Like [`Page::guard_except_dialogs`], for work that may give a crashed page a new renderer: a crash of before
    /// does not stop it.
    pub(crate) async fn guard_navigation<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let by_crash = !self.has_crashed();
        self.unless_stopped(work, false, by_crash).await
    }

    async fn unless_stopped<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
        by_dialogs: bool,
        by_crash: bool,
    ) -> Result<T, Failure> {
        tokio::select! {
            biased;
            // What came before the end counts.
            result = work => match result {
                Err(failure @ Failure::Protocol(_)) => {
                    let stopped = self.stopped(by_dialogs, by_crash);
                    Err(timeout(NEWS_LIMIT, stopped).await.unwrap_or(failure))
                }
                result => result,
            },
            failure = self.stopped(by_dialogs, by_crash) => Err(failure),
        }
    }

    /// Whether the page's renderer has died and no new one has taken its place.
    pub(crate) fn has_crashed(&self) -> bool {
        self.state.borrow().crashed
    }

    /// Waits until something stops the page and says what.
    async fn stopped(&self, by_dialogs: bool, by_crash: bool) -> Failure {
        let mut state = self.state.subscribe();
        let stopped = async {
            let stopped = state.wait_for(|state| {
                state.closed
                    || (by_crash && state.crashed)
                    || (by_dialogs && state.dialog.is_some())
            });
            match stopped.await {
                Ok(state) => match (&state.dialog, state.crashed && !state.closed) {
                    (Some((dialog, _)), false) if by_dialogs && !state.closed => {
                        Failure::DialogOpen {
                            dialog: dialog.clone(),
                        }
                    }
                    (_, true) => Failure::PageCrashed { page: self.id },
                    _ => Failure::PageClosed { page: self.id },
                },
                Err(_) => Failure::PageClosed { page: self.id },
            }
        };
        tokio::select! {
            biased;
            reason = self.connection.closed() => Failure::BrowserGone(reason),
            failure = stopped => failure,
        }
    }

    /// Waits until the page is prepared, closed or crashed.
    pub(crate) async fn ready(&self) {
        let mut state = self.state.subscribe();
        let _ = state
            .wait_for(|state| state.ready || state.closed || state.crashed)
            .await;
    }

    /// Waits until the page's first document has a URL, or one that it is heading for.
    pub(crate) async fn has_url(&self) {
        let known = |frames: &Frames| {
            let main = frames.main()?;
            (!main.url.is_empty() || main.progress.heading_for.is_some()).then_some(())
        };
        let _ = self
            .frames
            .wait_for("the page's URL", WORLD_LIMIT, known)
            .await;
    }

    /// The main world of a frame's document. Fails when the frame is gone.
    pub async fn main_world(&self, frame: &FrameId) -> Result<ExecutionContext, Failure> {
        let known = |frames: &Frames| match frames.get(frame) {
            Some(frame) => Some(Ok((frame.session.clone(), frame.main_world?))),
            None => Some(Err(())),
        };
        let wait = self
            .frames
            .wait_for("the frame's document", WORLD_LIMIT, known);
        match self.guard(wait).await? {
            Ok((session, id)) => Ok(self.context(session, frame, id)),
            Err(()) => Err(self.frame_gone()),
        }
    }

    /// Our isolated world of a frame's document, made when first needed.
    pub async fn isolated_world(&self, frame: &FrameId) -> Result<ExecutionContext, Failure> {
        let frame = self.frames.get(frame).ok_or_else(|| self.frame_gone())?;
        if let Some(id) = frame.isolated_world {
            return Ok(self.context(frame.session, &frame.id, id));
        }
        let command = protocol::page::CreateIsolatedWorld {
            frame_id: frame.id.to_string(),
            world_name: Some(WORLD_NAME.to_owned()),
            ..Default::default()
        };
        let created = self
            .guard(async {
                frame
                    .session
                    .call(command)
                    .await
                    .or_failure("a world for our scripts")
            })
            .await?;
        self.frames
            .isolated_world_created(&frame, created.execution_context_id);
        Ok(self.context(frame.session, &frame.id, created.execution_context_id))
    }

    fn context(&self, session: Session, frame: &FrameId, id: i64) -> ExecutionContext {
        ExecutionContext {
            session,
            frame: frame.clone(),
            id,
            watch: Watch(self.state.subscribe()),
        }
    }

    /// Tells what may stop the page, now and later.
    pub(crate) fn watch(&self) -> Watch {
        Watch(self.state.subscribe())
    }

    fn target(&self) -> Target {
        self.target
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn frame_gone(&self) -> Failure {
        if self.is_closed() {
            return self.gone();
        }
        Failure::Script {
            message: "The frame is no longer on the page".to_owned(),
        }
    }

    fn gone(&self) -> Failure {
        Failure::PageClosed { page: self.id }
    }
}
