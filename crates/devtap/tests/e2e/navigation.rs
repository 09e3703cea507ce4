//! navigate_page and wait_for.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::mcp::Answer;
use testkit::site::{Response, Site};

impl Rig {
    #[track_caller]
    fn go(&self, arguments: serde_json::Value) -> Answer {
        self.call("navigate_page", arguments)
    }
}

#[test]
fn goes_to_a_url_back_forward_and_reloads() {
    let rig = Rig::open("/small.html");
    let form = rig.site.url("/form.html");
    rig.go(json!({"url": form}))
        .ok()
        .with(&form)
        .with("## Pages");
    assert_eq!(rig.text_of("h1"), "Form");
    rig.go(json!({"type": "back"})).ok();
    assert_eq!(rig.text_of("h1"), "Small");
    rig.go(json!({"type": "forward"})).ok();
    assert_eq!(rig.text_of("h1"), "Form");
    rig.value("() => { window.kept = true; return 1; }");
    rig.go(json!({"type": "reload"})).ok();
    assert_eq!(rig.value("() => window.kept === undefined"), true);
}

#[test]
fn waits_for_a_slow_answer_and_follows_redirects() {
    let rig = Rig::open("/small.html");
    let target = rig.site.url("/redirect?to=/slow%3Fms%3D300");
    rig.go(json!({"url": target})).ok();
    assert_eq!(rig.text_of("body"), "slow");
    rig.go(json!({"url": rig.site.url("/redirect.html")})).ok();
    rig.call("wait_for", json!({"text": ["Small"]})).ok();
    assert_eq!(rig.value("() => location.search"), "?from=redirect");
}

#[test]
fn a_refused_connection_is_named() {
    let rig = Rig::open("/small.html");
    let closed = Site::start().url("/");
    rig.go(json!({"url": closed}))
        .with("net::ERR_CONNECTION_REFUSED");
    rig.go(json!({"url": rig.site.url("/form.html")})).ok();
}

#[test]
fn an_address_that_is_none_is_refused() {
    let rig = Rig::open("/small.html");
    let answer = rig.go(json!({"url": "http://"}));
    assert!(!answer.text.contains("Successfully"), "{}", answer.text);
    assert_eq!(rig.text_of("h1"), "Small");
}

#[test]
fn going_back_beyond_the_start_says_so() {
    let rig = Rig::open("/small.html");
    rig.client.call("select_page", json!({"pageId": 1})).ok();
    let answer = rig
        .client
        .call("navigate_page", json!({"pageId": 1, "type": "back"}));
    assert!(!answer.text.contains("Successfully"), "{}", answer.text);
}

#[test]
fn an_init_script_runs_first_and_only_once() {
    let site = Site::builder()
        .page(
            "/seen",
            "<p id=seen></p><script>seen.textContent = String(window.early)</script>",
        )
        .start();
    let rig = Rig::open_with("/seen", options(), site);
    let url = rig.site.url("/seen");
    rig.go(json!({"url": url, "initScript": "window.early = 'set'"}))
        .ok();
    assert_eq!(rig.text_of("#seen"), "set");
    rig.go(json!({"type": "reload"})).ok();
    assert_eq!(rig.text_of("#seen"), "undefined");
}

#[test]
fn reloading_past_the_cache_asks_the_server_again() {
    let site = Site::builder()
        .page("/", "<script src=/cached.js></script><p>x")
        .route("/cached.js", |_| {
            Response::new(200, "text/javascript", "window.n = 1")
                .header("Cache-Control", "max-age=600")
        })
        .start();
    let rig = Rig::open_with("/", options(), site);
    rig.go(json!({"type": "reload", "ignoreCache": true})).ok();
    assert_eq!(rig.site.requests_for("/cached.js").len(), 2);
}

#[test]
fn wait_for_sees_text_that_comes_later_and_shows_the_page() {
    let rig = Rig::open("/change.html");
    rig.click("button \"Show later\"").ok();
    rig.call("wait_for", json!({"text": ["never", "Here at last"]}))
        .ok()
        .with("## Latest page snapshot")
        .with("Here at last");
}

#[test]
fn wait_for_gives_up_and_says_what_it_waited_for() {
    let rig = Rig::open("/small.html");
    rig.call(
        "wait_for",
        json!({"text": ["no such text"], "timeout": 300}),
    )
    .failed()
    .with("no such text")
    .with("300");
    rig.snapshot();
}

#[test]
fn wait_for_looks_into_frames() {
    let rig = Rig::open("/frames.html");
    rig.call("wait_for", json!({"text": ["Inner cross"]})).ok();
}
