//! The store, fed with events as recorded from Chromium 156, out of order, and with floods.

use super::store::{Progress, Store};
use cdp::Event;
use cdp::protocol::network::event;
use cdp::protocol::page::event::FrameNavigated;
use insta::assert_snapshot;
use records::{Header, NetworkRequestDetail, RequestStatus};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a page told that fetches, posts, is redirected, fails, opens a WebSocket; one event a line.
const NETWORK: &str = include_str!("fixtures/network.jsonl");

fn read<T: DeserializeOwned>(params: Value) -> T {
    serde_json::from_value(params).expect("the event's shape")
}

fn recorded() -> Vec<Value> {
    NETWORK
        .lines()
        .map(|line| serde_json::from_str(line).expect("a recorded event"))
        .collect()
}

fn take(store: &mut Store, mut event: Value) {
    let params = event["params"].take();
    let request_id = params["requestId"].as_str().unwrap_or_default().to_owned();
    match event["method"].as_str().expect("a method") {
        event::RequestWillBeSent::METHOD => store.starts(0, &read(params)),
        event::RequestWillBeSentExtraInfo::METHOD => store.request_extra(&read(params)),
        event::ResponseReceivedExtraInfo::METHOD => store.response_extra(&read(params)),
        event::ResponseReceived::METHOD => {
            store.goes_on(0, &request_id, Progress::Answered(Box::new(read(params))));
        }
        event::LoadingFinished::METHOD => {
            store.goes_on(0, &request_id, Progress::Finished(read(params)));
        }
        event::LoadingFailed::METHOD => {
            store.goes_on(0, &request_id, Progress::Failed(read(params)));
        }
        event::RequestServedFromCache::METHOD => {
            store.goes_on(0, &request_id, Progress::FromMemory);
        }
        event::WebSocketCreated::METHOD => store.socket_opens(0, &read(params)),
        event::WebSocketWillSendHandshakeRequest::METHOD => store.socket_asks(&read(params)),
        event::WebSocketHandshakeResponseReceived::METHOD => store.socket_answered(&read(params)),
        event::WebSocketFrameSent::METHOD => {
            let event: event::WebSocketFrameSent = read(params);
            store.socket_message(&request_id, true, &event.response);
        }
        event::WebSocketFrameReceived::METHOD => {
            let event: event::WebSocketFrameReceived = read(params);
            store.socket_message(&request_id, false, &event.response);
        }
        event::WebSocketClosed::METHOD => store.socket_closed(&request_id, 0.0),
        FrameNavigated::METHOD => {
            let event: FrameNavigated = read(params);
            store.navigated(&event.frame.loader_id);
        }
        other => panic!("unexpected event {other}"),
    }
}

fn shown(store: &Store, preserved: bool) -> String {
    let lines: Vec<String> = store
        .list(&[], preserved)
        .iter()
        .map(|request| {
            let status = match &request.status {
                RequestStatus::Pending => "pending".to_owned(),
                RequestStatus::Answered(status) => status.to_string(),
                RequestStatus::Failed(error) => error.clone(),
            };
            format!(
                "{} {} {} {} [{status}] {}",
                request.id,
                request.resource_type,
                request.method,
                request.url,
                request.navigations_ago
            )
        })
        .collect();
    lines.join("\n")
}

fn detail(store: &Store, id: u32) -> NetworkRequestDetail {
    store.detail(store.get(id).expect("the request"))
}

fn header<'a>(headers: &'a [Header], name: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, value)| value.as_str())
}

/// The event that starts a request for the document `loader`.
fn starts(request_id: &str, loader: &str) -> Value {
    json!({"method": "Network.requestWillBeSent", "params": {
        "requestId": request_id,
        "loaderId": loader,
        "request": {"url": format!("http://localhost/{request_id}"), "method": "GET", "headers": {}},
        "timestamp": 1.0,
        "type": "Fetch",
    }})
}

fn navigated(loader: &str) -> Value {
    json!({"method": "Page.frameNavigated", "params": {"frame": {"id": "F", "loaderId": loader}}})
}

#[test]
fn a_page_with_everything() {
    let mut store = Store::default();
    for event in recorded() {
        take(&mut store, event);
    }
    assert_snapshot!(shown(&store, false));
}

#[test]
fn every_hop_of_a_redirect_has_its_own_headers() {
    let mut store = Store::default();
    for event in recorded() {
        take(&mut store, event);
    }
    let hops: Vec<NetworkRequestDetail> = (6..=8).map(|id| detail(&store, id)).collect();
    let locations: Vec<Option<&str>> = hops
        .iter()
        .map(|hop| header(&hop.response_headers, "location"))
        .collect();
    assert_eq!(
        locations,
        [Some("/api/redirect2"), Some("/api/data.json"), None]
    );
    for hop in &hops {
        // Only the headers as they went over the network have the cookie.
        assert_eq!(header(&hop.request_headers, "cookie"), Some("sid=abc123"));
    }
    let chain: Vec<u32> = hops[2].redirect_chain.iter().map(|hop| hop.id).collect();
    assert_eq!(chain, [7, 6]);
    assert!(hops[0].redirect_chain.is_empty());
}

