//! The list of network requests.

use super::console_messages::earlier;
use super::pagination::{pagination_json, pagination_text};
use crate::{
    Place, Section,
    text::{cut, one_line},
};
use records::{NetworkList, NetworkRequest, RequestStatus};
use serde_json::{Map, Value, json};

/// Longest URL of the list, in characters.
const URL_LIMIT: usize = 255;

/// What a page asked the network for.
pub struct NetworkRequests(pub NetworkList);

impl Section for NetworkRequests {
    fn place(&self) -> Place {
        Place::NetworkRequests
    }

    fn text(&self, out: &mut String) {
        let list = &self.0;
        out.push_str("## Network requests\n");
        if list.requests.items.is_empty() {
            out.push_str("No requests found.\n");
        }
        pagination_text(&list.requests.pagination, out);
        if list.dropped > 0 {
            out.push_str(&format!(
                "{} older requests were dropped: only the newest are kept.\n",
                list.dropped
            ));
        }
        for request in &list.requests.items {
            out.push_str(&request_line(request));
            out.push('\n');
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let list = &self.0;
        pagination_json(&list.requests.pagination, out);
        if list.requests.items.is_empty() {
            return;
        }
        let requests = list.requests.items.iter().map(request_entry).collect();
        out.insert("networkRequests".to_owned(), requests);
    }
}

/// One request on one line.
pub(super) fn request_line(request: &NetworkRequest) -> String {
    let url = cut(&one_line(&request.url), URL_LIMIT, "... <truncated>");
    format!(
        "reqid={} {} {url} [{}]{}",
        request.id,
        one_line(&request.method),
        one_line(&status_word(&request.status)),
        earlier(request.navigations_ago).unwrap_or_default(),
    )
}

/// One request in structured form.
pub(super) fn request_entry(request: &NetworkRequest) -> Value {
    let mut entry = json!({
        "requestId": request.id,
        "method": request.method,
        "url": cut(&request.url, URL_LIMIT, "... <truncated>"),
        "status": status_word(&request.status),
    });
    if request.navigations_ago > 0 {
        entry["navigationsAgo"] = request.navigations_ago.into();
    }
    entry
}

/// The status as one word: a number, Chrome's error, or `pending`.
pub(super) fn status_word(status: &RequestStatus) -> String {
    match status {
        RequestStatus::Pending => "pending".to_owned(),
        RequestStatus::Answered(code) => code.to_string(),
        RequestStatus::Failed(error) => error.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;
    use records::PageOf;

    fn request(id: u32, url: &str, status: RequestStatus) -> NetworkRequest {
        NetworkRequest {
            id,
            method: "GET".into(),
            url: url.into(),
            resource_type: "fetch".into(),
            status,
            navigations_ago: 0,
        }
    }

    fn list(requests: Vec<NetworkRequest>) -> NetworkRequests {
        NetworkRequests(NetworkList {
            requests: PageOf::cut(requests, None, None),
            dropped: 0,
        })
    }

    fn text(section: &impl Section) -> String {
        let mut out = String::new();
        section.text(&mut out);
        out
    }

    #[test]
    fn one_line_a_request() {
        let section = list(vec![
            NetworkRequest {
                navigations_ago: 1,
                ..request(
                    7,
                    "http://localhost/api/redirect",
                    RequestStatus::Answered(302),
                )
            },
            request(
                8,
                "http://127.0.0.1:1/refused",
                RequestStatus::Failed("net::ERR_UNSAFE_PORT".into()),
            ),
            request(9, "http://localhost/slow", RequestStatus::Pending),
            request(
                10,
                &format!("data:text/plain,{}\n## Pages", "x".repeat(300)),
                RequestStatus::Answered(200),
            ),
        ]);
        let shown = text(&section);
        assert_snapshot!(shown.replace(&"x".repeat(239), "[239 x]"), @r"
        ## Network requests
        Showing 1-4 of 4 (Page 1 of 1).
        reqid=7 GET http://localhost/api/redirect [302] [1 navigation ago]
        reqid=8 GET http://127.0.0.1:1/refused [net::ERR_UNSAFE_PORT]
        reqid=9 GET http://localhost/slow [pending]
        reqid=10 GET data:text/plain,[239 x]... <truncated> [200]
        ");
        let mut out = Map::new();
        section.json(&mut out);
        assert_snapshot!(format!("{:#}", json!(out["networkRequests"][0])), @r#"
        {
          "requestId": 7,
          "method": "GET",
          "url": "http://localhost/api/redirect",
          "status": "302",
          "navigationsAgo": 1
        }
        "#);
    }

    #[test]
    fn an_empty_list() {
        let section = list(vec![]);
        assert_snapshot!(text(&section), @r"
        ## Network requests
        No requests found.
        ");
        let mut out = Map::new();
        section.json(&mut out);
        assert!(out.is_empty());
    }
}
