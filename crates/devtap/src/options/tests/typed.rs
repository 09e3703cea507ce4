//! What the parts of the program are told.

use super::options;
use insta::{assert_debug_snapshot, assert_snapshot};
use page::BrowserSource;
use tools::files::FileRoots;
use tools::{Category, services::ToolSettings};

fn notices(words: &[&str]) -> String {
    options(words.iter().copied()).notices.join("\n")
}

#[test]
fn without_options() {
    let options = options(Vec::<String>::new());
    match options.browser.source {
        BrowserSource::Launch(launch) => assert_eq!(*launch, chrome::LaunchOptions::default()),
        other => panic!("not to launch: {other:?}"),
    }
    assert!(options.tools.categories_off.is_empty(), "page tools are on");
    assert!(options.tools.page_id_routing);
    assert!(options.tools.javascript_evaluation);
    assert!(!options.tools.structured_content);
    let settings = ToolSettings::default();
    assert_eq!(
        format!("{:?}", options.tools.settings),
        format!("{settings:?}")
    );
    assert_eq!(options.notices, Vec::<String>::new());
}

#[test]
fn a_browser_to_launch() {
    let options = options([
        "--headless",
        "--isolated",
        "--channel=beta",
        "--viewport=1280x720",
        "--chromeArg=--a",
        "--ignoreDefaultChromeArg=--b",
        "--proxyServer=socks5://p",
        "--acceptInsecureCerts",
    ]);
    assert!(options.browser.accept_insecure_certs);
    assert_debug_snapshot!(options.browser.source, @r#"
Launch(
    LaunchOptions {
        executable: None,
        channel: Some(
            Beta,
        ),
        headless: true,
        profile: Isolated,
        args: [
            "--a",
        ],
        ignore_default_args: [
            "--b",
        ],
        viewport: Some(
            (
                1280,
                720,
            ),
        ),
        proxy_server: Some(
            "socks5://p",
        ),
        accept_insecure_certs: true,
        extensions: false,
        sweeper: None,
    },
)
"#);
}

#[test]
fn a_browser_to_attach_to() {
    let source = |words: &[&str]| options(words.iter().copied()).browser.source;
    assert_debug_snapshot!(source(&["-u", "http://127.0.0.1:9222"]), @r#"
BrowserUrl(
    "http://127.0.0.1:9222",
)
"#);
    assert_debug_snapshot!(source(&["-w", "wss://h/x", "--wsHeaders", r#"{"b":"1","a":"2"}"#]), @r#"
WebSocket {
    url: "wss://h/x",
    headers: [
        (
            "b",
            "1",
        ),
        (
            "a",
            "2",
        ),
    ],
}
"#);
    assert_debug_snapshot!(source(&["--autoConnect", "--channel=canary", "--userDataDir=/p"]), @r#"
AutoConnect {
    channel: Some(
        Canary,
    ),
    user_data_dir: Some(
        "/p",
    ),
}
"#);
}

#[test]
fn tools_and_files() {
    let options = options([
        "--no-category-experimental-third-party",
        "--no-categoryInput",
        "--no-page-id-routing",
        "--experimentalStructuredContent",
        "--no-javascript-evaluation",
        "--no-file-navigations",
        "--redact-network-headers",
        "--screenshotFormat=jpeg",
        "--screenshotQuality=0",
        "--screenshotMaxWidth=800",
        "--screenshotMaxHeight=600",
        "--filesystemRoot",
        "/a",
        "/b",
    ]);
    let mut off: Vec<_> = options
        .tools
        .categories_off
        .iter()
        .map(|category| category.name())
        .collect();
    off.sort_unstable();
    assert_eq!(off, [Category::ThirdParty.name(), Category::Input.name()]);
    assert!(
        !options.tools.page_id_routing
            && !options.tools.javascript_evaluation
            && options.tools.structured_content
    );
    assert_debug_snapshot!(options.tools.settings, @r#"
ToolSettings {
    file_navigations: false,
    screenshot_format: Some(
        "jpeg",
    ),
    screenshot_quality: Some(
        0,
    ),
    screenshot_max_width: Some(
        800,
    ),
    screenshot_max_height: Some(
        600,
    ),
    redact_network_headers: true,
    file_roots: Within(
        [
            "/a",
            "/b",
        ],
    ),
    page_tool_limit: 30s,
}
"#);
}

#[test]
fn files_everywhere() {
    let options = options(["--allowUnrestrictedPaths"]);
    assert_eq!(options.tools.settings.file_roots, FileRoots::Unrestricted);
}

#[test]
fn relative_paths_start_at_the_working_folder() {
    let working = std::env::current_dir().unwrap();
    let options = options(["--logFile=log/devtap.log", "--workspace=."]);
    assert_eq!(options.log_file, Some(working.join("log/devtap.log")));
    assert_eq!(
        options.tools.settings.file_roots,
        FileRoots::Within(vec![working])
    );
}

#[test]
fn what_has_no_effect_yet_is_said_once() {
    assert_snapshot!(notices(&["--slim", "--slim", "--categoryPwa", "--screencastFps=5"]), @"
--categoryPwa is accepted but has no effect yet
--slim is accepted but has no effect yet
--screencastFps is accepted but has no effect yet
");
    assert_snapshot!(notices(&["--blockedUrlPattern=*://ads/*", "--pageToolsReadOnly"]), @"
--blockedUrlPattern is accepted but has no effect yet: no address is blocked
--pageToolsReadOnly is accepted but has no effect yet: every page tool may run
");
    assert_eq!(
        notices(&[
            "--no-category-memory",
            "--sourceMaps=false",
            "--no-performance-crux"
        ]),
        ""
    );
    assert_eq!(
        notices(&[
            "--no-usage-statistics",
            "--usageStatistics",
            "--clearcutEndpoint=http://x"
        ]),
        ""
    );
}
