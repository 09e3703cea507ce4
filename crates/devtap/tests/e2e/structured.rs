//! `--experimentalStructuredContent`.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::Site;

fn rig(path: &str) -> Rig {
    Rig::open_with(
        path,
        options().flag("--experimentalStructuredContent"),
        Site::start(),
    )
}

#[test]
fn is_off_unless_asked_for() {
    let rig = Rig::open("/small.html");
    let answer = rig.client.call("list_pages", json!({})).ok();
    assert!(answer.structured.is_empty());
}

#[test]
fn pages() {
    let rig = rig("/small.html");
    let answer = rig.client.call("list_pages", json!({})).ok();
    assert_eq!(
        answer.structured["pages"][1],
        json!({"id": 2, "url": rig.site.url("/small.html"), "title": "Small", "selected": true})
    );
}

#[test]
fn snapshot_is_a_tree() {
    let rig = rig("/small.html");
    let snapshot = rig.snapshot();
    let root = &snapshot.structured["snapshot"];
    assert_eq!(root["role"], "RootWebArea");
    assert_eq!(root["name"], "Small");
    let children = root["children"].as_array().cloned().unwrap_or_default();
    assert!(
        children
            .iter()
            .any(|child| child["role"] == "button" && child["name"] == "More"),
        "{root}"
    );
}

#[test]
fn lists_carry_their_items_and_their_place() {
    let rig = rig("/small.html");
    let requests = rig
        .call("list_network_requests", json!({"pageSize": 1}))
        .ok()
        .structured;
    assert_eq!(requests["networkRequests"][0]["method"], "GET");
    assert_eq!(
        requests["networkRequests"][0]["url"],
        rig.site.url("/small.html")
    );
    assert_eq!(requests["pagination"]["currentPage"], 0);
    let messages = rig.call("list_console_messages", json!({})).ok().structured;
    assert_eq!(messages["consoleMessages"][0]["type"], "log");
    assert!(
        messages["consoleMessages"][0]["text"]
            .as_str()
            .is_some_and(|text| text.contains("small is ready"))
    );
}

#[test]
fn page_tools() {
    let rig = rig("/small.html");
    let group = rig
        .call("list_3p_developer_tools", json!({}))
        .ok()
        .structured["thirdPartyDeveloperTools"][0]
        .clone();
    assert_eq!(group["name"], "Small");
    assert_eq!(group["tools"][0]["name"], "echo");
    assert_eq!(group["tools"][0]["inputSchema"]["required"], json!(["v"]));
}

#[test]
fn failures_have_their_message() {
    let rig = rig("/small.html");
    rig.snapshot();
    let failed = rig.call("click", json!({"uid": "9_9"})).failed();
    assert!(
        failed.structured["errorMessage"]
            .as_str()
            .is_some_and(|text| text.contains("9_9"))
    );
}
