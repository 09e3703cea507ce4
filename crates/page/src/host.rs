//! Where the browser comes from: started when first needed, and again when it died.

use crate::Browser;
use cdp::{Connection, Endpoint};
use chrome::{Channel, LaunchOptions, LaunchedChrome};
use records::Failure;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Limit for reaching a running browser.
const ATTACH_LIMIT: Duration = Duration::from_secs(10);

/// Where a browser comes from.
#[derive(Debug, Clone)]
pub enum BrowserSource {
    /// We start it, and it ends with us.
    Launch(Box<LaunchOptions>),
    /// A running browser's HTTP debugging address.
    BrowserUrl(String),
    /// A running browser's WebSocket.
    WebSocket {
        /// `ws:` or `wss:` address.
        url: String,
        /// Extra headers of the handshake.
        headers: Vec<(String, String)>,
    },
    /// The user's own running Chrome, found by its profile.
    AutoConnect {
        /// Which Chrome.
        channel: Option<Channel>,
        /// Its profile folder, if not the usual one.
        user_data_dir: Option<PathBuf>,
    },
}

/// Starts the browser with the first call that needs it.
pub struct BrowserHost {
    source: BrowserSource,
    ignore_certificate_errors: bool,
    /// Held while a browser starts, so that calls at the same time share one.
    starting: tokio::sync::Mutex<()>,
    running: Mutex<Option<Arc<Browser>>>,
}

impl BrowserHost {
    /// Nothing is started yet.
    pub fn new(source: BrowserSource, ignore_certificate_errors: bool) -> Self {
        Self {
            source,
            ignore_certificate_errors,
            starting: tokio::sync::Mutex::default(),
            running: Mutex::default(),
        }
    }

    /// The browser, if it runs.
    pub fn running(&self) -> Option<Arc<Browser>> {
        self.known().filter(|browser| !browser.is_gone())
    }

    /// The browser, started if need be. `true` when it took the place of one that went away.
    pub async fn browser(&self) -> Result<(Arc<Browser>, bool), Failure> {
        if let Some(browser) = self.running() {
            return Ok((browser, false));
        }
        let _starting = self.starting.lock().await;
        if let Some(browser) = self.running() {
            return Ok((browser, false));
        }
        let gone = self.known();
        if let Some(gone) = &gone {
            gone.shut_down().await;
        }
        let browser = self.start().await?;
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(browser.clone());
        Ok((browser, gone.is_some()))
    }

    /// Ends the browser if we started it.
    pub async fn shut_down(&self) {
        let running = self
            .running
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(browser) = running {
            browser.shut_down().await;
        }
    }

    fn known(&self) -> Option<Arc<Browser>> {
        self.running
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn start(&self) -> Result<Arc<Browser>, Failure> {
        match &self.source {
            BrowserSource::Launch(options) => self.launch(options).await,
            BrowserSource::BrowserUrl(url) => {
                let address = chrome::resolve_browser_url(url, ATTACH_LIMIT)
                    .await
                    .map_err(browser_failure)?;
                self.attach(address.url, Vec::new()).await
            }
            BrowserSource::WebSocket { url, headers } => {
                self.attach(url.clone(), headers.clone()).await
            }
            BrowserSource::AutoConnect {
                channel,
                user_data_dir,
            } => {
                let address = chrome::auto_connect(*channel, user_data_dir.as_deref())
                    .await
                    .map_err(browser_failure)?;
                self.attach(address, Vec::new()).await
            }
        }
    }

    async fn launch(&self, options: &LaunchOptions) -> Result<Arc<Browser>, Failure> {
        let mut process = chrome::launch(options).await.map_err(browser_failure)?;
        let Some((read, write)) = process.take_pipe() else {
            return Err(Failure::Browser(
                "The browser was started without its pipe".to_owned(),
            ));
        };
        let connection = Connection::open(Endpoint::Pipe { read, write })
            .await
            .map_err(browser_failure)?;
        let viewport = options.viewport;
        let certificates = self.ignore_certificate_errors;
        match Browser::take_over(connection, Some(process), certificates, viewport).await {
            Ok(browser) => Ok(browser),
            Err((failure, Some(process))) => Err(explain(process, &failure).await),
            Err((failure, None)) => Err(failure),
        }
    }

    async fn attach(
        &self,
        url: String,
        headers: Vec<(String, String)>,
    ) -> Result<Arc<Browser>, Failure> {
        let endpoint = Endpoint::WebSocket {
            url,
            headers,
            limit: ATTACH_LIMIT,
        };
        let connection = Connection::open(endpoint).await.map_err(browser_failure)?;
        let browser =
            Browser::take_over(connection, None, self.ignore_certificate_errors, None).await;
        browser
            .map_err(|(failure, _)| Failure::Browser(format!("The browser attached to {failure}")))
    }
}

/// What the process said while it failed tells more than the pipe's end.
async fn explain(mut process: LaunchedChrome, failure: &Failure) -> Failure {
    browser_failure(process.explain_failure(&failure.to_string()).await)
}

fn browser_failure(error: impl std::fmt::Display) -> Failure {
    Failure::Browser(error.to_string())
}
