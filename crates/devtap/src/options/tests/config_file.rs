//! How the configuration file is found, read and merged.

use super::{Invocation, Options, parse_in};
use insta::assert_snapshot;
use page::BrowserSource;
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with files in it, to be pointed at by the environment.
struct Home {
    folder: TempDir,
    variables: HashMap<&'static str, PathBuf>,
}

impl Home {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            variables: HashMap::new(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(self, name: &str, text: &str) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn variable(mut self, name: &'static str, value: &str) -> Self {
        let path = self.path(value);
        self.variables.insert(name, path);
        self
    }

    fn parse(&self, words: &[&str]) -> Result<Options, String> {
        let env = |name: &str| {
            self.variables
                .get(name)
                .map(|path| path.clone().into_os_string())
        };
        match parse_in(words.iter().copied(), &env) {
            Ok(Invocation::Serve(options)) => Ok(*options),
            Ok(other) => panic!("not to serve: {other:?}"),
            Err(error) => Err(error
                .to_string()
                .replace(&*self.folder.path().to_string_lossy(), "HOME")),
        }
    }

    fn with(text: &str, words: &[&str]) -> Result<Options, String> {
        let home = Self::new().file("c.json", text);
        let config = format!("--config={}", home.path("c.json").display());
        let mut all = vec![config.as_str()];
        all.extend(words);
        home.parse(&all)
    }
}

fn headless(options: &Options) -> bool {
    match &options.browser.source {
        BrowserSource::Launch(launch) => launch.headless,
        other => panic!("not to launch: {other:?}"),
    }
}

fn refused(text: &str) -> String {
    Home::with(text, &[]).expect_err("the file is refused")
}

#[test]
fn every_kind_of_value() {
    let options = Home::with(
        r#"{
            "$schema": "https://example.com/schema.json",
            "wsEndpoint": "ws://127.0.0.1:1/devtools/browser/x",
            "wsHeaders": {"Authorization": "Bearer x"},
            "categoryNetwork": false,
            "screenshotQuality": 80,
            "screenshotFormat": "webp",
            "workspace": ["/a", "/b"],
            "logFile": "/l"
        }"#,
        &[],
    )
    .unwrap();
    match options.browser.source {
        BrowserSource::WebSocket { headers, .. } => assert_eq!(
            headers,
            [("Authorization".to_owned(), "Bearer x".to_owned())]
        ),
        other => panic!("{other:?}"),
    }
    assert_eq!(options.tools.settings.screenshot_quality, Some(80));
    assert_eq!(
        options.tools.settings.screenshot_format.as_deref(),
        Some("webp")
    );
    assert_eq!(
        options.tools.settings.file_roots,
        tools::files::FileRoots::Within(vec!["/a".into(), "/b".into()])
    );
    assert_eq!(options.log_file.as_deref(), Some(Path::new("/l")));
    assert!(
        options
            .tools
            .categories_off
            .contains(&tools::Category::Network)
    );
}

#[test]
fn the_command_line_wins_option_by_option() {
    let text = r#"{"headless": true, "chromeArg": ["--a"], "screenshotFormat": "jpeg"}"#;
    let options = Home::with(text, &["--no-headless", "--chromeArg=--b"]).unwrap();
    assert!(!headless(&options));
    match options.browser.source {
        BrowserSource::Launch(launch) => assert_eq!(launch.args, ["--b"]),
        other => panic!("{other:?}"),
    }
    assert_eq!(
        options.tools.settings.screenshot_format.as_deref(),
        Some("jpeg")
    );
}

