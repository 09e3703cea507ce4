//! How a server is started.

use super::Client;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a server is started and what the client says of itself.
#[derive(Debug, Clone)]
pub struct Options {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    pub(super) folder: Option<PathBuf>,
    pub(super) timeout: Duration,
    pub(super) protocol_version: String,
    pub(super) roots: Option<Vec<PathBuf>>,
    pub(super) capabilities: Value,
}

impl Options {
    /// A headless server with a profile of its own, the Chromium found by [`crate::chromium`], and `--no-sandbox` only
    /// as root.
    ///
    /// # Panics
    /// If there is no Chromium on this machine.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let chromium =
            crate::chromium().expect("no Chromium on PATH; `cargo xtask test` installs one");
        let mut options = Self::bare(program)
            .flag("--headless")
            .flag("--isolated")
            .flag("--executablePath")
            .flag(chromium);
        if crate::runs_as_root() {
            options = options.flag("--chromeArg=--no-sandbox");
        }
        options
    }

    /// A server without any flag.
    pub fn bare(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            environment: Vec::new(),
            folder: None,
            timeout: Duration::from_secs(60),
            protocol_version: "2025-06-18".to_owned(),
            roots: None,
            capabilities: json!({}),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn flag(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn flags<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets a variable of the server's environment.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Starts the server in this folder.
    #[must_use]
    pub fn in_folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folder = Some(folder.as_ref().to_owned());
        self
    }

    /// How long one request may take before the client gives up; 60 s otherwise.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// The revision that `initialize` asks for; `2025-06-18` otherwise.
    #[must_use]
    pub fn protocol_version(mut self, version: &str) -> Self {
        version.clone_into(&mut self.protocol_version);
        self
    }

    /// Offers these folders as roots.
    #[must_use]
    pub fn roots(mut self, folders: impl IntoIterator<Item = PathBuf>) -> Self {
        self.roots = Some(folders.into_iter().collect());
        self.capabilities["roots"] = json!({"listChanged": true});
        self
    }

    /// Spawns the server without a word to it.
    ///
    /// # Panics
    /// If the program can't be started.
    pub fn spawn(self) -> Client {
        Client::spawn(self)
    }

    /// Spawns the server and shakes hands.
    ///
    /// # Panics
    /// If the program can't be started or `initialize` fails.
    pub fn start(self) -> Client {
        let client = self.spawn();
        client.initialize();
        client
    }
}
