//! Dialogs: a click that opens one, and what other calls say meanwhile.

use crate::rig::Rig;
use serde_json::json;

#[test]
fn a_click_that_opens_a_dialog_says_so_and_names_it() {
    let rig = Rig::open("/dialogs.html");
    rig.click("button \"Alert\"")
        .with("# Open dialog")
        .with("alert: Hello from the page");
}

#[test]
fn calls_that_need_the_page_name_the_dialog_instead_of_hanging() {
    let rig = Rig::open("/dialogs.html");
    rig.click("button \"Prompt\"")
        .with("default value: \"bob\"");
    rig.call("evaluate_script", json!({"function": "() => 1"}))
        .failed()
        .with("Your name?");
    rig.call("take_snapshot", json!({}))
        .failed()
        .with("Your name?");
}

#[test]
fn a_dialog_stops_its_own_page_alone() {
    let rig = Rig::open("/dialogs.html");
    rig.click("button \"Confirm\"").with("Go on?");
    let other = rig.another("/small.html");
    rig.client
        .call(
            "evaluate_script",
            json!({"pageId": other, "function": "() => document.title"}),
        )
        .ok()
        .with("Small");
    rig.client
        .call("list_pages", json!({}))
        .ok()
        .with("Dialogs");
    rig.client
        .call("close_page", json!({"pageId": rig.page}))
        .ok();
}

#[test]
fn a_dialog_is_answered_and_the_page_goes_on() {
    let rig = Rig::open("/dialogs.html");
    rig.click("button \"Prompt\"").with("# Open dialog");
    rig.call(
        "handle_dialog",
        json!({"action": "accept", "promptText": "mia"}),
    )
    .ok();
    assert_eq!(rig.text_of("#answer"), "prompt mia");
    rig.click("button \"Confirm\"").with("# Open dialog");
    rig.call("handle_dialog", json!({"action": "dismiss"})).ok();
    rig.snapshot()
        .with("confirm false")
        .without("# Open dialog");
    rig.call("handle_dialog", json!({"action": "accept"}))
        .failed();
}

#[test]
fn a_dialog_that_comes_by_itself_is_named_in_the_next_answer() {
    let rig = Rig::open("/dialogs.html");
    let uid = rig.uid("button \"Alert later\"");
    rig.call("click", json!({"uid": uid}));
    std::thread::sleep(std::time::Duration::from_millis(500));
    rig.call("list_console_messages", json!({}))
        .with("alert: Later");
}
