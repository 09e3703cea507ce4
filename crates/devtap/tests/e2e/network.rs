//! list_network_requests and get_network_request.

use crate::rig::Rig;
use serde_json::{Value, json};
use testkit::TempDir;
use testkit::mcp::Answer;

impl Rig {
    /// Opens `network.html` and waits until its requests are through.
    fn with_requests() -> Self {
        let rig = Self::open("/network.html");
        rig.call("wait_for", json!({"text": ["all done"]})).ok();
        rig
    }

    #[track_caller]
    fn requests(&self, arguments: Value) -> Answer {
        self.call("list_network_requests", arguments).ok()
    }

    #[track_caller]
    fn request(&self, needle: &str) -> Answer {
        let reqid = reqid(&self.requests(json!({})), needle);
        self.call("get_network_request", json!({"reqid": reqid}))
    }
}

#[track_caller]
fn reqid(list: &Answer, needle: &str) -> i64 {
    list.text
        .lines()
        .filter(|line| line.contains(needle))
        .find_map(|line| line.strip_prefix("reqid=")?.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("no request has {needle:?}: {}", list.text))
}

#[test]
fn lists_methods_addresses_and_outcomes() {
    let rig = Rig::with_requests();
    let url = |path: &str| rig.site.url(path);
    rig.requests(json!({}))
        .with("## Network requests")
        .with(&format!("GET {} [200]", url("/network.html")))
        .with(&format!("POST {} [200]", url("/echo")))
        .with(&format!("GET {} [404]", url("/status/404")))
        .with(&format!("GET {} [500]", url("/status/500")))
        .with(&format!("GET {} [net::ERR_", url("/drop")))
        .with(&format!("GET {} [pending]", url("/hang")))
        .with("[302]");
}

#[test]
fn filters_by_type_and_page() {
    let rig = Rig::with_requests();
    rig.requests(json!({"resourceTypes": ["stylesheet"]}))
        .with("/style.css")
        .without("/echo");
    let page = rig
        .requests(json!({"pageSize": 3, "pageIdx": 1}))
        .with("Showing 4-6 of");
    assert_eq!(
        page.text
            .lines()
            .filter(|line| line.starts_with("reqid="))
            .count(),
        3
    );
}

#[test]
fn one_request_in_full() {
    let rig = Rig::with_requests();
    rig.request(" POST ")
        .ok()
        .with("## Request")
        .with("### Request Headers")
        .with("### Request Body")
        .with("{\"order\":7}")
        .with("### Response Headers")
        .with("### Response Body");
    rig.request("/status/404 [404]")
        .ok()
        .with("404")
        .with("status 404");
    rig.request("/drop").ok().with("net::ERR_");
}

#[test]
fn a_redirect_shows_its_chain() {
    let rig = Rig::with_requests();
    rig.request("/status/200 [200]")
        .ok()
        .with("### Redirect chain")
        .with("/redirect?to=");
}

#[test]
fn a_long_body_is_cut_and_goes_whole_to_a_file() {
    let folder = TempDir::new().expect("a temporary folder");
    let rig = Rig::with_requests();
    let answer = rig.request("/big.json").ok();
    assert!(answer.text.len() < 20_000, "{} bytes", answer.text.len());
    let reqid = reqid(&rig.requests(json!({})), "/big.json");
    let file = folder.path().join("body.network-response");
    rig.call(
        "get_network_request",
        json!({"reqid": reqid, "responseFilePath": file}),
    )
    .ok()
    .with("body.network-response");
    let saved = std::fs::read(&file).expect("the file was written");
    assert!(saved.len() > 40_000, "{} bytes", saved.len());
}

#[test]
fn headers_can_be_redacted() {
    let rig = Rig::open_with(
        "/network.html",
        crate::rig::options().flag("--redactNetworkHeaders"),
        testkit::site::Site::start(),
    );
    rig.call("wait_for", json!({"text": ["all done"]})).ok();
    let reqid = reqid(&rig.requests(json!({})), " POST ");
    rig.call("get_network_request", json!({"reqid": reqid}))
        .ok()
        .without("secret-value");
}

#[test]
fn an_unknown_request_is_an_error() {
    let rig = Rig::open("/small.html");
    rig.call("get_network_request", json!({"reqid": 4711}))
        .failed()
        .with("4711");
}

#[test]
fn the_page_before_can_still_be_asked_for() {
    let rig = Rig::open("/small.html");
    rig.call("navigate_page", json!({"url": rig.site.url("/form.html")}))
        .ok();
    rig.requests(json!({})).without("/small.html");
    rig.requests(json!({"includePreservedRequests": true}))
        .with("/small.html");
}
