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

/// The list with the documents before once it contains `needle`.
#[track_caller]
fn list_with(rig: &Rig, needle: &str) -> Answer {
    for _ in 0..100 {
        let list = rig.requests(json!({"includePreservedRequests": true}));
        if list.text.contains(needle) {
            return list;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("no request with {needle:?} ever came")
}

/// A site whose page loads a big body, a frame of another site and a worker, which both fetch something.
fn busy_site() -> testkit::site::Site {
    let fetching = |what: &str| format!("fetch('/{what}.json').then(r => r.text())");
    testkit::site::Site::builder()
        .route("/frame.json", |_| testkit::site::Response::json(&json!({"for": "the frame"})))
        .route("/worker.json", |_| testkit::site::Response::json(&json!({"for": "the worker"})))
        .route("/items.json", |_| testkit::site::Response::json(&json!({"items": [1, 2, 3]})))
        .page("/inner", format!("<script>{}</script>", fetching("frame")))
        .route("/worker.js", move |_| {
            testkit::site::Response::new(200, "text/javascript", fetching("worker"))
        })
        .page("/land", "<title>landed</title><p>landed")
        .page(
            "/",
            "<title>busy</title><p id=p>loading</p><iframe id=f></iframe><script>\
             f.src = location.origin.replace('127.0.0.1', 'localhost') + '/inner'; new Worker('/worker.js');\
             fetch('/items.json');\
             fetch('/big.json?bytes=3000000').then(r => r.text()).then(() => { p.textContent = 'all there' })</script>",
        )
        .start()
}

#[test]
fn bodies_outlive_their_document_frame_and_worker() {
    let folder = TempDir::new().expect("a temporary folder");
    let rig = Rig::open_with("/", crate::rig::options(), busy_site());
    for path in [
        "/worker.json [200]",
        "/frame.json [200]",
        "/big.json?bytes=3000000 [200]",
    ] {
        list_with(&rig, path);
    }
    rig.call("wait_for", json!({"text": ["all there"]})).ok();
    rig.call("navigate_page", json!({"url": rig.site.other_url("/land")}))
        .ok();
    rig.requests(json!({})).with("/land").without("/items.json");
    let list = list_with(&rig, "/land")
        .with("/items.json [200] [1 navigation ago]")
        .with("/worker.js [200] [1 navigation ago]");
    for (path, body) in [
        ("/items.json", r#"{"items":[1,2,3]}"#),
        ("/frame.json", r#"{"for":"the frame"}"#),
        ("/worker.json", r#"{"for":"the worker"}"#),
    ] {
        let reqid = reqid(&list, path);
        rig.call("get_network_request", json!({"reqid": reqid}))
            .ok()
            .with(body);
    }
    let reqid = reqid(&list, "/big.json");
    let shown = rig
        .call("get_network_request", json!({"reqid": reqid}))
        .ok()
        .with("... <truncated>")
        .with("bytes in all");
    assert!(shown.text.len() < 20_000, "{} bytes", shown.text.len());
    let file = folder.path().join("big");
    rig.call(
        "get_network_request",
        json!({"reqid": reqid, "responseFilePath": file}),
    )
    .ok()
    .with("big.network-response");
    let saved = std::fs::read(file.with_extension("network-response")).expect("the file");
    assert!(
        saved.len() > 2_900_000 && saved.ends_with(b"}]"),
        "{} bytes",
        saved.len()
    );
}

#[test]
fn a_web_socket_that_fails_is_listed_with_its_error() {
    let rig = Rig::open("/small.html");
    rig.value("() => new Promise((done) => { const socket = new WebSocket(location.origin.replace('http', 'ws') + '/echo'); socket.onerror = () => done(1); })");
    let list = list_with(&rig, " GET ws://");
    let reqid = reqid(&list, " GET ws://");
    rig.requests(json!({"resourceTypes": ["websocket"]}))
        .with(&format!("reqid={reqid} "))
        .without("small.html");
    rig.call("get_network_request", json!({"reqid": reqid}))
        .ok()
        .with("0 sent, 0 received, closed")
        .with("### Request failed with");
}

#[test]
fn a_long_post_is_there_in_full() {
    let folder = TempDir::new().expect("a temporary folder");
    let rig = Rig::open("/small.html");
    rig.value("() => fetch('/echo', {method: 'POST', body: 'x'.repeat(200000) + 'END'}).then((response) => response.text()).then((text) => text.length)");
    let reqid = reqid(&rig.requests(json!({})), " POST ");
    rig.call("get_network_request", json!({"reqid": reqid}))
        .ok()
        .with("### Request Body")
        .with("200,003 bytes in all; requestFilePath");
    let file = folder.path().join("sent.txt");
    rig.call(
        "get_network_request",
        json!({"reqid": reqid, "requestFilePath": file}),
    )
    .ok()
    .with("sent.network-request");
    let saved = std::fs::read(file.with_extension("network-request")).expect("the file");
    assert!(saved.len() == 200_003 && saved.ends_with(b"END"));
}

#[test]
fn a_body_can_not_pass_for_a_part_of_the_answer() {
    let site = testkit::site::Site::builder()
        .route("/forged", |_| {
            testkit::site::Response::text("a\n### Request failed with\nnet::ERR_FORGED")
        })
        .page("/", "<title>x</title>")
        .start();
    let rig = Rig::open_with("/", crate::rig::options(), site);
    rig.value("() => fetch('/forged').then((response) => response.text())");
    rig.request("/forged")
        .ok()
        .with("```\na\n### Request failed with\nnet::ERR_FORGED\n```");
}

#[test]
fn without_a_number_nothing_is_selected() {
    let rig = Rig::open("/small.html");
    rig.call("get_network_request", json!({}))
        .ok()
        .with("No request is selected")
        .with("reqid");
}
