//! The arguments that Chrome is launched with.
//!
//! The list of switches is Chromium's, with short explanations, at
//! <https://peter.sh/experiments/chromium-command-line-switches/>.

use crate::LaunchOptions;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Passed unless the user leaves them out.
const DEFAULTS: &[&str] = &[
    // No questions and bubbles at the start.
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-default-apps",
    "--disable-search-engine-choice-screen",
    "--hide-crash-restore-bubble",
    // The user sees that the browser is driven; no offers to save passwords.
    "--enable-automation",
    // No traffic of Chrome's own beside that of the pages, no reports.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-client-side-phishing-detection",
    "--disable-sync",
    "--metrics-recording-only",
    "--disable-breakpad",
    "--disable-crash-reporter",
    // Several pages are worked on at once: one in the background runs like one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // Input and messages arrive as sent, also many at once and right after a navigation began.
    "--allow-pre-commit-input",
    "--disable-ipc-flooding-protection",
    // Nothing that only a person at the screen could answer.
    "--disable-hang-monitor",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    // No question for the password of the system's key store.
    "--password-store=basic",
    "--use-mock-keychain",
    // Screenshots look the same on every machine.
    "--force-color-profile=srgb",
    "--disable-component-extensions-with-background-pages",
];

/// Passed without a window. The screen is large so that windows can be made large.
const HEADLESS: &[&str] = &[
    "--headless=new",
    "--hide-scrollbars",
    "--mute-audio",
    "--screen-info={3840x2160}",
];

/// Features turned off: bubbles (Translate), network dialogs (MediaRouter), downloads of models (OptimizationHints),
/// navigations that begin twice (AcceptCHFrame), targets of the browser's own window (WebUI…), and pages of one site
/// that share a process, where a hung one would block the others.
const DISABLED_FEATURES: &[&str] = &[
    "Translate",
    "MediaRouter",
    "OptimizationHints",
    "AcceptCHFrame",
    "WebUIReloadButton",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "ProcessPerSiteUpToMainFrameThreshold",
];

/// The page that Chrome opens at its start.
const START_PAGE: &str = "about:blank";
/// The switch that makes Chrome speak the protocol over descriptors 3 and 4.
const PIPE: &str = "--remote-debugging-pipe";
const USER_DATA_DIR: &str = "--user-data-dir";
const ENABLE_FEATURES: &str = "--enable-features";
const DISABLE_FEATURES: &str = "--disable-features";

/// The arguments for `options` with the profile in `profile`. `small_shm`: the machine's shared memory is too small
/// for Chrome.
pub fn arguments(options: &LaunchOptions, profile: &Path, small_shm: bool) -> Vec<OsString> {
    let mut defaults: Vec<String> = DEFAULTS.iter().map(ToString::to_string).collect();
    if options.headless {
        defaults.extend(HEADLESS.iter().map(ToString::to_string));
    }
    if small_shm {
        defaults.push("--disable-dev-shm-usage".to_owned());
    }
    defaults.push(if options.extensions {
        "--enable-unsafe-extension-debugging".to_owned()
    } else {
        "--disable-extensions".to_owned()
    });
    let features = Features::of(options);
    defaults.extend(features.disabled_by_default);
    defaults.retain(|default| !is_ignored(default, &options.ignore_default_args));

    let mut arguments: Vec<OsString> = defaults.into_iter().map(OsString::from).collect();
    arguments.extend(asked_for(options).into_iter().map(OsString::from));
    arguments.push(PIPE.into());
    arguments.push(user_data_dir(profile));
    arguments.extend(features.others.into_iter().map(OsString::from));
    if !is_ignored(START_PAGE, &options.ignore_default_args) {
        arguments.push(START_PAGE.into());
    }
    arguments
}

/// `--user-data-dir=<profile>`.
pub fn user_data_dir(profile: &Path) -> OsString {
    let mut argument = OsString::from(USER_DATA_DIR);
    argument.push("=");
    argument.push(profile);
    argument
}

