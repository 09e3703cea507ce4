//! How a session of a page is prepared, and what keeps its state true afterwards.
//!
//! Chrome holds a new target before its first script until we let it run; everything that collects listens by then.

use crate::{Page, ResultExt};
use cdp::protocol::{emulation, inspector, page as protocol, runtime, target};
use cdp::{Event, EventStream, RawEvent, Session, SessionId};
use records::Failure;
use std::sync::Arc;

/// The target types below a page that we attach to, besides out-of-process frames.
const WORKER_TYPES: [&str; 3] = ["worker", "shared_worker", "service_worker"];

/// Events that keep a page's state true.
const EVENTS: &[&str] = &[
    protocol::event::FrameAttached::METHOD,
    protocol::event::FrameDetached::METHOD,
    protocol::event::FrameNavigated::METHOD,
    protocol::event::NavigatedWithinDocument::METHOD,
    protocol::event::FrameRequestedNavigation::METHOD,
    protocol::event::FrameStartedNavigating::METHOD,
    protocol::event::FrameStoppedLoading::METHOD,
    protocol::event::LifecycleEvent::METHOD,
    protocol::event::JavascriptDialogOpening::METHOD,
    protocol::event::JavascriptDialogClosed::METHOD,
    protocol::event::WindowOpen::METHOD,
    runtime::event::ExecutionContextCreated::METHOD,
    runtime::event::ExecutionContextDestroyed::METHOD,
    runtime::event::ExecutionContextsCleared::METHOD,
    inspector::event::TargetCrashed::METHOD,
    inspector::event::TargetReloadedAfterCrash::METHOD,
    target::event::AttachedToTarget::METHOD,
];

impl Page {
    /// Prepares the page's main session. When this returns, Chrome has been told all that it must know before the
    /// target runs; the rest goes on by itself.
    pub(crate) fn attach_main(self: &Arc<Self>, session: Session) {
        let events = self.begin(&session);
        // A page behind others takes input and draws as if it were in front.
        session.send(emulation::SetFocusEmulationEnabled { enabled: true });
        let page = self.clone();
        tokio::spawn(async move {
            if let Err(failure) = page.take_up(&session, events).await {
                tracing::debug!(page = %page.id(), %failure, "a page could not be prepared");
            }
            page.state.send_modify(|state| state.ready = true);
        });
    }

    /// A frame moved to a process of its own: `session` speaks for it and what is below it in that process.
    async fn attach_frame(self: Arc<Self>, session: Session, frame: String) {
        self.frames().moved_to(&session, &frame);
        let events = self.begin(&session);
        if let Err(failure) = self.take_up(&session, events).await {
            tracing::debug!(%failure, "a frame's session could not be prepared");
        }
        session.closed().await;
        self.frames().session_ended(&session);
    }

    /// Listens, switches on what is needed and lets the target run, all without waiting.
    fn begin(self: &Arc<Self>, session: &Session) -> EventStream {
        let events = session.events(EVENTS);
        self.console().listen(session);
        self.network().listen(session);
        self.page_tools().listen(session);
        session.send(protocol::Enable::default());
        session.send(protocol::SetLifecycleEventsEnabled { enabled: true });
        session.send(runtime::Enable::default());
        self.console().enable(session);
        self.network().enable(session);
        session.send(auto_attach());
        session.send(runtime::RunIfWaitingForDebugger::default());
        events
    }

    /// Takes over the frames there are, then what happened since: that waits in `events`.
    async fn take_up(
        self: &Arc<Self>,
        session: &Session,
        events: EventStream,
    ) -> Result<(), Failure> {
        let tree = session
            .call(protocol::GetFrameTree::default())
            .await
            .or_failure("the page's frames")?;
        self.frames().adopt_tree(session, &tree.frame_tree);
        tokio::spawn(self.clone().follow(session.clone(), events));
        Ok(())
    }

    async fn attach_worker(self: Arc<Self>, session: Session, url: String) {
        self.console().listen(&session);
        self.network().listen(&session);
        self.page_tools().listen_to_worker(&session, &url);
        session.send(runtime::Enable::default());
        self.console().enable(&session);
        self.network().enable(&session);
        session.send(runtime::RunIfWaitingForDebugger::default());
    }

    async fn follow(self: Arc<Self>, session: Session, mut events: EventStream) {
        while let Some(event) = events.next().await {
            self.take(&session, &event);
        }
    }

