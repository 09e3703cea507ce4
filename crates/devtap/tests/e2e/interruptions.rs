//! Calls that are cut short: cancelled, or by the end of the client, the browser or the server.

use crate::rig::{Rig, SOON, assert_gone, browser_process};
use serde_json::json;
use std::time::Duration;
use testkit::process;

/// A script that would run for five minutes.
const LONG: &str = "() => new Promise((done) => setTimeout(done, 300000))";

#[test]
fn a_cancelled_call_ends_and_the_page_is_free() {
    let rig = Rig::open("/small.html");
    let long = rig.start("evaluate_script", json!({"function": LONG}));
    std::thread::sleep(Duration::from_millis(200));
    long.cancel("no longer needed");
    assert_eq!(rig.value("() => 1 + 1"), 2);
    assert!(!long.is_answered(), "a cancelled call is not answered");
}

#[test]
fn a_cancelled_loop_is_stopped_in_the_page() {
    let rig = Rig::open("/small.html");
    let long = rig.start(
        "evaluate_script",
        json!({"function": "() => { for (;;) ; }"}),
    );
    std::thread::sleep(Duration::from_millis(300));
    long.cancel("no longer needed");
    assert_eq!(rig.value("() => 1 + 1"), 2);
}

#[test]
fn a_call_that_waits_its_turn_can_be_cancelled() {
    let rig = Rig::open("/small.html");
    let first = rig.start("evaluate_script", json!({"function": LONG}));
    let second = rig.start(
        "evaluate_script",
        json!({"function": "() => { window.ran = true; return 1; }"}),
    );
    std::thread::sleep(Duration::from_millis(200));
    second.cancel("no longer needed");
    first.cancel("no longer needed");
    assert_eq!(rig.value("() => window.ran === undefined"), true);
}

#[test]
fn cancelling_what_is_over_or_never_was_changes_nothing() {
    let rig = Rig::open("/small.html");
    let done = rig.start("evaluate_script", json!({"function": "() => 1"}));
    done.answer().ok();
    done.cancel("too late");
    rig.client
        .notify("notifications/cancelled", json!({"requestId": 4711}));
    rig.client
        .notify("notifications/cancelled", json!({"requestId": "text"}));
    rig.snapshot();
}

#[test]
fn progress_carries_the_token_and_grows() {
    let rig = Rig::open("/small.html");
    let waiting = rig.start(
        "wait_for",
        json!({"text": ["never there"], "timeout": 2500}),
    );
    waiting.answer().failed();
    let progress = rig.client.progress(waiting.id());
    let steps: Vec<f64> = progress
        .iter()
        .filter_map(|step| step["progress"].as_f64())
        .collect();
    assert_eq!(steps.len(), progress.len());
    assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
}

#[test]
fn stdin_closed_in_mid_call() {
    let rig = Rig::open("/small.html");
    let browsers = process::chromium_under(rig.client.pid());
    assert!(!browsers.is_empty());
    let _long = rig.start("evaluate_script", json!({"function": LONG}));
    std::thread::sleep(Duration::from_millis(200));
    rig.client.close_stdin();
    let status = rig.client.wait(SOON).expect("the server ends by itself");
    assert!(status.success(), "{status}");
    assert_gone(&browsers);
}

#[test]
fn chrome_killed_in_mid_call() {
    let rig = Rig::open("/small.html");
    let browser = browser_process(&rig.client);
    let old = process::chromium_under(rig.client.pid());
    let long = rig.start("evaluate_script", json!({"function": LONG}));
    std::thread::sleep(Duration::from_millis(200));
    process::signal(browser.pid, "KILL");
    long.answer().failed().with("browser");
    assert_gone(&old);

    let url = rig.site.url("/form.html");
    let opened = rig.client.call("new_page", json!({"url": url})).ok();
    assert!(
        opened
            .text
            .lines()
            .next()
            .is_some_and(|line| line.to_lowercase().contains("browser")),
        "the first answer tells of the new browser: {}",
        opened.text
    );
    let page = opened.selected_page();
    rig.client
        .call("take_snapshot", json!({"pageId": page}))
        .ok()
        .with("heading \"Form\"");
    let told_once = rig.client.call("list_pages", json!({})).ok();
    assert!(told_once.text.starts_with("## Pages"), "{}", told_once.text);
}

#[test]
fn chrome_killed_between_calls() {
    let rig = Rig::open("/small.html");
    let old = process::chromium_under(rig.client.pid());
    process::signal(browser_process(&rig.client).pid, "KILL");
    assert_gone(&old);
    rig.client
        .call("list_pages", json!({}))
        .ok()
        .with("about:blank");
    rig.client.call("take_snapshot", json!({"pageId": 1})).ok();
}

#[test]
fn a_uid_of_the_browser_before_is_refused() {
    let rig = Rig::open("/small.html");
    let uid = rig.uid("button \"More\"");
    let old = process::chromium_under(rig.client.pid());
    process::signal(browser_process(&rig.client).pid, "KILL");
    assert_gone(&old);
    let page = rig.another("/small.html");
    rig.client
        .call("click", json!({"pageId": page, "uid": uid}))
        .failed();
}
