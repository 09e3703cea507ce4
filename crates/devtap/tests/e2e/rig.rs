//! What a test stands on: a site, a server with a browser of its own, and a page.

use serde_json::{Value, json};
use std::time::Duration;
use testkit::devtap_binary;
use testkit::mcp::{Answer, Client, Options, Pending};
use testkit::process::{self, Process};
use testkit::site::Site;

/// How long Chromium may take to end after its server.
pub const ENDING: Duration = Duration::from_secs(10);

/// A limit for what should come at once on a busy machine.
pub const SOON: Duration = Duration::from_secs(20);

/// How the server under test is started: headless, a profile of its own.
pub fn options() -> Options {
    Options::new(devtap_binary(env!("CARGO_BIN_EXE_devtap")))
}

/// The server under test without any flag.
pub fn bare() -> Options {
    Options::bare(devtap_binary(env!("CARGO_BIN_EXE_devtap")))
}

/// A site, a server and one page that calls go to. When a test succeeds, its end also proves that the server ends with
/// its stdin and that its Chromium goes with it.
pub struct Rig {
    pub client: Client,
    pub site: Site,
    pub page: i64,
}

impl Rig {
    /// Opens a page of the test site.
    pub fn open(path: &str) -> Self {
        Self::open_with(path, options(), Site::start())
    }

    /// Opens a page of this site with a server started like this.
    #[track_caller]
    pub fn open_with(path: &str, options: Options, site: Site) -> Self {
        let client = options.start();
        let opened = client.call("new_page", json!({"url": site.url(path)})).ok();
        Self {
            page: opened.selected_page(),
            client,
            site,
        }
    }

    /// Calls a tool on the page.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: Value) -> Answer {
        self.start(tool, arguments).answer()
    }

    /// Starts a call on the page.
    pub fn start(&self, tool: &str, arguments: Value) -> Pending<'_> {
        self.client.start_call(tool, self.on_page(arguments))
    }

    /// These arguments with the page's id.
    pub fn on_page(&self, mut arguments: Value) -> Value {
        arguments["pageId"] = json!(self.page);
        arguments
    }

    /// Looks at the page.
    #[track_caller]
    pub fn snapshot(&self) -> Answer {
        self.call("take_snapshot", json!({})).ok()
    }

    /// The uid of the first snapshot line that contains `needle`.
    #[track_caller]
    pub fn uid(&self, needle: &str) -> String {
        self.snapshot().uid(needle)
    }

    /// Clicks the element on the first snapshot line that contains `needle`.
    #[track_caller]
    pub fn click(&self, needle: &str) -> Answer {
        let uid = self.uid(needle);
        self.call("click", json!({"uid": uid}))
    }

    /// Fills the element on the first snapshot line that contains `needle`.
    #[track_caller]
    pub fn fill(&self, needle: &str, value: &str) -> Answer {
        let uid = self.uid(needle);
        self.call("fill", json!({"uid": uid, "value": value}))
    }

    /// The JSON value of a script.
    #[track_caller]
    pub fn value(&self, function: &str) -> Value {
        self.call("evaluate_script", json!({"function": function}))
            .ok()
            .json_block()
    }

    /// The text of the element that a selector names.
    #[track_caller]
    pub fn text_of(&self, selector: &str) -> String {
        let function = format!(
            "() => document.querySelector({}).textContent",
            json!(selector)
        );
        let value = self.value(&function);
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Opens another page of the site; its id.
    #[track_caller]
    pub fn another(&self, path: &str) -> i64 {
        self.client
            .call("new_page", json!({"url": self.site.url(path)}))
            .ok()
            .selected_page()
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let browsers = process::chromium_under(self.client.pid());
        let exit = self.client.close();
        assert!(exit.status.is_some(), "the server had to be killed");
        assert_gone(&browsers);
        let garbage = self.client.garbage();
        assert!(garbage.is_empty(), "stdout carried no JSON: {garbage:?}");
    }
}

/// Fails if one of these processes is still there after a while, and ends it.
#[track_caller]
pub fn assert_gone(processes: &[Process]) {
    let left = process::wait_until_gone(processes, ENDING);
    for process in &left {
        process::signal(process.pid, "KILL");
    }
    assert!(left.is_empty(), "left behind: {left:#?}");
}

/// The browser's own process among the server's Chromium processes: the one that is no child process of Chromium's.
pub fn browser_process(client: &Client) -> Process {
    let mut browsers = process::chromium_under(client.pid());
    browsers.retain(|process| {
        !process.command.contains("--type=") && !process.command.contains("crashpad")
    });
    assert_eq!(browsers.len(), 1, "one browser runs: {browsers:#?}");
    browsers.remove(0)
}
