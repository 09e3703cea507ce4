//! JavaScript dialogs: they stop one page until someone answers.

use crate::page::DialogSession;
use crate::{Page, ResultExt};
use cdp::{Session, protocol::page as protocol};
use records::{Dialog, Failure};
use std::convert::Infallible;
use std::time::Duration;

/// Limit for Chrome to close a dialog.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);

/// What to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DialogAnswer {
    /// OK, with the text of a `prompt`.
    Accept(Option<String>),
    /// Cancel.
    Dismiss,
}

impl Page {
    pub(crate) fn dialog_opened(
        &self,
        session: &Session,
        event: protocol::event::JavascriptDialogOpening,
    ) {
        let dialog = Dialog {
            kind: event.r#type.to_string(),
            message: event.message,
            default_value: event.default_prompt.unwrap_or_default(),
        };
        self.state.send_modify(|state| {
            state.dialogs += 1;
            let told_by = DialogSession {
                session: session.clone(),
                serial: state.dialogs,
            };
            state.dialog = Some((dialog, told_by));
        });
    }

    pub(crate) fn dialog_closed(&self) {
        self.state
            .send_if_modified(|state| state.dialog.take().is_some());
    }

    /// Answers the open dialog and says which it was.
    pub async fn answer_dialog(&self, answer: DialogAnswer) -> Result<Dialog, Failure> {
        let open = self.state.borrow().dialog.clone();
        let Some((dialog, DialogSession { session, serial })) = open else {
            return Err(Failure::BadArgument(format!(
                "No dialog is open on page {}",
                self.id()
            )));
        };
        let (accept, prompt_text) = match answer {
            DialogAnswer::Accept(text) => (true, text),
            DialogAnswer::Dismiss => (false, None),
        };
        let command = protocol::HandleJavaScriptDialog {
            accept,
            prompt_text,
        };
        let answered = session.call_within(command, CLOSE_LIMIT).await;
        // Its scripts go on at once and may have opened the next dialog: only this one is over.
        self.state.send_if_modified(|state| {
            state
                .dialog
                .take_if(|(_, told_by)| told_by.serial == serial)
                .is_some()
        });
        answered.or_failure("closing the dialog")?;
        Ok(dialog)
    }

    /// Answers each dialog whose kind `which` accepts; never ends.
    pub(crate) async fn answer_dialogs(
        &self,
        which: impl Fn(&str) -> bool,
        answer: DialogAnswer,
    ) -> Infallible {
        let mut state = self.state.subscribe();
        loop {
            let asked = state.wait_for(|state| {
                state
                    .dialog
                    .as_ref()
                    .is_some_and(|(dialog, _)| which(&dialog.kind))
            });
            if asked.await.is_err() {
                return std::future::pending().await;
            }
            if let Err(failure) = self.answer_dialog(answer.clone()).await {
                tracing::debug!(%failure, "a dialog could not be answered");
            }
        }
    }
}
