//! One network request in full.

use super::network_requests::{request_entry, request_line, status_word};
use crate::{
    Place, Section,
    text::{cut, one_line},
};
use records::{Body, Header, NetworkRequestDetail, ServedFrom, WebSocketTraffic};
use serde_json::{Map, Value, json};

/// Longest body that is shown, in characters.
const BODY_LIMIT: usize = 10_000;

/// Longest URL and header value that is shown, in characters.
const LINE_LIMIT: usize = 8_000;

/// One request: headers, bodies, where it was redirected from.
pub struct NetworkRequestFull(pub NetworkRequestDetail);

impl Section for NetworkRequestFull {
    fn place(&self) -> Place {
        Place::NetworkRequest
    }

    fn text(&self, out: &mut String) {
        let detail = &self.0;
        out.push_str(&format!(
            "## Request {}\nStatus: {}\n",
            cut(
                &one_line(&detail.request.url),
                LINE_LIMIT,
                "... <truncated>"
            ),
            one_line(&status_word(&detail.request.status)),
        ));
        out.push_str(&facts(detail));
        headers("### Request Headers", &detail.request_headers, out);
        if let Some(body) = &detail.request_body {
            out.push_str(&format!(
                "### Request Body\n{}\n",
                body_text(body, detail, "requestFilePath")
            ));
        }
        headers("### Response Headers", &detail.response_headers, out);
        if let Some(body) = &detail.response_body {
            out.push_str(&format!(
                "### Response Body\n{}\n",
                body_text(body, detail, "responseFilePath")
            ));
        }
        if let records::RequestStatus::Failed(error) = &detail.request.status {
            out.push_str(&format!("### Request failed with\n{}\n", one_line(error)));
            if let Some(reason) = &detail.failure_reason {
                out.push_str(&format!("{}\n", one_line(reason)));
            }
        }
        if let Some(traffic) = &detail.web_socket {
            web_socket(traffic, out);
        }
        if !detail.redirect_chain.is_empty() {
            out.push_str("### Redirect chain\n");
            for (depth, hop) in detail.redirect_chain.iter().enumerate() {
                out.push_str(&format!("{}{}\n", "  ".repeat(depth), request_line(hop)));
            }
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        out.insert("networkRequest".to_owned(), structured(&self.0));
    }
}

/// What the list does not show, on one or two lines.
fn facts(detail: &NetworkRequestDetail) -> String {
    let facts = &detail.facts;
    let mut parts = vec![format!(
        "{} {}",
        one_line(&detail.request.method),
        one_line(&detail.request.resource_type)
    )];
    if let Some(mime_type) = facts.mime_type.as_deref().filter(|name| !name.is_empty()) {
        parts.push(one_line(mime_type));
    }
    if let Some(protocol) = facts.protocol.as_deref().filter(|name| !name.is_empty()) {
        parts.push(one_line(protocol));
    }
    if let Some(bytes) = facts.transferred_bytes {
        parts.push(format!("{bytes} bytes transferred"));
    }
    if let Some(wait) = facts.wait_ms {
        parts.push(format!("first byte after {wait:.0} ms"));
    }
    if let Some(total) = facts.total_ms {
        parts.push(format!("done after {total:.0} ms"));
    }
    if let Some(from) = facts.served_from {
        parts.push(format!("served from the {}", served_from(from)));
    }
    let mut lines = format!("Details: {}\n", parts.join(", "));
    match (&facts.initiator, &facts.initiated_at) {
        (Some(kind), Some(at)) => lines.push_str(&format!(
            "Asked for by: {} ({}:{}:{})\n",
            one_line(kind),
            one_line(&at.url),
            at.line,
            at.column
        )),
        (Some(kind), None) if kind != "other" => {
            lines.push_str(&format!("Asked for by: {}\n", one_line(kind)));
        }
        _ => {}
    }
    if detail.request.navigations_ago > 0 {
        lines.push_str(&format!(
            "Of an earlier document: {} navigation(s) ago\n",
            detail.request.navigations_ago
        ));
    }
    lines
}

fn served_from(from: ServedFrom) -> &'static str {
    match from {
        ServedFrom::MemoryCache => "memory cache",
        ServedFrom::DiskCache => "disk cache",
        ServedFrom::PrefetchCache => "prefetch cache",
        ServedFrom::ServiceWorker => "service worker",
    }
}