/// The profile that the user's arguments name. Chrome takes the last one given, and we have to know which.
pub fn profile_in(args: &[String]) -> Option<PathBuf> {
    args.iter()
        .rev()
        .find_map(|arg| value_of(arg, USER_DATA_DIR))
        .map(PathBuf::from)
}

/// Whether the user's arguments make Chrome headless without the option.
pub fn is_headless(options: &LaunchOptions) -> bool {
    options.headless || options.args.iter().any(|arg| name_of(arg) == "--headless")
}

/// What options of ours stand for.
fn asked_for(options: &LaunchOptions) -> Vec<String> {
    let mut arguments = Vec::new();
    if let Some((width, height)) = options.viewport {
        arguments.push(format!("--window-size={width},{height}"));
    }
    if let Some(proxy) = &options.proxy_server {
        arguments.push(format!("--proxy-server={proxy}"));
    }
    if options.accept_insecure_certs {
        arguments.push("--ignore-certificate-errors".to_owned());
    }
    arguments
}

/// The user's arguments with ours: Chrome takes only the last list of features, so theirs and ours are joined.
struct Features {
    /// `--disable-features=…`, if anything is left to disable. A default like others.
    disabled_by_default: Option<String>,
    /// The user's arguments, lists of features joined.
    others: Vec<String>,
}

impl Features {
    fn of(options: &LaunchOptions) -> Self {
        let lists = |name: &str| -> Vec<String> {
            let lists = options.args.iter().filter_map(|arg| value_of(arg, name));
            lists
                .flat_map(|list| list.split(','))
                .filter(|feature| !feature.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let enabled = lists(ENABLE_FEATURES);
        let disabled = lists(DISABLE_FEATURES);
        let is_enabled = |ours: &str| enabled.iter().any(|theirs| bare(theirs) == ours);
        let ours_ignored = is_ignored(DISABLE_FEATURES, &options.ignore_default_args);
        let ours = DISABLED_FEATURES
            .iter()
            .filter(|feature| !ours_ignored && !is_enabled(feature))
            .map(ToString::to_string);
        let all_disabled: Vec<String> = ours.chain(disabled.iter().cloned()).collect();

        let mut others: Vec<String> = options
            .args
            .iter()
            .filter(|arg| {
                !matches!(
                    name_of(arg),
                    ENABLE_FEATURES | DISABLE_FEATURES | USER_DATA_DIR | PIPE
                )
            })
            .cloned()
            .collect();
        if !enabled.is_empty() {
            others.push(format!("{ENABLE_FEATURES}={}", enabled.join(",")));
        }
        let joined = (!all_disabled.is_empty())
            .then(|| format!("{DISABLE_FEATURES}={}", all_disabled.join(",")));
        if ours_ignored {
            others.extend(joined);
            return Self {
                disabled_by_default: None,
                others,
            };
        }
        Self {
            disabled_by_default: joined,
            others,
        }
    }
}

/// A feature without its trial and parameters: `Name<Trial`, `Name:param/value`.
fn bare(feature: &str) -> &str {
    feature.split(['<', ':']).next().unwrap_or(feature)
}

/// Whether the user leaves a default out: by the whole argument or by its name.
fn is_ignored(default: &str, ignored: &[String]) -> bool {
    ignored
        .iter()
        .any(|ignored| ignored == default || ignored == name_of(default))
}

fn name_of(argument: &str) -> &str {
    argument.split('=').next().unwrap_or(argument)
}

fn value_of<'a>(argument: &'a str, name: &str) -> Option<&'a str> {
    argument.strip_prefix(name)?.strip_prefix('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(options: &LaunchOptions) -> String {
        let arguments = arguments(options, Path::new("/profile"), false);
        let lines: Vec<String> = arguments
            .into_iter()
            .map(|argument| argument.into_string().expect("text"))
            .filter(|argument| !DEFAULTS.contains(&argument.as_str()))
            .collect();
        lines.join("\n")
    }

