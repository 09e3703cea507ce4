//! Going somewhere, and knowing when the page is there.

use crate::error::failure;
use crate::frames::{Frames, Progress};
use crate::{DialogAnswer, Page, ResultExt};
use cdp::CommandError;
use cdp::protocol::{page as protocol, runtime};
use records::Failure;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// A page that has not answered for this long while it should navigate is asked whether it still runs.
const SUSPICION: Duration = Duration::from_secs(1);

/// Where to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A URL.
    Url(String),
    /// One entry back in the history.
    Back,
    /// One entry forward in the history.
    Forward,
    /// The same document again.
    Reload {
        /// Bypass the HTTP cache.
        ignore_cache: bool,
    },
}

impl Page {
    /// Goes there and waits for the load event, at most `limit`. A `beforeunload` dialog on the way gets
    /// `leave`. A dialog that the new document opens while it loads ends the wait: the page is there, and stopped.
    pub async fn navigate(
        &self,
        to: &Destination,
        leave: DialogAnswer,
        limit: Duration,
    ) -> Result<(), Failure> {
        let before = self.main_frame()?.progress;
        if !self.has_crashed() {
            self.guard(async {
                self.free_if_stuck().await;
                Ok(())
            })
            .await?;
        }
        let deadline = Instant::now() + limit;
        let going = async {
            tokio::select! {
                outcome = self.go(to, &before, deadline) => outcome,
                never = self.answer_dialogs(|kind| kind == "beforeunload", leave.clone()) => match never {},
            }
        };
        match timeout(limit, self.until_stopped_by_document(&before, going)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(self.not_there_in_time(to, &before, limit)),
        }
    }

    async fn go(
        &self,
        to: &Destination,
        before: &Progress,
        deadline: Instant,
    ) -> Result<(), Failure> {
        let left = || deadline.saturating_duration_since(Instant::now());
        let within_document_counts = match to {
            Destination::Url(url) => {
                let command = protocol::Navigate {
                    url: url.clone(),
                    ..Default::default()
                };
                let answer = self.session().call_within(command, left()).await;
                let answer = answer.map_err(|error| refused(url, error))?;
                if let Some(reason) = answer.error_text.filter(|text| !text.is_empty()) {
                    return Err(Failure::Navigation {
                        url: url.clone(),
                        reason,
                    });
                }
                if answer.loader_id.is_none() {
                    return Ok(());
                }
                false
            }
            Destination::Reload { ignore_cache } => {
                let command = protocol::Reload {
                    ignore_cache: Some(*ignore_cache),
                    ..Default::default()
                };
                self.session()
                    .call_within(command, left())
                    .await
                    .or_failure("the reload")?;
                false
            }
            Destination::Back => self.go_in_history(-1, left()).await?,
            Destination::Forward => self.go_in_history(1, left()).await?,
        };
        let there = |frames: &Frames| {
            let now = frames.main()?.progress;
            let loaded = now.commits > before.commits && now.loaded && now.heading_for.is_none();
            let moved_within =
                within_document_counts && now.within_document > before.within_document;
            (loaded || moved_within).then_some(now.unreachable)
        };
        match self
            .frames()
            .wait_for("the load event", left(), there)
            .await?
        {
            None => Ok(()),
            Some(url) => Err(Failure::Navigation {
                url,
                reason: "The page could not be reached".to_owned(),
            }),
        }
    }

    async fn go_in_history(&self, step: i64, limit: Duration) -> Result<bool, Failure> {
        let session = self.session();
        let history = session
            .call_within(protocol::GetNavigationHistory::default(), limit)
            .await
            .or_failure("the history")?;
        let index = usize::try_from(history.current_index + step).ok();
        let Some(entry) = index.and_then(|index| history.entries.get(index)) else {
            let way = if step < 0 { "back" } else { "forward" };
            return Err(Failure::BadArgument(format!(
                "Page {} has nothing to go {way} to",
                self.id()
            )));
        };
        let command = protocol::NavigateToHistoryEntry { entry_id: entry.id };
        session
            .call_within(command, limit)
            .await
            .or_failure("the history")?;
        Ok(true)
    }

    /// Ends an endless loop of the old document. It would keep the new one from coming, and once the navigation has
    /// begun Chrome no longer takes the command that ends it.
    async fn free_if_stuck(&self) {
        if self.answers().await || self.dialog().is_some() {
            return;
        }
        tracing::debug!(page = %self.id(), "the page does not answer: its running script is ended");
        let terminated = self
            .session()
            .call_within(runtime::TerminateExecution {}, SUSPICION)
            .await;
        if terminated.is_err() || !self.answers().await {
            tracing::debug!(page = %self.id(), "the page still does not answer");
        }
    }

    /// Whether the page's main thread comes round within a second.
    async fn answers(&self) -> bool {
        let probe = runtime::Evaluate {
            expression: "0".to_owned(),
            ..Default::default()
        };
        let answer = self.session().call_within(probe, SUSPICION).await;
        !matches!(answer, Err(CommandError::Timeout { .. }))
    }

    /// Runs `going`, but is content when the new document has come and opened a dialog.
    async fn until_stopped_by_document(
        &self,
        before: &Progress,
        going: impl Future<Output = Result<(), Failure>>,
    ) -> Result<(), Failure> {
        let stopped = async {
            let mut state = self.state.subscribe();
            let opened = state.wait_for(|state| {
                state
                    .dialog
                    .as_ref()
                    .is_some_and(|(dialog, _)| dialog.kind != "beforeunload")
            });
            let opened = opened.await.map(|state| state.dialog.clone());
            match opened {
                Ok(Some((dialog, _))) => dialog,
                _ => std::future::pending().await,
            }
        };
        tokio::select! {
            outcome = self.guard_navigation(going) => outcome,
            dialog = stopped => {
                let arrived = self.main_frame()?.progress.commits > before.commits;
                if arrived { Ok(()) } else { Err(Failure::DialogOpen { dialog }) }
            }
        }
    }

    fn not_there_in_time(&self, to: &Destination, before: &Progress, limit: Duration) -> Failure {
        let arrived = self
            .frames()
            .main()
            .filter(|main| main.progress.commits > before.commits);
        let what = match (arrived, to) {
            (Some(main), _) => format!(
                "the load event of {}; its document is there ({}) and can be used",
                main.url,
                if main.progress.dom_content_loaded {
                    "parsed, still fetching"
                } else {
                    "still being parsed"
                }
            ),
            (None, Destination::Url(url)) => format!("an answer from {url}"),
            (None, _) => "the navigation to begin".to_owned(),
        };
        Failure::timeout(what, limit)
    }
}

/// Chrome refuses what is no URL at all before it tries to go there.
fn refused(url: &str, error: CommandError) -> Failure {
    match error {
        CommandError::Refused { message, .. } if message.contains("invalid URL") => {
            Failure::BadArgument(format!(
                "\"{url}\" is not a URL that a page can go to; give it with its scheme, such as https://example.org/"
            ))
        }
        other => failure(other, "the navigation"),
    }
}