#[test]
fn what_was_posted_and_what_went_over_a_web_socket() {
    let mut store = Store::default();
    for event in recorded() {
        take(&mut store, event);
    }
    let posted = store.get(5).expect("the post");
    assert_eq!(
        posted.post_data.as_deref(),
        Some(br#"{"hello":"world"}"#.as_slice())
    );
    let socket = detail(&store, 18);
    assert_eq!(socket.request.resource_type, "websocket");
    let traffic = socket.web_socket.expect("a WebSocket");
    assert_eq!(
        (traffic.sent, traffic.received, traffic.closed),
        (1, 1, true)
    );
    assert_eq!(traffic.last[1].text, "echo hi");
}

#[test]
fn sessions_out_of_step_give_the_same_result() {
    let mut expected = Store::default();
    for event in recorded() {
        take(&mut expected, event);
    }
    // Whatever is told of a request comes before the request itself.
    let late = |event: &Value| {
        matches!(
            event["method"].as_str(),
            Some(event::RequestWillBeSent::METHOD | FrameNavigated::METHOD)
        ) || event["method"]
            .as_str()
            .is_some_and(|name| name.contains("webSocket"))
    };
    let (told, before): (Vec<Value>, Vec<Value>) = recorded().into_iter().partition(late);
    // The hops of a redirect can't be told apart then.
    let redirected = |event: &Value| event["params"]["requestId"] == "17499.16";
    let mut store = Store::default();
    for event in before
        .into_iter()
        .chain(told)
        .filter(|event| !redirected(event))
    {
        take(&mut store, event);
    }
    let statuses = |store: &Store| -> Vec<(String, RequestStatus)> {
        store
            .list(&[], false)
            .into_iter()
            .filter(|it| !it.url.contains("redirect"))
            .map(|it| (it.url, it.status))
            .collect()
    };
    let mut expected = statuses(&expected);
    // One of the two is the end of the redirect.
    let end = expected
        .iter()
        .rposition(|(url, _)| url.ends_with("/api/data.json"))
        .expect("the end of the redirect");
    expected.remove(end);
    assert_eq!(statuses(&store), expected);
}

#[test]
fn a_hop_from_the_cache_does_not_take_the_headers_of_the_next() {
    let mut store = Store::default();
    take(&mut store, starts("r", "L"));
    take(
        &mut store,
        json!({"method": "Network.requestWillBeSentExtraInfo", "params": {"requestId": "r", "headers": {"Cookie": "a=1"}}}),
    );
    let mut second = starts("r", "L");
    second["params"]["redirectResponse"] =
        json!({"status": 301, "headers": {}, "fromDiskCache": true});
    second["params"]["redirectHasExtraInfo"] = false.into();
    take(&mut store, second);
    assert_eq!(header(&detail(&store, 1).request_headers, "cookie"), None);
    assert_eq!(
        header(&detail(&store, 2).request_headers, "cookie"),
        Some("a=1")
    );
    assert_eq!(
        detail(&store, 1).facts.served_from,
        Some(records::ServedFrom::DiskCache)
    );
}

#[test]
fn a_document_belongs_to_the_list_that_it_begins() {
    let mut store = Store::default();
    for event in [
        starts("one", "one"),
        navigated("one"),
        starts("1.1", "one"),
        starts("two", "two"),
        navigated("two"),
        starts("1.2", "two"),
        // A beacon that the old document sent when it went.
        starts("1.3", "one"),
    ] {
        take(&mut store, event);
    }
    assert_snapshot!(shown(&store, false), @r"
    3 fetch GET http://localhost/two [pending] 0
    4 fetch GET http://localhost/1.2 [pending] 0
    ");
    assert_snapshot!(shown(&store, true), @r"
    1 fetch GET http://localhost/one [pending] 1
    2 fetch GET http://localhost/1.1 [pending] 1
    3 fetch GET http://localhost/two [pending] 0
    4 fetch GET http://localhost/1.2 [pending] 0
    5 fetch GET http://localhost/1.3 [pending] 1
    ");
    assert_eq!(store.range(), Some((1, 5)));
}

#[test]
fn three_earlier_documents_are_kept() {
    let mut store = Store::default();
    for document in 0..7 {
        let loader = format!("d{document}");
        take(&mut store, starts(&loader, &loader));
        take(&mut store, navigated(&loader));
    }
    let kept: Vec<u32> = store.list(&[], true).iter().map(|it| it.id).collect();
    assert_eq!(kept, [4, 5, 6, 7]);
    assert!(store.get(3).is_none());
    assert_eq!(store.number_of("d6"), Some(7));
    assert_eq!(store.number_of("d1"), None);
}

#[test]
fn a_flood_is_bounded_and_told() {
    let mut store = Store::default();
    for number in 0..20_000 {
        take(&mut store, starts(&format!("1.{number}"), ""));
    }
    assert_eq!(store.list(&[], false).len(), 5_000);
    assert_eq!(store.dropped(false), 15_000);
    for number in 0..20_000 {
        take(
            &mut store,
            json!({"method": "Network.requestWillBeSentExtraInfo", "params": {"requestId": format!("2.{number}"), "headers": {"a": "b"}}}),
        );
    }
    assert_eq!(store.list(&[], false).len(), 5_000);
}

#[test]
fn a_failure_says_why() {
    let mut store = Store::default();
    take(&mut store, starts("r", ""));
    take(
        &mut store,
        json!({"method": "Network.loadingFailed", "params": {"requestId": "r", "timestamp": 1.5, "errorText": "net::ERR_FAILED",
            "corsErrorStatus": {"corsError": "MissingAllowOriginHeader", "failedParameter": ""}}}),
    );
    let failed = detail(&store, 1);
    assert_eq!(
        failed.failure_reason.as_deref(),
        Some("CORS: MissingAllowOriginHeader")
    );
    assert_eq!(failed.facts.total_ms, Some(500.0));
}
