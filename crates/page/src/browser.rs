//! One running browser and its pages.

use crate::page::Target;
use crate::{Page, ResultExt};
use cdp::protocol::{browser, page as protocol, runtime, target};
use cdp::{CommandError, Connection, Event, EventStream, Session, SessionId};
use chrome::LaunchedChrome;
use records::{Failure, OpenedPage, PageId, PageSummary};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Limit for the browser's first answer.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(20);
/// Limit for a new page to be there and prepared.
const PAGE_LIMIT: Duration = Duration::from_secs(10);
/// Limit for a page to close.
const CLOSE_LIMIT: Duration = Duration::from_secs(5);
/// Limit for the browser to close.
const EXIT_LIMIT: Duration = Duration::from_secs(5);
/// Openings that wait to be told are dropped beyond this number (a page may open windows without end).
const OPENINGS_KEPT: usize = 50;

/// One running browser and its pages.
pub struct Browser {
    connection: Connection,
    session: Session,
    process: Mutex<Option<LaunchedChrome>>,
    ignore_certificate_errors: bool,
    viewport: Option<(u32, u32)>,
    registry: Mutex<Registry>,
    /// Told whenever a page comes or goes.
    changes: watch::Sender<u64>,
    snapshot_counter: Arc<AtomicU32>,
}

#[derive(Default)]
struct Registry {
    pages: BTreeMap<PageId, Arc<Page>>,
    last_id: u32,
    selected: Option<PageId>,
    /// The selected page went away by itself.
    lost_selection: Option<PageId>,
    /// Browser context ids of isolated contexts, by name.
    contexts: HashMap<String, String>,
    /// Pages opened by pages, not told of yet, with the target that opened them.
    openings: Vec<(PageId, String)>,
    /// Tabs told of whose page has not come yet.
    tabs_waiting: usize,
}

/// Where a new page is made.
#[derive(Debug, Clone, Default)]
pub struct NewPage {
    /// Do not bring it to the front.
    pub background: bool,
    /// Name of an isolated browser context, made when first named.
    pub isolated_context: Option<String>,
}

impl Browser {
    /// Takes over a connection: attaches to every page there is and to each that comes.
    pub(crate) async fn take_over(
        connection: Connection,
        process: Option<LaunchedChrome>,
        ignore_certificate_errors: bool,
        viewport: Option<(u32, u32)>,
    ) -> Result<Arc<Self>, (Failure, Option<LaunchedChrome>)> {
        let session = connection.browser();
        let version = session
            .call_within(browser::GetVersion::default(), HANDSHAKE_LIMIT)
            .await;
        if let Err(error) = version {
            let what = match error {
                CommandError::Timeout { limit, .. } => {
                    format!("did not answer within {} s", limit.as_secs())
                }
                CommandError::ConnectionClosed { reason, .. } => {
                    format!("ended the connection before its first answer ({reason})")
                }
                other => format!("gave no good first answer ({other})"),
            };
            return Err((Failure::Browser(what), process));
        }
        let events = session.events(&[target::event::AttachedToTarget::METHOD]);
        let browser = Arc::new(Self {
            connection,
            session,
            process: Mutex::new(process),
            ignore_certificate_errors,
            viewport,
            registry: Mutex::default(),
            changes: watch::Sender::new(0),
            snapshot_counter: Arc::default(),
        });
        match browser.attach_to_tabs(events).await {
            Ok(()) => Ok(browser),
            Err(failure) => {
                let process = browser.lock_process().take();
                Err((failure, process))
            }
        }
    }

    async fn attach_to_tabs(self: &Arc<Self>, events: EventStream) -> Result<(), Failure> {
        tokio::spawn(self.clone().follow_tabs(events));
        // Pages hang below tabs: when a prerendered document is shown, its page target takes the place of the old one in
        // the same tab, and the page's number stays.
        let attach = auto_attach("tab");
        self.session
            .call_within(attach, HANDSHAKE_LIMIT)
            .await
            .or_failure("attaching to the browser's tabs")?;
        let settled = |registry: &Registry| {
            (registry.tabs_waiting == 0 && !registry.pages.is_empty()).then_some(())
        };
        if self.wait_for(PAGE_LIMIT, settled).await.is_none() {
            tracing::debug!("not every tab showed its page in time");
        }
        for page in self.pages() {
            let _ = timeout(PAGE_LIMIT, page.ready()).await;
            self.fit_window(&page).await;
        }
        let mut registry = self.lock();
        registry.selected = registry.pages.keys().next().copied();
        registry.openings.clear();
        Ok(())
    }