    fn take(self: &Arc<Self>, session: &Session, event: &RawEvent) {
        use protocol::event as page;
        use runtime::event as runtime;
        match event.method() {
            page::FrameAttached::METHOD => with(event, |it: page::FrameAttached| {
                self.frames()
                    .attached(session, &it.frame_id, &it.parent_frame_id);
            }),
            page::FrameDetached::METHOD => with(event, |it: page::FrameDetached| {
                self.frames().detached(&it.frame_id, it.reason == "swap");
            }),
            page::FrameNavigated::METHOD => with(event, |it: page::FrameNavigated| {
                self.frame_navigated(session, &it)
            }),
            page::NavigatedWithinDocument::METHOD => {
                with(event, |it: page::NavigatedWithinDocument| {
                    self.frames()
                        .navigated_within_document(&it.frame_id, &it.url);
                })
            }
            page::FrameRequestedNavigation::METHOD => {
                with(event, |it: page::FrameRequestedNavigation| {
                    if it.disposition.as_str() == "currentTab" {
                        self.frames().requested(&it.frame_id, &it.url);
                    }
                })
            }
            page::FrameStartedNavigating::METHOD => {
                with(event, |it: page::FrameStartedNavigating| {
                    self.frames().heading_for(&it.frame_id, Some(&it.url));
                })
            }
            page::FrameStoppedLoading::METHOD => with(event, |it: page::FrameStoppedLoading| {
                self.frames().heading_for(&it.frame_id, None);
            }),
            page::LifecycleEvent::METHOD => with(event, |it: page::LifecycleEvent| {
                self.frames()
                    .lifecycle(&it.frame_id, &it.loader_id, &it.name);
            }),
            page::JavascriptDialogOpening::METHOD => {
                with(event, |it| self.dialog_opened(session, it))
            }
            page::JavascriptDialogClosed::METHOD => self.dialog_closed(),
            page::WindowOpen::METHOD => self.actions.window_open(),
            runtime::ExecutionContextCreated::METHOD => {
                with(event, |it: runtime::ExecutionContextCreated| {
                    let auxiliary = it.context.aux_data.unwrap_or_default();
                    if auxiliary["isDefault"] == true
                        && let Some(frame) = auxiliary["frameId"].as_str()
                    {
                        self.frames()
                            .main_world_created(session, frame, it.context.id);
                    }
                })
            }
            runtime::ExecutionContextDestroyed::METHOD => {
                with(event, |it: runtime::ExecutionContextDestroyed| {
                    self.frames()
                        .world_destroyed(session, Some(it.execution_context_id));
                })
            }
            runtime::ExecutionContextsCleared::METHOD => {
                self.frames().world_destroyed(session, None)
            }
            inspector::event::TargetCrashed::METHOD => self.crashed(session),
            inspector::event::TargetReloadedAfterCrash::METHOD => {
                self.state.send_modify(|state| state.crashed = false);
            }
            target::event::AttachedToTarget::METHOD => with(event, |it| self.child_attached(it)),
            _ => {}
        }
    }

    fn frame_navigated(&self, session: &Session, event: &protocol::event::FrameNavigated) {
        let restored = event.r#type.as_str() == "BackForwardCacheRestore";
        self.frames().navigated(session, &event.frame, restored);
        if event.frame.parent_id.is_none() {
            // A dialog goes with its document, at times without a word.
            self.dialog_closed();
            self.state
                .send_if_modified(|state| std::mem::take(&mut state.crashed));
        }
    }

    fn crashed(&self, session: &Session) {
        if session.id() == self.session().id() {
            self.state.send_modify(|state| {
                state.crashed = true;
                state.dialog = None;
            });
        }
    }

    fn child_attached(self: &Arc<Self>, event: target::event::AttachedToTarget) {
        let session = self
            .connection
            .session(SessionId(event.session_id.as_str().into()));
        let info = event.target_info;
        if info.r#type == "iframe" {
            tokio::spawn(self.clone().attach_frame(session, info.target_id));
        } else if WORKER_TYPES.contains(&info.r#type.as_str()) {
            tokio::spawn(self.clone().attach_worker(session, info.url));
        } else if event.waiting_for_debugger {
            session.send(runtime::RunIfWaitingForDebugger::default());
        }
    }
}

/// Attach to out-of-process frames and workers as they come, each held before its first script.
fn auto_attach() -> target::SetAutoAttach {
    let mut filter: Vec<target::FilterEntry> = ["iframe"]
        .into_iter()
        .chain(WORKER_TYPES)
        .map(|name| target::FilterEntry {
            r#type: Some(name.to_owned()),
            exclude: None,
        })
        .collect();
    filter.push(target::FilterEntry {
        r#type: None,
        exclude: Some(true),
    });
    target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: Some(true),
        filter: Some(filter),
    }
}

fn with<E: Event>(event: &RawEvent, apply: impl FnOnce(E)) {
    if let Some(event) = event.read() {
        apply(event);
    }
}
