//! The way of a call: arguments → browser → page → the page's queue → the tool → sections.

use crate::{App, gate::Entry, order::Ticket, result};
use futures_util::FutureExt;
use page::{Browser, Page};
use records::{Dialog, Failure};
use render::{
    Place, Response,
    sections::{OpenDialog, OpenedPages, Pages, Reconnected},
};
use rmcp::model::CallToolResult;
use serde_json::{Map, Value};
use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tools::{Run, Services};

/// What a call gets on top of the `timeout` that it asks for, to report how it ended.
const REPORTING: Duration = Duration::from_secs(30);
/// Longest `timeout` that is taken at its word.
const LONGEST: Duration = Duration::from_secs(3600);

/// Runs a call to its end. When `ended` comes first the work is dropped, which cancels it.
pub(crate) async fn call(
    app: &App,
    entry: &Entry,
    arguments: Map<String, Value>,
    services: Services,
    ticket: &Ticket,
    ended: impl Future<Output = ()>,
) -> CallToolResult {
    let arguments = match app.gate().arguments(entry).check(arguments) {
        Ok(arguments) => arguments,
        Err(text) => return result::refused(text),
    };
    let started = Instant::now();
    let name = entry.tool.spec.name;
    let work = Work {
        app,
        entry,
        services: &services,
        ticket,
        limit: limit(&arguments, app.settings.call_limit),
    };
    let response = tokio::select! {
        // A call that is done is answered, also when the end comes in the same moment.
        biased;
        response = AssertUnwindSafe(work.run(arguments)).catch_unwind() => {
            response.unwrap_or_else(|panic| failed(&broken(name, &*panic)))
        }
        () = ended => failed(&Failure::Cancelled),
    };
    let rendered = response.render();
    tracing::info!(
        tool = name,
        ms = started.elapsed().as_millis() as u64,
        bytes = rendered.text.len(),
        failed = rendered.is_error,
        "call"
    );
    result::result(rendered, app.settings.structured_content)
}

struct Work<'a> {
    app: &'a App,
    entry: &'a Entry,
    services: &'a Services,
    ticket: &'a Ticket,
    limit: Duration,
}

impl Work<'_> {
    async fn run(&self, arguments: Map<String, Value>) -> Response {
        match self.entry.tool.run {
            Run::Offline(run) => {
                self.ticket.begin();
                answered(self.limited(run(self.services, arguments)).await)
            }
            Run::OnBrowser(run) => match self.browser().await {
                Ok((browser, restarted)) => {
                    let work = run(&browser, self.services, arguments);
                    let response = answered(self.on_browser(work).await);
                    self.finished(response, &browser, restarted).await
                }
                Err(failure) => failed(&failure),
            },
            Run::OnPage(run) => match self.browser().await {
                Ok((browser, restarted)) => {
                    let response = match self.page(&browser, arguments).await {
                        Ok((page, arguments)) => {
                            let work = run(&page, self.services, arguments);
                            let ran = self.in_turn(&page, work).await;
                            self.with_page_state(answered(ran), &browser, &page).await
                        }
                        Err(failure) => failed(&failure),
                    };
                    self.finished(response, &browser, restarted).await
                }
                Err(failure) => failed(&failure),
            },
        }
    }

    async fn browser(&self) -> Result<(Arc<Browser>, bool), Failure> {
        within(self.limit, "the browser", self.app.browsers.browser()).await
    }

    /// Browser-level work waits for no page. It begins in order; where calls do not name their page it also ends before
    /// the next one begins, since it may change which page is meant.
    async fn on_browser(
        &self,
        work: impl Future<Output = Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        self.is_first().await?;
        match self.app.settings.page_id_routing {
            true => self.ticket.begin_with(self.limited(work)).await,
            false => self.limited(work).await,
        }
    }

    /// The page that the call names, and the arguments without its name.
    async fn page(
        &self,
        browser: &Browser,
        mut arguments: Map<String, Value>,
    ) -> Result<(Arc<Page>, Map<String, Value>), Failure> {
        self.is_first().await?;
        let page = match arguments.shift_remove("pageId") {
            Some(id) => browser.page(whole(&id)?)?,
            None => browser.selected_page()?,
        };
        Ok((page, arguments))
    }

    /// Work on a page, once no other call holds it.
    async fn in_turn(
        &self,
        page: &Page,
        work: impl Future<Output = Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        if let Some(dialog) = page.dialog() {
            self.works_with(dialog)?;
            // The dialog may be what stops the call that holds the page: waiting for that call would be in vain.
            self.ticket.begin();
            return self.limited(work).await;
        }
        let lock = self.ticket.begin_with(page.lock());
        let name = self.entry.tool.spec.name;
        let turn = self.app.turns.take(page.id(), name, lock, self.limit);
        let _turn = turn.await?;
        if let Some(dialog) = page.dialog() {
            self.works_with(dialog)?;
        }
        self.limited(work).await
    }

    /// Adds what the call left behind.
    async fn with_page_state(
        &self,
        mut response: Response,
        browser: &Browser,
        page: &Page,
    ) -> Response {
        if let Some(dialog) = page.dialog()
            && !response.has(Place::Dialog)
        {
            response.push(OpenDialog(dialog));
        }
        if self.entry.tool.spec.lists_pages && !response.has(Place::Pages) {
            match within(self.limit, "the list of pages", browser.summaries()).await {
                Ok(pages) => response.push(Pages(pages)),
                Err(failure) => tracing::debug!(%failure, "answered without the list of pages"),
            }
        }
        response
    }

    /// Adds what the next answer is to tell: a new browser, and pages that opened since the last answer, unless this one
    /// lists all pages.
    async fn finished(
        &self,
        mut response: Response,
        browser: &Browser,
        restarted: bool,
    ) -> Response {
        if restarted {
            response.push(Reconnected);
        }
        let opened = browser.take_openings().await;
        if !opened.is_empty() && !response.has(Place::Pages) {
            response.push(OpenedPages(opened));
        }
        response
    }

    fn works_with(&self, dialog: Dialog) -> Result<(), Failure> {
        match self.entry.tool.spec.works_with_dialog {
            true => Ok(()),
            false => Err(Failure::DialogOpen { dialog }),
        }
    }

    async fn is_first(&self) -> Result<(), Failure> {
        let first = async {
            self.ticket.is_first().await;
            Ok(())
        };
        within(self.limit, "the calls before it to begin", first).await
    }

    async fn limited(
        &self,
        work: impl Future<Output = Result<Response, Failure>>,
    ) -> Result<Response, Failure> {
        let what = format!("{} to end", self.entry.tool.spec.name);
        within(self.limit, &what, work).await
    }
}

