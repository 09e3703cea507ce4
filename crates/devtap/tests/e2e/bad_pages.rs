//! Pages that never load, never end, or die.

use crate::rig::{Rig, SOON};
use serde_json::json;
use testkit::process;

#[test]
fn a_page_that_never_loads_ends_with_its_limit_and_can_be_used() {
    let rig = Rig::open("/small.html");
    let url = rig.site.url("/never-loads.html");
    rig.call("navigate_page", json!({"url": url, "timeout": 700}))
        .with("Timed out");
    rig.snapshot().with("heading \"Never loads\"");
    assert_eq!(rig.value("() => document.readyState"), "interactive");
}

#[test]
fn a_new_page_that_never_loads_is_told_with_its_number() {
    let rig = Rig::open("/small.html");
    let url = rig.site.url("/never-loads.html");
    let answer = rig
        .client
        .call("new_page", json!({"url": url, "timeout": 700}))
        .with("Timed out")
        .with("never-loads.html");
    let page = answer.selected_page();
    rig.client
        .call("take_snapshot", json!({"pageId": page}))
        .ok()
        .with("heading \"Never loads\"");
}

#[test]
fn a_server_that_never_answers() {
    let rig = Rig::open("/small.html");
    let url = rig.site.url("/hang");
    rig.call("navigate_page", json!({"url": url, "timeout": 700}))
        .with("Timed out");
    rig.client
        .call("new_page", json!({"url": url, "timeout": 700}))
        .with("Timed out");
    rig.client.call("list_pages", json!({})).ok();
    rig.call("navigate_page", json!({"url": rig.site.url("/form.html")}))
        .ok();
    assert_eq!(rig.text_of("h1"), "Form");
}

#[test]
fn an_endless_loop_ends_each_call_with_an_error_and_blocks_no_other_page() {
    let rig = Rig::open("/loop.html");
    let other = rig.another("/small.html");
    rig.click("button \"Spin\"");
    let stuck = rig.start("evaluate_script", json!({"function": "() => 1"}));
    for _ in 0..3 {
        rig.client
            .call(
                "evaluate_script",
                json!({"pageId": other, "function": "() => 2"}),
            )
            .ok();
    }
    assert!(
        !stuck.is_answered(),
        "the other page did not wait for the loop"
    );
    stuck.answer().failed();
    rig.client
        .call("close_page", json!({"pageId": rig.page}))
        .ok();
    rig.client
        .call("take_snapshot", json!({"pageId": other}))
        .ok()
        .with("button \"More\"");
}

#[test]
fn a_page_that_loops_while_it_loads() {
    let rig = Rig::open("/small.html");
    let url = rig.site.url("/loop.html?now");
    rig.client
        .call("new_page", json!({"url": url, "timeout": 700}))
        .with("Timed out");
    rig.snapshot().with("button \"More\"");
}

#[test]
fn a_looping_page_can_be_left() {
    let rig = Rig::open("/loop.html");
    rig.click("button \"Spin\"");
    rig.call("navigate_page", json!({"url": rig.site.url("/form.html")}))
        .ok();
    assert_eq!(rig.text_of("h1"), "Form");
}

#[test]
fn a_script_that_loops_is_stopped() {
    let rig = Rig::open("/small.html");
    rig.call(
        "evaluate_script",
        json!({"function": "() => { for (;;) ; }"}),
    )
    .failed();
    assert_eq!(rig.value("() => 1 + 1"), 2);
}

#[test]
fn a_promise_that_never_settles_ends_with_an_error() {
    let rig = Rig::open("/small.html");
    rig.call(
        "evaluate_script",
        json!({"function": "() => new Promise(() => {})"}),
    )
    .failed();
    assert_eq!(rig.value("() => 1 + 1"), 2);
}

#[test]
fn a_crashed_page_says_so_and_loads_again() {
    let rig = Rig::open("/small.html");
    let mut renderers = process::chromium_under(rig.client.pid());
    renderers.retain(|process| process.command.contains("--type=renderer"));
    assert!(!renderers.is_empty());
    for renderer in &renderers {
        process::signal(renderer.pid, "KILL");
    }
    assert_eq!(process::wait_until_gone(&renderers, SOON).len(), 0);
    rig.call("evaluate_script", json!({"function": "() => 1"}))
        .failed()
        .with("crashed");
    rig.call("take_snapshot", json!({}))
        .failed()
        .with("crashed");
    rig.call("navigate_page", json!({"type": "reload"})).ok();
    rig.snapshot().with("button \"More\"");
}
