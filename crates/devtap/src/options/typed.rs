//! The options as the parts of the program take them.

use super::given::{AllGiven, headers, size};
use super::spec::{Id, Status};
use super::table::TABLE;
use chrome::{Channel, LaunchOptions, Profile};
use page::BrowserSource;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;
use tools::files::FileRoots;
use tools::{Category, services::ToolSettings};

/// Everything that `devtap` was asked for, checked.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the browser comes from.
    pub browser: BrowserOptions,
    /// What tools there are and how they work.
    pub tools: ToolOptions,
    /// `--logFile`, absolute.
    pub log_file: Option<PathBuf>,
    /// The configuration file that was read.
    pub config_file: Option<PathBuf>,
    /// Lines for the user, to be shown once on stderr.
    pub notices: Vec<String>,
}

/// Where the browser comes from.
#[derive(Debug, Clone)]
pub struct BrowserOptions {
    /// Launch or attach. The launch options lack the sweeper: the program that runs knows itself.
    pub source: BrowserSource,
    /// `--acceptInsecureCerts`, for a browser that is attached to as well.
    pub accept_insecure_certs: bool,
}

/// What tools there are and how they work.
#[derive(Debug, Clone)]
pub struct ToolOptions {
    /// Categories that were turned off.
    pub categories_off: HashSet<Category>,
    /// `--pageIdRouting`.
    pub page_id_routing: bool,
    /// `--experimentalStructuredContent`.
    pub structured_content: bool,
    /// `--javascriptEvaluation`.
    pub javascript_evaluation: bool,
    /// Settings that the tools read.
    pub settings: ToolSettings,
}

impl Options {
    pub(super) fn of(given: &AllGiven, config_file: Option<PathBuf>) -> Self {
        Self {
            browser: browser(given),
            tools: tools(given),
            log_file: path(given, Id::LogFile),
            config_file,
            notices: notices(given),
        }
    }
}

fn browser(given: &AllGiven) -> BrowserOptions {
    BrowserOptions {
        source: source(given),
        accept_insecure_certs: given.flag(Id::AcceptInsecureCerts),
    }
}

fn source(given: &AllGiven) -> BrowserSource {
    if let Some(url) = given.text(Id::WsEndpoint) {
        let headers = given
            .text(Id::WsHeaders)
            .and_then(|text| headers(&text).ok());
        return BrowserSource::WebSocket {
            url,
            headers: headers.unwrap_or_default(),
        };
    }
    if let Some(url) = given.text(Id::BrowserUrl) {
        return BrowserSource::BrowserUrl(url);
    }
    if given.flag(Id::AutoConnect) {
        return BrowserSource::AutoConnect {
            channel: channel(given),
            user_data_dir: path(given, Id::UserDataDir),
        };
    }
    BrowserSource::Launch(Box::new(launch(given)))
}

fn launch(given: &AllGiven) -> LaunchOptions {
    LaunchOptions {
        executable: path(given, Id::ExecutablePath),
        channel: channel(given),
        headless: given.flag(Id::Headless),
        profile: profile(given),
        args: texts(given, Id::ChromeArg),
        ignore_default_args: texts(given, Id::IgnoreDefaultChromeArg),
        viewport: given.text(Id::Viewport).and_then(|text| size(&text).ok()),
        proxy_server: given.text(Id::ProxyServer),
        accept_insecure_certs: given.flag(Id::AcceptInsecureCerts),
        extensions: given.flag(Id::CategoryExtensions),
        sweeper: None,
    }
}

fn profile(given: &AllGiven) -> Profile {
    match path(given, Id::UserDataDir) {
        Some(folder) => Profile::At(folder),
        None if given.flag(Id::Isolated) => Profile::Isolated,
        None => Profile::Kept,
    }
}

fn channel(given: &AllGiven) -> Option<Channel> {
    given.text(Id::Channel).and_then(|name| name.parse().ok())
}

fn tools(given: &AllGiven) -> ToolOptions {
    let categories = [
        (Id::CategoryInput, Category::Input),
        (Id::CategoryNavigation, Category::Navigation),
        (Id::CategoryDebugging, Category::Debugging),
        (Id::CategoryNetwork, Category::Network),
        (Id::CategoryExperimentalThirdParty, Category::ThirdParty),
    ];
    ToolOptions {
        categories_off: categories
            .into_iter()
            .filter(|&(id, _)| !given.flag(id))
            .map(|(_, category)| category)
            .collect(),
        page_id_routing: given.flag(Id::PageIdRouting),
        structured_content: given.flag(Id::ExperimentalStructuredContent),
        javascript_evaluation: given.flag(Id::JavascriptEvaluation),
        settings: ToolSettings {
            file_navigations: given.flag(Id::FileNavigations),
            screenshot_format: given.text(Id::ScreenshotFormat),
            screenshot_quality: given.number(Id::ScreenshotQuality),
            screenshot_max_width: given.number(Id::ScreenshotMaxWidth),
            screenshot_max_height: given.number(Id::ScreenshotMaxHeight),
            redact_network_headers: given.flag(Id::RedactNetworkHeaders),
            file_roots: file_roots(given),
            page_tool_limit: given
                .number(Id::ToolTimeout)
                .map_or(ToolSettings::default().page_tool_limit, |ms| {
                    Duration::from_millis(ms.into())
                }),
        },
    }
}

fn file_roots(given: &AllGiven) -> FileRoots {
    if given.flag(Id::AllowUnrestrictedPaths) {
        return FileRoots::Unrestricted;
    }
    match given.list(Id::FilesystemRoot) {
        [] => FileRoots::default(),
        folders => FileRoots::Within(folders.iter().map(absolute).collect()),
    }
}

fn path(given: &AllGiven, id: Id) -> Option<PathBuf> {
    given.os_text(id).map(absolute)
}

/// Relative paths start at the working folder of the start, whatever happens to it later.
fn absolute(path: impl AsRef<std::ffi::OsStr>) -> PathBuf {
    let path = path.as_ref();
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

fn texts(given: &AllGiven, id: Id) -> Vec<String> {
    let texts = given.list(id).iter();
    texts
        .map(|text| text.to_string_lossy().into_owned())
        .collect()
}

/// What was asked for and does not happen yet. Switching off what is not there yet needs no notice.
fn notices(given: &AllGiven) -> Vec<String> {
    TABLE
        .iter()
        .filter(|spec| given.asks_for(spec.id))
        .filter_map(|spec| match spec.status {
            Status::Later("") => Some(format!("--{} is accepted but has no effect yet", spec.name)),
            Status::Later(meaning) => Some(format!(
                "--{} is accepted but has no effect yet: {meaning}",
                spec.name
            )),
            Status::Works | Status::Ignored => None,
        })
        .collect()
}
