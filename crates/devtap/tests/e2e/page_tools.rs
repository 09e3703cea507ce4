//! list_3p_developer_tools and execute_3p_developer_tool: the tools that a page itself offers.

use crate::rig::{Rig, options};
use serde_json::{Value, json};
use testkit::mcp::Answer;
use testkit::site::Site;

impl Rig {
    /// Runs a tool of the page's.
    #[track_caller]
    pub fn page_tool(&self, name: &str, params: Value) -> Answer {
        self.call(
            "execute_3p_developer_tool",
            json!({"toolName": name, "params": params.to_string()}),
        )
    }

    /// Runs a tool of the page's with further arguments of the call.
    #[track_caller]
    pub fn page_tool_with(&self, name: &str, mut arguments: Value) -> Answer {
        arguments["toolName"] = json!(name);
        self.call("execute_3p_developer_tool", arguments)
    }

    /// Lists the page's tools.
    #[track_caller]
    pub fn page_tools(&self) -> Answer {
        self.call("list_3p_developer_tools", json!({})).ok()
    }
}

#[test]
fn lists_groups_names_descriptions_and_schemas() {
    let rig = Rig::open("/tools.html");
    rig.page_tools()
        .with("## Third-party developer tools")
        .with("Page-specific DevTools: Tools of this page")
        .with("name=\"add\"")
        .with("description=\"Adds two numbers\"")
        .with("getGlobalState");
}

#[test]
fn a_navigation_lists_them_too() {
    let rig = Rig::open("/small.html");
    rig.call("navigate_page", json!({"url": rig.site.url("/tools.html")}))
        .ok()
        .with("name=\"add\"");
}

#[test]
fn runs_one_right_after_a_page_is_opened() {
    let rig = Rig::open("/tools.html");
    rig.page_tool("add", json!({"a": 19, "b": 23}))
        .ok()
        .with("42");
}

#[test]
fn a_path_chooses_a_part_of_the_state() {
    let rig = Rig::open("/tools.html");
    rig.page_tool("getGlobalState", json!({"path": "cart.items"}))
        .ok()
        .with("Lamp")
        .with("\"quantity\": 2")
        .without("mia");
}

#[test]
fn no_page_tool_is_stale_after_any_kind_of_navigation() {
    let rig = Rig::open("/tools.html");
    rig.page_tool("add", json!({"a": 1, "b": 1})).ok();
    rig.value("() => { setTimeout(() => { location.href = '/tools-other.html'; }, 0); return 1; }");
    rig.call("wait_for", json!({"text": ["Other tools"]})).ok();
    rig.page_tool("onlyHere", json!({}))
        .ok()
        .with("/tools-other.html");
    rig.page_tool("add", json!({"a": 1, "b": 1}))
        .failed()
        .with("add");
    rig.page_tools().with("onlyHere").without("name=\"add\"");
}

#[test]
fn a_page_that_withdraws_its_tools_has_none() {
    let rig = Rig::open("/tools-other.html");
    rig.page_tools().with("onlyHere");
    rig.click("button \"Withdraw\"").ok();
    let list = rig.page_tools().without("onlyHere");
    assert!(
        !list.text.trim().is_empty(),
        "an empty list says that it is empty"
    );
}

#[test]
fn elements_go_in_by_uid() {
    let rig = Rig::open("/tools.html");
    let uid = rig.uid("button \"Buy\"");
    rig.page_tool("describeElement", json!({"element": {"uid": uid}}))
        .ok()
        .with("BUTTON")
        .with("\"isElement\": true");
    rig.page_tool("describeElement", json!({"element": {"uid": "9_9"}}))
        .failed()
        .with("9_9");
}

#[test]
fn elements_come_out_as_uids_that_can_be_clicked() {
    let rig = Rig::open("/tools.html");
    let answer = rig.page_tool("findButton", json!({})).ok();
    let uid = answer
        .text
        .split_once("\"uid\": \"")
        .and_then(|(_, rest)| rest.split('"').next())
        .unwrap_or_else(|| panic!("no uid in: {}", answer.text))
        .to_owned();
    rig.call("click", json!({"uid": uid})).ok();
    assert_eq!(rig.text_of("#status"), "bought");
}

#[test]
fn arguments_are_checked_before_the_page_sees_them() {
    let rig = Rig::open("/tools.html");
    rig.page_tool("add", json!({"a": 1})).failed().with("b");
    rig.page_tool("add", json!({"a": "one", "b": 2}))
        .failed()
        .with("a");
    rig.call(
        "execute_3p_developer_tool",
        json!({"toolName": "add", "params": "{not json"}),
    )
    .failed();
    rig.call(
        "execute_3p_developer_tool",
        json!({"toolName": "add", "params": "[1, 2]"}),
    )
    .failed();
    rig.page_tool("ad", json!({})).failed().with("ad");
}

#[test]
fn a_failing_tool_says_why() {
    let rig = Rig::open("/tools.html");
    rig.page_tool("failWithError", json!({}))
        .failed()
        .with("the cache is cold");
    rig.page_tool("failWithText", json!({}))
        .failed()
        .with("just a text");
}

#[test]
fn cycles_bigints_and_nothing_have_an_answer() {
    let rig = Rig::open("/tools.html");
    rig.page_tool("cycle", json!({}))
        .ok()
        .with("loop")
        .with("12");
    let nothing = rig.page_tool("nothing", json!({})).ok();
    assert!(!nothing.text.trim().is_empty());
}

#[test]
fn a_page_without_a_listener_is_not_disturbed() {
    let site = Site::builder()
        .page(
            "/",
            "<p>quiet</p><script>const dispatch = EventTarget.prototype.dispatchEvent; \
             EventTarget.prototype.dispatchEvent = function (event) { window.seen = event.type; return dispatch.call(this, event); };</script>",
        )
        .start();
    let rig = Rig::open_with("/", options(), site);
    rig.page_tools();
    assert_eq!(
        rig.value("() => [window.seen === undefined, '__dtmcp' in window]"),
        json!([true, false])
    );
}

#[test]
fn one_bad_page_does_not_break_a_navigation() {
    let site = Site::builder()
        .page(
            "/bad",
            "<script>addEventListener('devtoolstooldiscovery', (event) => {\
             event.respondWith({name: 'Bad', description: 'x', tools: [{name: 'broken', description: 'y', inputSchema: null, execute() {}}]});\
             });</script><p>still here",
        )
        .page("/throws", "<script>addEventListener('devtoolstooldiscovery', () => { throw 1; });</script><p>still here")
        .start();
    let rig = Rig::open_with("/bad", options(), site);
    rig.snapshot().with("still here");
    rig.call("navigate_page", json!({"url": rig.site.url("/throws")}))
        .ok();
    rig.page_tools();
    rig.snapshot().with("still here");
}
