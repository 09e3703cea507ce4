//! Actions: what they bring about is waited for and told, and nothing else is waited for.

use crate::frames::Frames;
use crate::{DialogAnswer, Evaluation, Page};
use records::{ActionOutcome, Failure};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Limit for a navigation that an action started.
const NAVIGATION_LIMIT: Duration = Duration::from_secs(3);
/// Limit for the browser to take up a navigation that a document asked for.
const REQUEST_LIMIT: Duration = Duration::from_millis(500);
/// Limit for a window that a page opened to appear as a page.
const WINDOW_LIMIT: Duration = Duration::from_secs(2);
/// Limit for the page's event loop to come round.
const TURN_LIMIT: Duration = Duration::from_secs(1);

/// Resolves after two turns of the page's event loop: what a handler has queued (a form's submission, a
/// `javascript:` URL) has begun by then. Messages, unlike timers, are not held back in background pages.
const TWO_TURNS: &str = "() => new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    let turns = 0;
    port1.onmessage = () => ++turns < 2 ? port2.postMessage(0) : (port1.close(), done());
    port2.postMessage(0);
})";

/// Resolves when nothing in the document has changed for a while: `true`, or when the limit has passed: `false`.
const DOM_AT_REST: &str = "(quiet, limit) => new Promise(done => {
    const end = at_rest => { observer.disconnect(); clearTimeout(timer); clearTimeout(last); done(at_rest); };
    const again = () => { clearTimeout(timer); timer = setTimeout(end, quiet, true); };
    const observer = new MutationObserver(again);
    const last = setTimeout(end, limit, false);
    let timer = setTimeout(end, quiet, true);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})";

/// How long nothing must change for a document to be at rest.
const DOM_QUIET: Duration = Duration::from_millis(100);
/// Limit for a document to come to rest.
const DOM_LIMIT: Duration = Duration::from_secs(3);

/// Windows that a page's scripts opened, and how many of them have become pages.
#[derive(Default)]
pub(crate) struct Actions {
    windows: watch::Sender<Windows>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Windows {
    opened: u64,
    arrived: u64,
}

impl Actions {
    /// A script called `window.open` or a link opens a new window.
    pub(crate) fn window_open(&self) {
        self.windows.send_modify(|windows| windows.opened += 1);
    }

    /// A page opened by this page is there.
    pub(crate) fn window_arrived(&self) {
        self.windows.send_modify(|windows| windows.arrived += 1);
    }
}

impl Page {
    /// Does something to the page and waits for what that brings about: a navigation, new windows. What it did not
    /// bring about is not waited for. A dialog that opens meanwhile ends it with [`Failure::DialogOpen`].
    pub async fn act<T>(
        &self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<(T, ActionOutcome), Failure> {
        let before = Before::of(self)?;
        let value = self.guard(work).await?;
        self.outcome_of(value, before).await
    }

    /// Like [`Page::act`], answering every dialog that opens during the work.
    pub async fn act_answering_dialogs<T>(
        &self,
        answer: DialogAnswer,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<(T, ActionOutcome), Failure> {
        let before = Before::of(self)?;
        let value = tokio::select! {
            value = self.guard_except_dialogs(work) => value?,
            never = self.answer_dialogs(|_| true, answer) => match never {},
        };
        self.outcome_of(value, before).await
    }

    async fn outcome_of<T>(&self, value: T, before: Before) -> Result<(T, ActionOutcome), Failure> {
        // A dialog that opens from here on comes after the action: the answer names it, the action is done.
        let outcome = self.guard(async { Ok(self.settle(&before).await) }).await;
        match outcome {
            Ok(outcome) => Ok((value, outcome)),
            Err(Failure::DialogOpen { .. } | Failure::PageClosed { .. }) => {
                Ok((value, ActionOutcome::default()))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Waits until nothing in the main frame's document has changed for 100 ms, at most 3 s; `false` when it goes on
    /// changing.
    pub async fn dom_at_rest(&self) -> Result<bool, Failure> {
        let milliseconds =
            |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let evaluation = Evaluation::new(DOM_AT_REST)
            .value(milliseconds(DOM_QUIET))
            .value(milliseconds(DOM_LIMIT))
            .awaiting();
        let wait = async {
            let world = self.isolated_world(&self.main_frame()?.id).await?;
            world.call(evaluation).await
        };
        Ok(self.guard(wait).await? == true)
    }

    async fn settle(&self, before: &Before) -> ActionOutcome {
        self.two_turns().await;
        let mut windows = self.actions.windows.subscribe();
        if windows.borrow().opened > before.windows.opened {
            let all_arrived = windows.wait_for(|now| {
                now.arrived - before.windows.arrived >= now.opened - before.windows.opened
            });
            let _ = timeout(WINDOW_LIMIT, all_arrived).await;
        }
        let taken_up = |frames: &Frames| {
            frames
                .all()
                .iter()
                .all(|frame| frame.progress.requested.is_none())
                .then_some(())
        };
        if self
            .frames()
            .wait_for("the navigation", REQUEST_LIMIT, taken_up)
            .await
            .is_err()
        {
            self.frames().forget_requests();
        }
        let at_rest = |frames: &Frames| is_at_rest(frames, before).then_some(());
        let _ = self
            .frames()
            .wait_for("the navigation", NAVIGATION_LIMIT, at_rest)
            .await;
        self.outcome_since(before)
    }

    fn outcome_since(&self, before: &Before) -> ActionOutcome {
        let Some(main) = self.frames().main() else {
            return ActionOutcome::default();
        };
        let moved = main.progress.commits != before.commits
            || main.progress.within_document != before.within_document;
        let still_loading = match &main.progress.heading_for {
            Some(url) => Some(url.clone()),
            None if moved && !main.progress.loaded => Some(main.url.clone()),
            None => None,
        };
        ActionOutcome {
            navigated_to: moved.then_some(main.url),
            still_loading,
        }
    }

    async fn two_turns(&self) {
        let turns = async {
            let world = self.isolated_world(&self.main_frame()?.id).await?;
            world
                .call(Evaluation::new(TWO_TURNS).awaiting().within(TURN_LIMIT))
                .await
        };
        // A failure here means that the document went: then there is a navigation to wait for.
        let _ = turns.await;
    }
}

/// Where the page stood before an action.
struct Before {
    commits: u64,
    within_document: u64,
    windows: Windows,
}

impl Before {
    fn of(page: &Page) -> Result<Self, Failure> {
        let progress = page.main_frame()?.progress;
        let windows = *page.actions.windows.borrow();
        Ok(Self {
            commits: progress.commits,
            within_document: progress.within_document,
            windows,
        })
    }
}

fn is_at_rest(frames: &Frames, before: &Before) -> bool {
    let Some(main) = frames.main() else {
        return true;
    };
    let arrived = main.progress.commits == before.commits || main.progress.loaded;
    arrived
        && frames
            .all()
            .iter()
            .all(|frame| frame.progress.heading_for.is_none())
}