#[test]
fn file_and_command_line_may_conflict() {
    let said = Home::with(r#"{"isolated": true}"#, &["--userDataDir=/p"]).unwrap_err();
    assert_snapshot!(said, @"--userDataDir and --isolated exclude each other; give only one of them");
    assert!(Home::with(r#"{"isolated": false}"#, &["--userDataDir=/p"]).is_ok());
    assert!(
        Home::with(
            r#"{"isolated": true}"#,
            &["--no-isolated", "--userDataDir=/p"]
        )
        .is_ok()
    );
}

#[test]
fn places_are_searched_in_order() {
    let home = Home::new()
        .file(
            "plugin/cd4a.config.json",
            r#"{"headless": true, "logFile": "/plugin"}"#,
        )
        .file("xdg/cd4a/config.json", r#"{"logFile": "/xdg"}"#)
        .file("home/.config/cd4a/config.json", r#"{"logFile": "/home"}"#)
        .file("named.json", r#"{"logFile": "/named"}"#);
    let log = |home: &Home, words: &[&str]| {
        home.parse(words)
            .unwrap()
            .log_file
            .map(|path| path.to_string_lossy().into_owned())
    };
    assert_eq!(log(&home, &[]), None);
    let home = home.variable("HOME", "home");
    assert_eq!(log(&home, &[]).as_deref(), Some("/home"));
    let home = home.variable("XDG_CONFIG_HOME", "xdg");
    assert_eq!(log(&home, &[]).as_deref(), Some("/xdg"));
    let home = home.variable("PLUGIN_DATA", "plugin");
    assert_eq!(log(&home, &[]).as_deref(), Some("/plugin"));
    let named = format!("--config={}", home.path("named.json").display());
    let options = home.parse(&[&named]).unwrap();
    assert_eq!(options.log_file.as_deref(), Some(Path::new("/named")));
    assert!(!headless(&options), "only the first file counts");
    assert_eq!(options.config_file, Some(home.path("named.json")));
    let home = home.variable("CHROME_DEVTOOLS_MCP_NO_CONFIG_DISCOVERY", "1");
    assert_eq!(log(&home, &[]), None);
    assert_eq!(log(&home, &[&named]).as_deref(), Some("/named"));
}

#[test]
fn relative_folders_of_the_environment_do_not_count() {
    let env =
        |name: &str| (name == "XDG_CONFIG_HOME" || name == "HOME").then(|| OsString::from("."));
    assert!(parse_in(Vec::<OsString>::new(), &env).is_ok());
}

#[test]
fn a_bad_file_is_named() {
    let home = Home::new();
    let missing = format!("--config={}", home.path("none.json").display());
    assert_snapshot!(home.parse(&[&missing]).unwrap_err(), @"the configuration file HOME/none.json does not exist");
    let folder = format!("--config={}", home.folder.path().display());
    assert_snapshot!(home.parse(&[&folder]).unwrap_err(), @"the configuration file HOME can't be read: it is not a file");
    assert_snapshot!(refused(r#"{"headless": true,}"#), @"the configuration file HOME/c.json is not valid JSON: trailing comma at line 1 column 19");
    assert_snapshot!(refused("[]"), @"the configuration file HOME/c.json must hold a JSON object");
    assert_snapshot!(refused(""), @"the configuration file HOME/c.json is not valid JSON: EOF while parsing a value at line 1 column 0");
    let broken = Home::new()
        .variable("PLUGIN_DATA", "p")
        .file("p/cd4a.config.json", "{");
    assert_snapshot!(broken.parse(&[]).unwrap_err(), @"the configuration file HOME/p/cd4a.config.json is not valid JSON: EOF while parsing an object at line 1 column 1");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let home = Home::new();
    let pipe = home.path("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    assert_snapshot!(home.parse(&[&format!("--config={}", pipe.display())]).unwrap_err(), @"the configuration file HOME/pipe can't be read: it is not a file");
}

#[test]
fn a_bad_key_or_value_is_named() {
    assert_snapshot!(refused(r#"{"headles": true}"#), @r#"the configuration file HOME/c.json has an unknown key "headles"; did you mean "headless"?"#);
    assert_snapshot!(refused(r#"{"browser-url": "http://x/"}"#), @r#"the configuration file HOME/c.json has an unknown key "browser-url"; did you mean "browserUrl"?"#);
    assert_snapshot!(refused(r#"{"u": "http://x/"}"#), @r#"the configuration file HOME/c.json has an unknown key "u""#);
    assert_snapshot!(refused(r#"{"config": "other.json"}"#), @r#"the configuration file HOME/c.json has an unknown key "config""#);
    assert_snapshot!(refused(r#"{"headless": "true"}"#), @r#"the configuration file HOME/c.json: headless: expected true or false, got "true""#);
    assert_snapshot!(refused(r#"{"screenshotQuality": "80"}"#), @r#"the configuration file HOME/c.json: screenshotQuality: expected a number, got "80""#);
    assert_snapshot!(refused(r#"{"screenshotQuality": 80.5}"#), @r#"the configuration file HOME/c.json: screenshotQuality: expected a whole number from 0 to 100, got "80.5""#);
    assert_snapshot!(refused(r#"{"channel": "bta"}"#), @r#"the configuration file HOME/c.json: channel: expected stable, beta, dev or canary, got "bta"; did you mean beta?"#);
    assert_snapshot!(refused(r#"{"chromeArg": ["--a", 1]}"#), @"the configuration file HOME/c.json: chromeArg: expected a list of texts, one item is 1");
    assert_snapshot!(refused(r#"{"viewport": {"width": 1}}"#), @r#"the configuration file HOME/c.json: viewport: expected a text, got {"width":1}"#);
    assert_snapshot!(refused(r#"{"logFile": null}"#), @"the configuration file HOME/c.json: logFile: expected a text, got null");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert!(headless(
        &Home::with("\u{feff}{\"headless\": true}", &[]).unwrap()
    ));
}