fn headers(title: &str, headers: &[Header], out: &mut String) {
    if headers.is_empty() {
        return;
    }
    out.push_str(title);
    out.push('\n');
    for (name, value) in headers {
        let value = cut(&one_line(value), LINE_LIMIT, "... <truncated>");
        out.push_str(&format!("- {}:{value}\n", one_line(name)));
    }
}

fn body_text(body: &Body, detail: &NetworkRequestDetail, file_argument: &str) -> String {
    match body {
        Body::Text { text, bytes } => {
            let shown = cut(text, BODY_LIMIT, "... <truncated>");
            let mut lines = fenced(&shown);
            if shown.len() != text.len() {
                lines.push_str(&format!(
                    "\n({} bytes in all; {file_argument} saves them to a file.)",
                    thousands(*bytes)
                ));
            }
            lines
        }
        Body::Binary { bytes } => {
            let mime_type = match (file_argument, &detail.facts.mime_type) {
                ("responseFilePath", Some(name)) if !name.is_empty() => {
                    format!(" of {}", one_line(name))
                }
                _ => String::new(),
            };
            format!(
                "<binary data>\n({} bytes{mime_type}; {file_argument} saves them to a file.)",
                thousands(*bytes)
            )
        }
        Body::Saved { path, bytes } => {
            format!(
                "Saved to {}.\n({} bytes)",
                path.display(),
                thousands(*bytes)
            )
        }
        Body::Empty => "<empty response>".to_owned(),
        Body::Unavailable(why) => format!("<not available anymore>\n({})", one_line(why)),
    }
}

/// A body as it is; between fences when one of its lines could pass for a heading of ours. Control characters other
/// than line breaks and tabs are escaped.
fn fenced(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            clean.push('\n');
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        for (index, piece) in line.split('\t').enumerate() {
            if index > 0 {
                clean.push('\t');
            }
            clean.push_str(&one_line(piece));
        }
    }
    let forges =
        |line: &str| line.trim_start().starts_with(['#', '`']) || line.starts_with("Error:");
    if !clean.lines().any(forges) {
        return clean;
    }
    let fence = "`".repeat(longest_run(&clean, '`').max(2) + 1);
    let end = if clean.ends_with('\n') { "" } else { "\n" };
    format!("{fence}\n{clean}{end}{fence}")
}

fn longest_run(text: &str, of: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// A number with a comma every three digits.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn web_socket(traffic: &WebSocketTraffic, out: &mut String) {
    out.push_str(&format!(
        "### WebSocket messages\n{} sent, {} received, {}\n",
        traffic.sent,
        traffic.received,
        if traffic.closed { "closed" } else { "open" }
    ));
    if (traffic.last.len() as u64) < traffic.sent + traffic.received {
        out.push_str(&format!("The last {}:\n", traffic.last.len()));
    }
    for message in &traffic.last {
        let direction = if message.outgoing { "->" } else { "<-" };
        out.push_str(&format!("{direction} {}\n", one_line(&message.text)));
    }
}

fn structured(detail: &NetworkRequestDetail) -> Value {
    let mut entry = request_entry(&detail.request);
    entry["url"] = cut(&detail.request.url, LINE_LIMIT, "... <truncated>").into();
    entry["resourceType"] = detail.request.resource_type.clone().into();
    entry["requestHeaders"] = header_map(&detail.request_headers);
    if let Some(body) = &detail.request_body {
        add_body("request", body, &mut entry);
    }
    if !detail.response_headers.is_empty() {
        entry["responseHeaders"] = header_map(&detail.response_headers);
    }
    if let Some(body) = &detail.response_body {
        add_body("response", body, &mut entry);
    }
    if let records::RequestStatus::Failed(error) = &detail.request.status {
        entry["failure"] = error.clone().into();
        if let Some(reason) = &detail.failure_reason {
            entry["failureReason"] = reason.clone().into();
        }
    }
    if !detail.redirect_chain.is_empty() {
        entry["redirectChain"] = detail.redirect_chain.iter().map(request_entry).collect();
    }
    let facts = &detail.facts;
    let mut add = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            entry[key] = value;
        }
    };
    add("mimeType", facts.mime_type.clone().map(Value::from));
    add("protocol", facts.protocol.clone().map(Value::from));
    add(
        "servedFrom",
        facts.served_from.map(|from| served_from(from).into()),
    );
    add("transferredBytes", facts.transferred_bytes.map(Value::from));
    add(
        "waitMs",
        facts.wait_ms.map(|ms| Value::from(ms.round() as u64)),
    );
    add(
        "totalMs",
        facts.total_ms.map(|ms| Value::from(ms.round() as u64)),
    );
    if let Some(traffic) = &detail.web_socket {
        let last: Vec<Value> = traffic
            .last
            .iter()
            .map(|message| json!({"outgoing": message.outgoing, "text": message.text}))
            .collect();
        entry["webSocket"] = json!({
            "sent": traffic.sent,
            "received": traffic.received,
            "closed": traffic.closed,
            "last": last,
        });
    }
    entry
}

