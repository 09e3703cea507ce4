//! Every option, once: the parser, the help and docs/options.md are made from this table.
//!
//! Names, aliases, types and choices follow chrome-devtools-mcp 1.11.0, so that a configuration written for it starts; the
//! options under [`Group::PageTools`] but one are ours. To add an option add a row here and read it in `typed.rs`.

use super::spec::{Check, Group, Id, Spec, Status, choice, flag, list, number, path, paths, text};
use Group::{Attach, Categories, Files, Images, Launch, PageTools, Server, Traffic, Working};
use Status::{Ignored, Later};

/// What takes effect later and would leave a user unprotected meanwhile.
const NOT_FILTERED: Status = Later("no address is blocked");

/// The options in the order of the help. Indexed by [`Id`].
pub(super) static TABLE: &[Spec] = &[
    // Attach
    flag(Id::AutoConnect, "autoConnect", Attach, "attach to your own running Chrome (144 or newer; allow it at chrome://inspect/#remote-debugging)"),
    text(Id::BrowserUrl, "browserUrl", "URL", Attach, "attach to a Chrome that runs with --remote-debugging-port, such as http://127.0.0.1:9222").short('u').check(Check::Url),
    text(Id::WsEndpoint, "wsEndpoint", "URL", Attach, "attach to a browser's WebSocket, such as ws://127.0.0.1:9222/devtools/browser/ID").short('w').check(Check::WebSocketUrl),
    text(Id::WsHeaders, "wsHeaders", "JSON", Attach, "headers for that WebSocket, as a JSON object such as '{\"Authorization\":\"Bearer …\"}'").check(Check::Headers),
    // Launch
    flag(Id::Headless, "headless", Launch, "start Chrome without a window"),
    flag(Id::Isolated, "isolated", Launch, "use a new profile that is removed with the browser"),
    path(Id::ExecutablePath, "executablePath", Launch, "the browser to start, instead of the one that is found").short('e'),
    choice(Id::Channel, "channel", &["stable", "beta", "dev", "canary"], "stable", Launch, "the release channel to look for"),
    path(Id::UserDataDir, "userDataDir", Launch, "profile folder to use (with --autoConnect: whose browser to attach to)"),
    text(Id::Viewport, "viewport", "WxH", Launch, "size of the first window in CSS pixels, such as 1280x720").check(Check::Size),
    list(Id::ChromeArg, "chromeArg", "ARG", Launch, "further argument for Chrome, written --chromeArg=--lang=de; may be repeated"),
    list(Id::IgnoreDefaultChromeArg, "ignoreDefaultChromeArg", "ARG", Launch, "argument that Chrome gets by default and should not get; may be repeated"),
    text(Id::ProxyServer, "proxyServer", "PROXY", Launch, "proxy for Chrome, as its --proxy-server takes it"),
    // Traffic
    flag(Id::AcceptInsecureCerts, "acceptInsecureCerts", Traffic, "tolerate bad TLS certificates"),
    flag(Id::FileNavigations, "fileNavigations", Traffic, "let pages be opened from file: addresses").on(),
    list(Id::BlockedUrlPattern, "blockedUrlPattern", "PATTERN", Traffic, "addresses that the browser must not load; may be repeated").check(Check::NotEmpty).status(NOT_FILTERED),
    list(Id::AllowedUrlPattern, "allowedUrlPattern", "PATTERN", Traffic, "the only addresses that the browser may load; may be repeated").check(Check::NotEmpty).status(NOT_FILTERED),
    flag(Id::RedactNetworkHeaders, "redactNetworkHeaders", Traffic, "hide the values of cookies, tokens and other secret headers"),
    // Categories
    flag(Id::CategoryInput, "categoryInput", Categories, "click, fill and other input").on(),
    flag(Id::CategoryNavigation, "categoryNavigation", Categories, "opening, choosing and closing pages, navigation").on(),
    flag(Id::CategoryDebugging, "categoryDebugging", Categories, "snapshots, screenshots, scripts, console").on(),
    flag(Id::CategoryNetwork, "categoryNetwork", Categories, "network requests").on(),
    flag(Id::CategoryExperimentalThirdParty, "categoryExperimentalThirdParty", Categories, "the page's own developer tools").on(),
    flag(Id::CategoryEmulation, "categoryEmulation", Categories, "emulation of devices and conditions").on().later(),
    flag(Id::CategoryPerformance, "categoryPerformance", Categories, "performance traces").on().later(),
    flag(Id::CategoryMemory, "categoryMemory", Categories, "heap snapshots").on().later(),
    flag(Id::CategoryExtensions, "categoryExtensions", Categories, "browser extensions").later(),
    flag(Id::CategoryExperimentalWebmcp, "categoryExperimentalWebmcp", Categories, "WebMCP tools of pages").later(),
    flag(Id::CategoryPwa, "categoryPwa", Categories, "installed web apps").later(),
    // Working
    flag(Id::PageIdRouting, "pageIdRouting", Working, "page tools name their page by pageId; without it they work on the selected page").on(),
    flag(Id::JavascriptEvaluation, "javascriptEvaluation", Working, "let callers run scripts of their own").on(),
    flag(Id::ExperimentalStructuredContent, "experimentalStructuredContent", Working, "answer with structuredContent too"),
    flag(Id::SourceMaps, "sourceMaps", Working, "map stack traces back to the sources").on().later(),
    flag(Id::Slim, "slim", Working, "offer three small tools only").later(),
    flag(Id::ExperimentalVision, "experimentalVision", Working, "add clicking at coordinates").later(),
    flag(Id::MemoryDebugging, "memoryDebugging", Working, "add the analysis of heap snapshots").alias("experimentalMemory").later(),
    flag(Id::ExperimentalDevtools, "experimentalDevtools", Working, "treat DevTools windows as pages").later(),
    flag(Id::ExperimentalIncludeAllPages, "experimentalIncludeAllPages", Working, "list webviews and background pages too").later(),
    flag(Id::PerformanceCrux, "performanceCrux", Working, "ask the Chrome UX Report for field data of traced pages").later(),
    flag(Id::ExperimentalToonFormat, "experimentalToonFormat", Working, "older spelling of --experimentalDataFormat=toon").hidden().later(),
    choice(Id::ExperimentalDataFormat, "experimentalDataFormat", &["default", "toon", "gcf"], "", Working, "encoding of structured parts in the text").hidden().later(),
    flag(Id::ExperimentalInteropTools, "experimentalInteropTools", Working, "add the tool that tells a tab's id").hidden().later(),
    flag(Id::DevtoolsComments, "devtoolsComments", Working, "add the tools for comments in DevTools").hidden().later(),
    flag(Id::ViaCli, "viaCli", Working, "started by the command line's background process").hidden().later(),
    // Page tools
    number(Id::ToolTimeout, "toolTimeout", "MS", 1, PageTools, "how long a page's tool may run").default("30000"),
    choice(Id::PageTools, "pageTools", &["fixed", "native"], "fixed", PageTools, "offer page tools behind two fixed tools, or each as a tool of its own").later(),
    flag(Id::PageToolsReadOnly, "pageToolsReadOnly", PageTools, "run only page tools that say they change nothing").status(Later("every page tool may run")),
    list(Id::ToolOrigins, "toolOrigins", "ORIGIN", PageTools, "origins whose page tools may run, besides loopback; may be repeated").status(Later("page tools of every origin may run")),
    path(Id::AuditLog, "auditLog", PageTools, "append a line of JSON for each run of a page tool").later(),
    // Images
    choice(Id::ScreenshotFormat, "screenshotFormat", &["png", "jpeg", "webp"], "png", Images, "format of screenshots when the caller names none"),
    number(Id::ScreenshotQuality, "screenshotQuality", "0-100", 0, Images, "quality of jpeg and webp screenshots when the caller names none").most(100),
    number(Id::ScreenshotMaxWidth, "screenshotMaxWidth", "PIXELS", 1, Images, "shrink screenshots that are wider"),
    number(Id::ScreenshotMaxHeight, "screenshotMaxHeight", "PIXELS", 1, Images, "shrink screenshots that are taller"),
    number(Id::ScreencastFps, "screencastFps", "N", 1, Images, "frames a second of recordings").alias("experimentalScreencastFps").later(),
    flag(Id::ExperimentalScreencast, "experimentalScreencast", Images, "record with ffmpeg").later(),
    path(Id::ExperimentalFfmpegPath, "experimentalFfmpegPath", Images, "the ffmpeg to record with").later(),
    // Files
    paths(Id::FilesystemRoot, "filesystemRoot", Files, "folder that tools may read and write, besides the client's roots and the working folder; may be repeated (none given: the folder for temporary files)").alias("workspace"),
    flag(Id::AllowUnrestrictedPaths, "allowUnrestrictedPaths", Files, "let tools read and write everywhere"),
    path(Id::Config, "config", Files, "JSON file with options; the command line wins over it"),
    path(Id::LogFile, "logFile", Files, "append the log to this file"),
    // Server
    flag(Id::UsageStatistics, "usageStatistics", Server, "accepted and ignored: devtap sends nothing to anybody").status(Ignored),
    text(Id::ClearcutEndpoint, "clearcutEndpoint", "URL", Server, "accepted and ignored").hidden().status(Ignored),
    number(Id::ClearcutForceFlushIntervalMs, "clearcutForceFlushIntervalMs", "MS", 0, Server, "accepted and ignored").hidden().status(Ignored),
    flag(Id::ClearcutIncludePidHeader, "clearcutIncludePidHeader", Server, "accepted and ignored").hidden().status(Ignored),
];

/// Options of which at most one may be given.
pub(super) const CONFLICTS: &[&[Id]] = &[
    &[
        Id::Channel,
        Id::ExecutablePath,
        Id::BrowserUrl,
        Id::WsEndpoint,
    ],
    &[Id::UserDataDir, Id::BrowserUrl, Id::WsEndpoint],
    &[Id::UserDataDir, Id::Isolated],
    &[Id::AutoConnect, Id::Isolated],
    &[Id::AutoConnect, Id::ExecutablePath],
    &[Id::BlockedUrlPattern, Id::AllowedUrlPattern],
    &[Id::AllowUnrestrictedPaths, Id::FilesystemRoot],
    &[Id::CategoryPwa, Id::AutoConnect],
    &[Id::CategoryPwa, Id::BrowserUrl, Id::WsEndpoint],
];

/// The first makes sense only with the second.
pub(super) const REQUIRES: &[(Id, Id)] = &[
    (Id::WsHeaders, Id::WsEndpoint),
    (Id::ExperimentalFfmpegPath, Id::ExperimentalScreencast),
];