    async fn follow_tabs(self: Arc<Self>, mut events: EventStream) {
        while let Some(event) = events.next().await {
            let Some(attached) = event.read::<target::event::AttachedToTarget>() else {
                continue;
            };
            let session = self
                .connection
                .session(SessionId(attached.session_id.as_str().into()));
            if attached.target_info.r#type != "tab" {
                session.send(runtime::RunIfWaitingForDebugger::default());
                continue;
            }
            self.lock().tabs_waiting += 1;
            tokio::spawn(self.clone().follow_tab(session));
        }
        for page in self.pages() {
            page.state.send_modify(|state| state.closed = true);
        }
        self.changes.send_modify(|version| *version += 1);
    }

    /// The life of one tab: one page, whose target may change.
    async fn follow_tab(self: Arc<Self>, tab: Session) {
        let mut events = tab.events(&[
            target::event::AttachedToTarget::METHOD,
            target::event::DetachedFromTarget::METHOD,
        ]);
        // The tab holds its page before the first script; it is let go once the page is prepared. Should no page show up,
        // the answer to this command comes without one, and the tab is let go all the same.
        let attached = tab.call_within(auto_attach("page"), PAGE_LIMIT);
        let mut attached = std::pin::pin!(attached);
        let mut asked = true;
        let mut page: Option<Arc<Page>> = None;
        // A document rendered ahead, waiting to be shown.
        let mut spare: Option<Target> = None;
        let mut waiting = true;
        loop {
            let event = tokio::select! {
                biased;
                event = events.next() => event,
                _ = &mut attached, if asked => {
                    asked = false;
                    tab.send(runtime::RunIfWaitingForDebugger::default());
                    continue;
                }
            };
            let Some(event) = event else { break };
            if let Some(attached) = event.read::<target::event::AttachedToTarget>() {
                let info = attached.target_info;
                let session = self
                    .connection
                    .session(SessionId(attached.session_id.as_str().into()));
                let target = Target {
                    id: info.target_id.as_str().into(),
                    session,
                };
                match &page {
                    Some(_) if info.subtype.as_deref() == Some("prerender") => {
                        target
                            .session
                            .send(runtime::RunIfWaitingForDebugger::default());
                        spare = Some(target);
                    }
                    Some(page) => self.replace_target(page, target),
                    None => page = self.add_page(target, &info),
                }
                if std::mem::take(&mut waiting) {
                    self.lock().tabs_waiting -= 1;
                    self.changes.send_modify(|version| *version += 1);
                }
            } else if let (Some(page), Some(detached)) =
                (&page, event.read::<target::event::DetachedFromTarget>())
            {
                let shown = page
                    .session()
                    .id()
                    .is_some_and(|id| *id.0 == *detached.session_id);
                match spare.take_if(|_| shown) {
                    Some(target) => self.replace_target(page, target),
                    None => {
                        spare = spare.filter(|spare| {
                            spare
                                .session
                                .id()
                                .is_some_and(|id| *id.0 != *detached.session_id)
                        })
                    }
                }
            }
        }
        if waiting {
            self.lock().tabs_waiting -= 1;
        }
        if let Some(page) = page {
            self.remove_page(&page);
        }
        self.changes.send_modify(|version| *version += 1);
    }

    fn add_page(self: &Arc<Self>, target: Target, info: &target::TargetInfo) -> Option<Arc<Page>> {
        if info.url.starts_with("devtools://") {
            target
                .session
                .send(runtime::RunIfWaitingForDebugger::default());
            return None;
        }
        let session = target.session.clone();
        let page = {
            let mut registry = self.lock();
            registry.last_id += 1;
            let id = PageId(registry.last_id);
            let context = info.browser_context_id.as_ref().and_then(|wanted| {
                registry
                    .contexts
                    .iter()
                    .find(|(_, id)| *id == wanted)
                    .map(|(name, _)| name.clone())
            });
            let page = Arc::new(Page::new(
                id,
                context,
                self.connection.clone(),
                target,
                self.snapshot_counter.clone(),
            ));
            registry.pages.insert(id, page.clone());
            if let Some(opener) = &info.opener_id
                && registry.openings.len() < OPENINGS_KEPT
            {
                registry.openings.push((id, opener.clone()));
            }
            page
        };
        if let Some(opener) = &info.opener_id {
            let opener = self
                .pages()
                .into_iter()
                .find(|page| *page.target_id() == **opener);
            if let Some(opener) = opener {
                let page = page.clone();
                tokio::spawn(async move {
                    let _ = timeout(PAGE_LIMIT, page.has_url()).await;
                    opener.actions.window_arrived();
                });
            }
        }
        self.prepare(&page, session);
        Some(page)
    }

    fn replace_target(&self, page: &Arc<Page>, target: Target) {
        let session = target.session.clone();
        *page.target.lock().unwrap_or_else(PoisonError::into_inner) = target;
        page.frames().clear();
        self.prepare(page, session);
    }

    fn prepare(&self, page: &Arc<Page>, session: Session) {
        if self.ignore_certificate_errors {
            session.send(cdp::protocol::security::SetIgnoreCertificateErrors { ignore: true });
        }
        page.attach_main(session);
    }

    fn remove_page(&self, page: &Page) {
        page.state.send_modify(|state| {
            state.closed = true;
            state.dialog = None;
        });
        let mut registry = self.lock();
        registry.pages.remove(&page.id());
        registry.openings.retain(|(id, _)| *id != page.id());
        if registry.selected == Some(page.id()) {
            registry.selected = None;
            registry.lost_selection = Some(page.id());
        }
    }

    /// Whether the browser or its connection has ended.
    pub fn is_gone(&self) -> bool {
        self.connection.is_closed()
    }

    /// Open pages, by number.
    pub fn pages(&self) -> Vec<Arc<Page>> {
        self.lock().pages.values().cloned().collect()
    }

    /// The page with this number.
    pub fn page(&self, id: i64) -> Result<Arc<Page>, Failure> {
        let registry = self.lock();
        let wanted = u32::try_from(id).ok().map(PageId);
        match wanted.and_then(|id| registry.pages.get(&id)) {
            Some(page) => Ok(page.clone()),
            None => match wanted {
                Some(page) if page.0 >= 1 && page.0 <= registry.last_id => {
                    Err(Failure::PageClosed { page })
                }
                _ => Err(Failure::NoSuchPage {
                    asked: id,
                    open: registry.pages.keys().copied().collect(),
                }),
            },
        }
    }

    /// The selected page. Fails when it has gone away by itself: none is chosen in its place.
    pub fn selected_page(&self) -> Result<Arc<Page>, Failure> {
        let registry = self.lock();
        match (
            registry.selected.and_then(|id| registry.pages.get(&id)),
            registry.lost_selection,
        ) {
            (Some(page), _) => Ok(page.clone()),
            (None, Some(page)) => Err(Failure::PageClosed { page }),
            (None, None) => Err(Failure::Browser(
                "The browser has no page open; open one with new_page".to_owned(),
            )),
        }
    }

    /// Makes a page the selected one.
    pub fn select(&self, page: &Page) {
        let mut registry = self.lock();
        registry.selected = Some(page.id());
        registry.lost_selection = None;
    }

    /// The selected page that went away by itself and has no successor yet.
    pub fn lost_selection(&self) -> Option<PageId> {
        self.lock().lost_selection
    }

    /// All pages with URL and title as they are now, also of pages that hang.
    pub async fn summaries(&self) -> Result<Vec<PageSummary>, Failure> {
        let filter = vec![target::FilterEntry {
            r#type: Some("page".to_owned()),
            exclude: None,
        }];
        let targets = self
            .session
            .call(target::GetTargets {
                filter: Some(filter),
            })
            .await
            .or_failure("the list of pages")?;
        let told: HashMap<String, target::TargetInfo> = targets
            .target_infos
            .into_iter()
            .map(|info| (info.target_id.clone(), info))
            .collect();
        let registry = self.lock();
        let summaries = registry.pages.values().map(|page| {
            let info = told.get(&*page.target_id());
            // A page that is still on its way has no URL of its own yet.
            let frame_url = || {
                let main = page.frames().main();
                main.map(|main| main.progress.heading_for.unwrap_or(main.url))
                    .unwrap_or_default()
            };
            PageSummary {
                id: page.id(),
                url: info
                    .map(|info| info.url.clone())
                    .filter(|url| !url.is_empty())
                    .unwrap_or_else(frame_url),
                title: info.map(|info| info.title.clone()).unwrap_or_default(),
                selected: registry.selected == Some(page.id()),
                isolated_context: page.isolated_context().map(str::to_owned),
            }
        });
        Ok(summaries.collect())
    }

    /// Pages that pages have opened since this was last asked, if they are still there.
    pub async fn take_openings(&self) -> Vec<OpenedPage> {
        let openings = std::mem::take(&mut self.lock().openings);
        if openings.is_empty() {
            return Vec::new();
        }
        let summaries = self.summaries().await.unwrap_or_default();
        let opener_of = |target: &str| {
            self.pages()
                .into_iter()
                .find(|page| *page.target_id() == *target)
        };
        openings
            .iter()
            .filter_map(|(id, opener)| {
                let page = summaries.iter().find(|summary| summary.id == *id)?.clone();
                Some(OpenedPage {
                    page,
                    opener: opener_of(opener).map(|page| page.id()),
                })
            })
            .collect()
    }

    /// Opens an empty page.
    pub async fn open_page(&self, options: &NewPage) -> Result<Arc<Page>, Failure> {
        let browser_context_id = match &options.isolated_context {
            Some(name) => Some(self.isolated_context(name).await?),
            None => None,
        };
        let command = target::CreateTarget {
            url: "about:blank".to_owned(),
            browser_context_id,
            background: Some(options.background),
            ..Default::default()
        };
        let created = self.session.call(command).await.or_failure("a new page")?;
        let arrived = |registry: &Registry| {
            registry
                .pages
                .values()
                .find(|page| *page.target_id() == *created.target_id)
                .cloned()
        };
        let Some(page) = self.wait_for(PAGE_LIMIT, arrived).await else {
            return Err(Failure::timeout("the new page", PAGE_LIMIT));
        };
        if timeout(PAGE_LIMIT, page.ready()).await.is_err() {
            return Err(Failure::timeout("the new page", PAGE_LIMIT));
        }
        self.fit_window(&page).await;
        Ok(page)
    }

    /// Gives a page's window the content size that was asked for; a switch of Chrome's sets that of the whole window.
    async fn fit_window(&self, page: &Page) {
        let Some((width, height)) = self.viewport else {
            return;
        };
        let fit = async {
            let target_id = Some(page.target_id().to_string());
            let window = self
                .session
                .call(browser::GetWindowForTarget { target_id })
                .await?;
            let size = browser::SetContentsSize {
                window_id: window.window_id,
                width: Some(width.into()),
                height: Some(height.into()),
            };
            self.session.call(size).await
        };
        if let Err(error) = fit.await {
            tracing::debug!(%error, "the window keeps its size");
        }
    }

    async fn isolated_context(&self, name: &str) -> Result<String, Failure> {
        if let Some(id) = self.lock().contexts.get(name) {
            return Ok(id.clone());
        }
        let command = target::CreateBrowserContext {
            dispose_on_detach: Some(true),
            ..Default::default()
        };
        let created = self
            .session
            .call(command)
            .await
            .or_failure("an isolated context")?;
        self.lock()
            .contexts
            .insert(name.to_owned(), created.browser_context_id.clone());
        Ok(created.browser_context_id)
    }

    /// Closes a page, without asking it.
    pub async fn close_page(&self, page: &Page) -> Result<(), Failure> {
        let command = target::CloseTarget {
            target_id: page.target_id().to_string(),
        };
        self.session
            .call_within(command, CLOSE_LIMIT)
            .await
            .or_failure("closing the page")?;
        let id = page.id();
        let gone = |registry: &Registry| (!registry.pages.contains_key(&id)).then_some(());
        self.wait_for(CLOSE_LIMIT, gone)
            .await
            .ok_or_else(|| Failure::timeout("the page to close", CLOSE_LIMIT))
    }

    /// Shows a page in front of the others.
    pub async fn bring_to_front(&self, page: &Page) -> Result<(), Failure> {
        page.session()
            .call(protocol::BringToFront::default())
            .await
            .or_failure("bringing the page to the front")?;
        Ok(())
    }

    /// Ends the browser if we started it, else lets go of it.
    pub async fn shut_down(&self) {
        let process = self.lock_process().take();
        if let Some(process) = process {
            let close = self
                .session
                .call_within(browser::Close::default(), EXIT_LIMIT);
            if let Err(error) = close.await {
                tracing::debug!(%error, "the browser did not take the command to close");
            }
            self.connection.close();
            process.shut_down(EXIT_LIMIT).await;
        } else {
            self.connection.close();
        }
    }

    /// Waits until the registry shows what `ready` looks for.
    async fn wait_for<T>(
        &self,
        limit: Duration,
        ready: impl Fn(&Registry) -> Option<T>,
    ) -> Option<T> {
        let mut changes = self.changes.subscribe();
        let wait = async {
            loop {
                changes.borrow_and_update();
                if let Some(value) = ready(&self.lock()) {
                    return Some(value);
                }
                tokio::select! {
                    changed = changes.changed() => changed.ok()?,
                    _ = self.connection.closed() => return None,
                }
            }
        };
        timeout(limit, wait).await.ok().flatten()
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_process(&self) -> MutexGuard<'_, Option<LaunchedChrome>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Attach to each target of one type as it comes, held until we let it run.
fn auto_attach(kind: &str) -> target::SetAutoAttach {
    target::SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: Some(true),
        filter: Some(vec![
            target::FilterEntry {
                r#type: Some(kind.to_owned()),
                exclude: None,
            },
            target::FilterEntry {
                r#type: None,
                exclude: Some(true),
            },
        ]),
    }
}
