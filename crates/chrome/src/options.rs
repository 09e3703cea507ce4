//! How Chrome is to be launched.

use crate::Channel;
use std::ffi::OsString;
use std::path::PathBuf;

/// Where Chrome keeps cookies, storage and settings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Profile {
    /// A new folder in the system's temporary one, removed with Chrome.
    Isolated,
    /// Our own folder in the user's cache, one a channel, kept from run to run.
    #[default]
    Kept,
    /// A folder of the caller's choice, made if it is missing and never removed.
    At(PathBuf),
}

/// The program that cleans up when we are killed outright: our own binary with a hidden argument, whose `main` calls
/// [`sweep_main`](crate::sweep_main).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweeper {
    /// The program, normally [`std::env::current_exe`].
    pub program: PathBuf,
    /// Arguments that lead to `sweep_main`.
    pub args: Vec<OsString>,
}

/// How Chrome is to be launched. The default is what the options of the command line default to: stable Chrome (else
/// Chromium) with a window and the kept profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaunchOptions {
    /// The browser's binary; looked for when absent.
    pub executable: Option<PathBuf>,
    /// The channel to look for; ignored with `executable`. Absent: stable Chrome, else Chromium.
    pub channel: Option<Channel>,
    /// Without a window.
    pub headless: bool,
    /// The profile.
    pub profile: Profile,
    /// Arguments of the user's, appended last.
    pub args: Vec<String>,
    /// Default arguments to leave out: a whole argument, or its name without the value.
    pub ignore_default_args: Vec<String>,
    /// Width and height of the first window in CSS pixels.
    pub viewport: Option<(u32, u32)>,
    /// Proxy, as `--proxy-server` takes it.
    pub proxy_server: Option<String>,
    /// Tolerate bad TLS certificates.
    pub accept_insecure_certs: bool,
    /// Leave extensions on and let them be installed over the debugging pipe.
    pub extensions: bool,
    /// Cleans up when we are killed outright. Without one, a killed owner leaves its temporary profile to the next
    /// launch.
    pub sweeper: Option<Sweeper>,
}