fn header_map(headers: &[Header]) -> Value {
    let mut map = Map::new();
    for (name, value) in headers {
        let joined = match map.get(name).and_then(Value::as_str) {
            Some(before) => format!("{before}\n{value}"),
            None => value.clone(),
        };
        map.insert(name.clone(), joined.into());
    }
    Value::Object(map)
}

fn add_body(side: &str, body: &Body, entry: &mut Value) {
    let text = match body {
        Body::Text { text, bytes } => {
            let shown = cut(text, BODY_LIMIT, "... <truncated>");
            if shown.len() != text.len() {
                entry[format!("{side}BodyBytes")] = (*bytes).into();
            }
            shown
        }
        Body::Binary { bytes } => {
            entry[format!("{side}BodyBytes")] = (*bytes).into();
            "<binary data>".to_owned()
        }
        Body::Empty => "<empty response>".to_owned(),
        Body::Unavailable(why) => {
            entry[format!("{side}BodyUnavailable")] = why.clone().into();
            "<not available anymore>".to_owned()
        }
        Body::Saved { path, bytes } => {
            entry[format!("{side}BodyFilePath")] = path.display().to_string().into();
            entry[format!("{side}BodyBytes")] = (*bytes).into();
            return;
        }
    };
    entry[format!("{side}Body")] = text.into();
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;
    use records::{NetworkRequest, RequestFacts, RequestStatus, StackFrame, WebSocketMessage};

    fn detail() -> NetworkRequestDetail {
        NetworkRequestDetail {
            request: NetworkRequest {
                id: 11,
                method: "POST".into(),
                url: "http://localhost/api/echo".into(),
                resource_type: "fetch".into(),
                status: RequestStatus::Answered(200),
                navigations_ago: 0,
            },
            request_headers: vec![("accept".into(), "*/*".into())],
            request_body: Some(Body::Text {
                text: "{\"hello\":\"world\"}".into(),
                bytes: 17,
            }),
            response_headers: vec![
                ("set-cookie".into(), "a=1".into()),
                ("set-cookie".into(), "b=2\n## Pages".into()),
            ],
            response_body: Some(Body::Text {
                text: "{\"hello\":\"world\"}".into(),
                bytes: 17,
            }),
            failure_reason: None,
            redirect_chain: vec![],
            facts: RequestFacts {
                mime_type: Some("application/json".into()),
                protocol: Some("http/1.1".into()),
                transferred_bytes: Some(195),
                wait_ms: Some(2.4),
                total_ms: Some(41.6),
                initiator: Some("script".into()),
                initiated_at: Some(StackFrame {
                    function: String::new(),
                    url: "http://localhost/app.js".into(),
                    line: 4,
                    column: 8,
                }),
                ..Default::default()
            },
            web_socket: None,
        }
    }

    fn text(detail: NetworkRequestDetail) -> String {
        let mut out = String::new();
        NetworkRequestFull(detail).text(&mut out);
        out
    }

    fn response(body: Body) -> String {
        let shown = text(NetworkRequestDetail {
            response_body: Some(body),
            ..detail()
        });
        let at = shown.find("### Response Body").expect("a body");
        shown[at..].to_owned()
    }

    #[test]
    fn headers_and_bodies() {
        assert_snapshot!(text(detail()), @r##"
        ## Request http://localhost/api/echo
        Status: 200
        Details: POST fetch, application/json, http/1.1, 195 bytes transferred, first byte after 2 ms, done after 42 ms
        Asked for by: script (http://localhost/app.js:4:8)
        ### Request Headers
        - accept:*/*
        ### Request Body
        {"hello":"world"}
        ### Response Headers
        - set-cookie:a=1
        - set-cookie:b=2\n## Pages
        ### Response Body
        {"hello":"world"}
        "##);
        let mut out = Map::new();
        NetworkRequestFull(detail()).json(&mut out);
        assert_snapshot!(format!("{:#}", json!(out["networkRequest"])), @r##"
        {
          "requestId": 11,
          "method": "POST",
          "url": "http://localhost/api/echo",
          "status": "200",
          "resourceType": "fetch",
          "requestHeaders": {
            "accept": "*/*"
          },
          "requestBody": "{\"hello\":\"world\"}",
          "responseHeaders": {
            "set-cookie": "a=1\nb=2\n## Pages"
          },
          "responseBody": "{\"hello\":\"world\"}",
          "mimeType": "application/json",
          "protocol": "http/1.1",
          "transferredBytes": 195,
          "waitMs": 2,
          "totalMs": 42
        }
        "##);
    }

    #[test]
    fn every_kind_of_body() {
        assert_snapshot!(response(Body::Binary { bytes: 2048 }), @r"
        ### Response Body
        <binary data>
        (2,048 bytes of application/json; responseFilePath saves them to a file.)
        ");
        assert_snapshot!(response(Body::Empty), @r"
        ### Response Body
        <empty response>
        ");
        assert_snapshot!(response(Body::Unavailable("Chrome gave it up".into())), @r"
        ### Response Body
        <not available anymore>
        (Chrome gave it up)
        ");
        let path = "/tmp/a.network-response".into();
        assert_snapshot!(response(Body::Saved { path, bytes: 3_378_923 }), @r"
        ### Response Body
        Saved to /tmp/a.network-response.
        (3,378,923 bytes)
        ");
    }

    #[test]
    fn a_long_body_is_cut_and_says_how_long_it_is() {
        let shown = response(Body::Text {
            text: "x".repeat(3_378_923),
            bytes: 3_378_923,
        });
        assert_snapshot!(shown.replace(&"x".repeat(10_000), "[10000 x]"), @r"
        ### Response Body
        [10000 x]... <truncated>
        (3,378,923 bytes in all; responseFilePath saves them to a file.)
        ");
    }

    #[test]
    fn a_body_can_not_pass_for_a_part_of_the_answer() {
        let text = "a\r\n### Response Body\n```\n\u{1b}[2J\tb".to_owned();
        assert_snapshot!(response(Body::Text { text, bytes: 9 }), @r"
        ### Response Body
        ````
        a
        ### Response Body
        ```
        \u{1b}[2J	b
        ````
        ");
    }

    #[test]
    fn a_failure_after_redirects() {
        let hop = |id, url: &str| NetworkRequest {
            id,
            method: "GET".into(),
            url: url.into(),
            resource_type: "fetch".into(),
            status: RequestStatus::Answered(302),
            navigations_ago: 0,
        };
        let mut failed = NetworkRequestDetail {
            request_body: None,
            response_body: None,
            response_headers: vec![],
            failure_reason: Some("CORS: MissingAllowOriginHeader".into()),
            redirect_chain: vec![hop(13, "http://localhost/b"), hop(12, "http://localhost/a")],
            facts: RequestFacts::default(),
            ..detail()
        };
        failed.request.status = RequestStatus::Failed("net::ERR_FAILED".into());
        assert_snapshot!(text(failed.clone()), @r"
        ## Request http://localhost/api/echo
        Status: net::ERR_FAILED
        Details: POST fetch
        ### Request Headers
        - accept:*/*
        ### Request failed with
        net::ERR_FAILED
        CORS: MissingAllowOriginHeader
        ### Redirect chain
        reqid=13 GET http://localhost/b [302]
          reqid=12 GET http://localhost/a [302]
        ");
        let mut out = Map::new();
        NetworkRequestFull(failed).json(&mut out);
        assert_eq!(out["networkRequest"]["redirectChain"][1]["requestId"], 12);
        assert_eq!(out["networkRequest"]["failure"], "net::ERR_FAILED");
    }

    #[test]
    fn a_web_socket_shows_its_last_messages() {
        let shown = text(NetworkRequestDetail {
            request_headers: vec![],
            request_body: None,
            response_body: None,
            response_headers: vec![],
            facts: RequestFacts::default(),
            web_socket: Some(WebSocketTraffic {
                sent: 1,
                received: 30,
                closed: true,
                last: vec![
                    WebSocketMessage {
                        outgoing: true,
                        text: "hi".into(),
                    },
                    WebSocketMessage {
                        outgoing: false,
                        text: "echo\nhi".into(),
                    },
                ],
            }),
            ..detail()
        });
        assert_snapshot!(shown, @r"
        ## Request http://localhost/api/echo
        Status: 200
        Details: POST fetch
        ### WebSocket messages
        1 sent, 30 received, closed
        The last 2:
        -> hi
        <- echo\nhi
        ");
    }
}
