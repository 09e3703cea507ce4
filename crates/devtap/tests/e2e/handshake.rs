//! `initialize`, `tools/list`, `ping`, before any browser is needed.

use crate::rig::{bare, options};
use serde_json::{Value, json};
use testkit::mcp::CallError;
use testkit::process;

/// The tools of the first slice.
const TOOLS: [&str; 17] = [
    "click",
    "close_page",
    "evaluate_script",
    "execute_3p_developer_tool",
    "fill",
    "get_console_message",
    "get_network_request",
    "list_3p_developer_tools",
    "list_console_messages",
    "list_network_requests",
    "list_pages",
    "navigate_page",
    "new_page",
    "select_page",
    "take_screenshot",
    "take_snapshot",
    "wait_for",
];

fn listed(client: &testkit::mcp::Client) -> Vec<Value> {
    let result = client
        .request("tools/list", json!({}))
        .expect("tools are listed");
    result["tools"].as_array().cloned().unwrap_or_default()
}

#[test]
fn answers_in_the_revision_that_was_asked_for() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let client = options().protocol_version(version).spawn();
        let hello = client.initialize();
        assert_eq!(hello["protocolVersion"], version);
        assert_eq!(hello["serverInfo"]["name"], "chrome_devtools");
        assert!(hello["capabilities"]["tools"].is_object(), "{hello}");
    }
}

#[test]
fn lists_its_tools_sorted_with_whole_schemas() {
    let client = options().start();
    let tools = listed(&client);
    let names: Vec<&str> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert!(names.is_sorted(), "{names:?}");
    for name in TOOLS {
        assert!(names.contains(&name), "{name} is missing in {names:?}");
    }
    for tool in &tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert_eq!(schema["additionalProperties"], false, "{tool}");
        assert!(
            tool["description"]
                .as_str()
                .is_some_and(|text| text.len() > 20),
            "{tool}"
        );
        assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{tool}");
    }
}

#[test]
fn page_tools_can_be_switched_off() {
    let client = options()
        .flag("--no-category-experimental-third-party")
        .start();
    let tools = listed(&client);
    assert!(!tools.is_empty());
    assert!(
        tools
            .iter()
            .all(|tool| tool["name"] != "list_3p_developer_tools")
    );
    let error = client
        .try_call("list_3p_developer_tools", json!({"pageId": 1}))
        .expect_err("the tool is off");
    assert!(
        matches!(error, CallError::Rpc(error) if error.code == -32602),
        "it is refused by name"
    );
}

#[test]
fn without_page_routing_no_page_is_named() {
    let client = options().flag("--no-page-id-routing").start();
    let tools = listed(&client);
    let snapshot = tools
        .iter()
        .find(|tool| tool["name"] == "take_snapshot")
        .expect("it is listed");
    assert!(
        snapshot["inputSchema"]["properties"]
            .get("pageId")
            .is_none()
    );
    client
        .call("take_snapshot", json!({}))
        .ok()
        .with("RootWebArea");
}

#[test]
fn answers_pings_and_refuses_unknown_methods() {
    let client = options().start();
    assert_eq!(client.request("ping", json!({})), Ok(json!({})));
    let error = client
        .request("no/such/method", json!({}))
        .expect_err("there is no such method");
    assert!(matches!(error, CallError::Rpc(error) if error.code == -32601));
}

#[test]
fn starts_no_browser_before_a_call_needs_one() {
    let client = options().start();
    listed(&client);
    client
        .request("ping", json!({}))
        .expect("the server answers");
    assert_eq!(process::chromium_under(client.pid()).len(), 0);
    client
        .call("list_pages", json!({}))
        .ok()
        .with("about:blank");
    assert_ne!(process::chromium_under(client.pid()).len(), 0);
}

#[test]
fn an_unknown_option_is_refused_with_the_nearest_name() {
    let client = bare().flag("--headles").spawn();
    let status = client
        .wait(crate::rig::SOON)
        .expect("the server ends at once");
    assert!(!status.success());
    assert!(
        client.stderr().contains("--headless"),
        "{}",
        client.stderr()
    );
}

#[test]
fn options_of_the_reference_are_taken() {
    let client = options()
        .flags([
            "--no-usage-statistics",
            "--no-performance-crux",
            "--categoryExperimentalThirdParty",
            "--viewport",
            "800x600",
        ])
        .start();
    client.call("list_pages", json!({})).ok();
}