fn answered(ran: Result<Response, Failure>) -> Response {
    ran.unwrap_or_else(|failure| failed(&failure))
}

async fn within<T>(
    limit: Duration,
    what: &str,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(limit, work).await {
        Ok(done) => done,
        Err(_) => Err(Failure::timeout(what, limit)),
    }
}

/// The last net, wider for a call that asks for more time.
fn limit(arguments: &Map<String, Value>, usual: Duration) -> Duration {
    match arguments.get("timeout").and_then(Value::as_u64) {
        Some(asked) => usual.max(Duration::from_millis(asked).min(LONGEST) + REPORTING),
        None => usual,
    }
}

/// A page id: the schema lets any number through, as agents know it.
fn whole(id: &Value) -> Result<i64, Failure> {
    let fraction = |id: f64| (id.fract() == 0.0 && id.abs() < 9e15).then_some(id as i64);
    id.as_i64()
        .or_else(|| id.as_f64().and_then(fraction))
        .ok_or_else(|| Failure::BadArgument(format!("pageId is a whole number, not {id}")))
}

fn failed(failure: &Failure) -> Response {
    let mut response = Response::new();
    response.fail(failure);
    response
}

/// A panic of ours, as the caller reads it.
fn broken(name: &str, panic: &(dyn Any + Send)) -> Failure {
    let reason = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no reason given".to_owned());
    let reason = render::text::cut(&render::text::one_line(&reason), 300, "...");
    tracing::error!(tool = name, reason, "a call panicked");
    Failure::Protocol(format!(
        "{name} broke inside devtap ({reason}). This is a fault of devtap, not of the page; other calls go on"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_long_timeout_widens_the_net() {
        let usual = Duration::from_secs(180);
        let of = |value: Value| limit(value.as_object().expect("an object"), usual);
        assert_eq!(of(json!({})), usual);
        assert_eq!(of(json!({"timeout": 1000})), usual);
        assert_eq!(of(json!({"timeout": -1})), usual);
        assert_eq!(
            of(json!({"timeout": 600_000})),
            Duration::from_secs(600) + REPORTING
        );
        assert_eq!(of(json!({"timeout": u64::MAX})), LONGEST + REPORTING);
    }

    #[test]
    fn page_ids_are_whole() {
        assert_eq!(whole(&json!(2)), Ok(2));
        assert_eq!(whole(&json!(2.0)), Ok(2));
        assert!(whole(&json!(1.5)).is_err());
        assert!(whole(&json!(1e300)).is_err());
    }
}