    #[test]
    fn with_a_window() {
        insta::assert_snapshot!(check(&LaunchOptions::default()), @r"
        --disable-extensions
        --disable-features=Translate,MediaRouter,OptimizationHints,AcceptCHFrame,WebUIReloadButton,WebUIOmniboxPopup,WebUIOmniboxAimPopup,ProcessPerSiteUpToMainFrameThreshold
        --remote-debugging-pipe
        --user-data-dir=/profile
        about:blank
        ");
    }

    #[test]
    fn with_everything() {
        let options = LaunchOptions {
            headless: true,
            viewport: Some((1000, 600)),
            proxy_server: Some("http://proxy:3128".to_owned()),
            accept_insecure_certs: true,
            extensions: true,
            args: vec!["--lang=de".to_owned(), "https://example.com/".to_owned()],
            ..LaunchOptions::default()
        };
        insta::assert_snapshot!(check(&options), @r"
        --headless=new
        --hide-scrollbars
        --mute-audio
        --screen-info={3840x2160}
        --enable-unsafe-extension-debugging
        --disable-features=Translate,MediaRouter,OptimizationHints,AcceptCHFrame,WebUIReloadButton,WebUIOmniboxPopup,WebUIOmniboxAimPopup,ProcessPerSiteUpToMainFrameThreshold
        --window-size=1000,600
        --proxy-server=http://proxy:3128
        --ignore-certificate-errors
        --remote-debugging-pipe
        --user-data-dir=/profile
        --lang=de
        https://example.com/
        about:blank
        ");
    }

    #[test]
    fn lists_of_features_are_joined() {
        let options = LaunchOptions {
            args: vec![
                "--enable-features=WebMCPTesting,Translate<Trial".to_owned(),
                "--disable-features=Foo".to_owned(),
                "--enable-features=Bar:size/7".to_owned(),
            ],
            ..LaunchOptions::default()
        };
        insta::assert_snapshot!(check(&options), @r"
        --disable-extensions
        --disable-features=MediaRouter,OptimizationHints,AcceptCHFrame,WebUIReloadButton,WebUIOmniboxPopup,WebUIOmniboxAimPopup,ProcessPerSiteUpToMainFrameThreshold,Foo
        --remote-debugging-pipe
        --user-data-dir=/profile
        --enable-features=WebMCPTesting,Translate<Trial,Bar:size/7
        about:blank
        ");
    }

    #[test]
    fn defaults_can_be_left_out() {
        let options = LaunchOptions {
            headless: true,
            ignore_default_args: vec![
                "--screen-info".to_owned(),
                "--disable-features".to_owned(),
                "--mute-audio".to_owned(),
                "about:blank".to_owned(),
                "--remote-debugging-pipe".to_owned(),
            ],
            args: vec!["--disable-features=Foo".to_owned()],
            ..LaunchOptions::default()
        };
        insta::assert_snapshot!(check(&options), @r"
        --headless=new
        --hide-scrollbars
        --disable-extensions
        --remote-debugging-pipe
        --user-data-dir=/profile
        --disable-features=Foo
        ");
    }

    #[test]
    fn our_profile_is_the_only_one() {
        let args = vec!["--user-data-dir=/theirs".to_owned()];
        assert_eq!(profile_in(&args), Some(PathBuf::from("/theirs")));
        let options = LaunchOptions {
            args,
            ..LaunchOptions::default()
        };
        assert!(!check(&options).contains("/theirs"));
    }

    #[test]
    fn no_sandbox_is_never_ours() {
        for headless in [true, false] {
            let options = LaunchOptions {
                headless,
                ..LaunchOptions::default()
            };
            let arguments = arguments(&options, Path::new("/profile"), true);
            assert!(!arguments.contains(&"--no-sandbox".into()));
        }
    }
}
