//! One request as it is kept: what Chrome told about it so far.

use crate::stack::stack_trace;
use crate::text::head;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cdp::protocol::network::{self, event};
use records::{
    Header, NetworkRequest, NetworkRequestDetail, RequestFacts, RequestStatus, ServedFrom,
    StackFrame, WebSocketTraffic,
};
use serde_json::Value;
use std::borrow::Cow;

/// Longest URL that is kept, in bytes: `data:` URLs can have megabytes.
const URL_LIMIT: usize = 8_000;

/// Longest header value that is kept, in bytes.
const HEADER_LIMIT: usize = 16_000;

/// Numbers the sessions that feed the collector.
pub(super) type SessionKey = usize;

/// A request, or one hop of a redirect.
pub(super) struct Entry {
    pub id: u32,
    /// Chrome's id; the hops of a redirect share it.
    pub request_id: Box<str>,
    /// The document that it is for; empty for a worker's.
    pub loader_id: Box<str>,
    /// Number of the main frame's navigation that it belongs to.
    pub navigation: u32,
    /// The session that told of it.
    pub session: SessionKey,
    pub method: Box<str>,
    pub url: Box<str>,
    pub resource_type: Cow<'static, str>,
    pub answered: Option<i64>,
    pub failed: Option<Box<str>>,
    pub failure_reason: Option<String>,
    pub finished: bool,
    /// It was redirected: another hop follows.
    pub redirected: bool,
    pub request_headers: Headers,
    pub response_headers: Headers,
    /// Whether Chrome tells the headers as they went over the network; `None` until known.
    pub has_extra: Option<bool>,
    pub post_data: Option<Box<[u8]>>,
    /// It has post data that is not in `post_data`.
    pub post_data_elsewhere: bool,
    pub facts: RequestFacts,
    /// When it started, in seconds of Chrome's monotonic clock.
    started: f64,
    pub web_socket: Option<Box<WebSocketTraffic>>,
}

/// Headers as first told, and as they went over the network.
#[derive(Default)]
pub(super) struct Headers {
    pub told: Vec<Header>,
    pub on_the_wire: Option<Vec<Header>>,
}

impl Headers {
    /// As they went over the network, if known.
    fn best(&self) -> &[Header] {
        self.on_the_wire.as_deref().unwrap_or(&self.told)
    }

    fn size(&self) -> usize {
        self.told
            .iter()
            .chain(self.on_the_wire.iter().flatten())
            .map(|(name, value)| size_of::<Header>() + name.len() + value.len())
            .sum()
    }
}

impl Entry {
    /// A request that starts.
    pub(super) fn starting(
        id: u32,
        navigation: u32,
        session: SessionKey,
        event: &event::RequestWillBeSent,
    ) -> Self {
        let request = &event.request;
        let post_data = post_data(request);
        let mut url = request.url.clone();
        url.push_str(request.url_fragment.as_deref().unwrap_or_default());
        let mut entry = Self::new(id, navigation, session, &event.request_id, &url);
        entry.loader_id = event.loader_id.as_str().into();
        entry.method = request.method.as_str().into();
        entry.resource_type = type_word(event.r#type.as_ref());
        entry.request_headers.told = headers(&request.headers);
        entry.post_data_elsewhere = post_data.is_none() && request.has_post_data == Some(true);
        entry.post_data = post_data;
        entry.started = event.timestamp;
        entry.take_initiator(&event.initiator);
        entry
    }

    /// A WebSocket that is being opened.
    pub(super) fn web_socket(
        id: u32,
        navigation: u32,
        session: SessionKey,
        event: &event::WebSocketCreated,
    ) -> Self {
        let mut entry = Self::new(id, navigation, session, &event.request_id, &event.url);
        entry.resource_type = "websocket".into();
        entry.web_socket = Some(Box::default());
        if let Some(initiator) = &event.initiator {
            entry.take_initiator(initiator);
        }
        entry
    }

    fn new(id: u32, navigation: u32, session: SessionKey, request_id: &str, url: &str) -> Self {
        Self {
            id,
            request_id: request_id.into(),
            loader_id: "".into(),
            navigation,
            session,
            method: "GET".into(),
            url: head(url, URL_LIMIT).into(),
            resource_type: "other".into(),
            answered: None,
            failed: None,
            failure_reason: None,
            finished: false,
            redirected: false,
            request_headers: Headers::default(),
            response_headers: Headers::default(),
            has_extra: None,
            post_data: None,
            post_data_elsewhere: false,
            facts: RequestFacts::default(),
            started: 0.0,
            web_socket: None,
        }
    }

    fn take_initiator(&mut self, initiator: &network::Initiator) {
        self.facts.initiator = Some(initiator.r#type.to_string()).filter(|kind| !kind.is_empty());
        let top = initiator
            .stack
            .as_ref()
            .and_then(|stack| stack_trace(stack).top().cloned());
        self.facts.initiated_at = top.or_else(|| {
            let url = initiator.url.as_deref().filter(|url| !url.is_empty())?;
            Some(StackFrame {
                function: String::new(),
                url: head(url, URL_LIMIT).into(),
                line: initiator.line_number? as i64 + 1,
                column: initiator.column_number.unwrap_or_default() as i64 + 1,
            })
        });
    }

    /// A WebSocket's handshake goes out.
    pub(super) fn handshake_sent(&mut self, event: &event::WebSocketWillSendHandshakeRequest) {
        self.started = event.timestamp;
        self.request_headers.told = headers(&event.request.headers);
    }

    /// A WebSocket's handshake was answered.
    pub(super) fn handshake_answered(&mut self, event: &event::WebSocketHandshakeResponseReceived) {
        self.answered = Some(event.response.status);
        self.response_headers.told = headers(&event.response.headers);
        if let Some(sent) = &event.response.request_headers {
            self.request_headers.on_the_wire = Some(headers(sent));
        }
        self.facts.wait_ms = self.since_start(event.timestamp);
    }

    /// An answer begins, at `timestamp`.
    pub(super) fn answered(&mut self, response: &network::Response, timestamp: f64) {
        self.answered = Some(response.status);
        self.response_headers.told = headers(&response.headers);
        let facts = &mut self.facts;
        facts.mime_type = Some(response.mime_type.clone());
        facts.protocol = response.protocol.clone();
        facts.served_from = match response {
            it if it.from_service_worker == Some(true) => Some(ServedFrom::ServiceWorker),
            it if it.from_prefetch_cache == Some(true) => Some(ServedFrom::PrefetchCache),
            it if it.from_disk_cache == Some(true) => Some(ServedFrom::DiskCache),
            _ => facts.served_from,
        };
        let first_byte = match &response.timing {
            Some(timing) if timing.receive_headers_start > 0.0 => {
                timing.request_time + timing.receive_headers_start / 1000.0
            }
            _ => timestamp,
        };
        self.facts.wait_ms = self.since_start(first_byte);
    }

    /// All is there; `bytes` came over the network.
    pub(super) fn finished(&mut self, timestamp: f64, bytes: f64) {
        self.finished = true;
        self.facts.total_ms = self.since_start(timestamp);
        if bytes > 0.0 {
            self.facts.transferred_bytes = Some(bytes as u64);
        }
    }

    /// It failed.
    pub(super) fn failed(&mut self, event: &event::LoadingFailed) {
        self.finished = true;
        self.failed = Some(event.error_text.as_str().into());
        self.facts.total_ms = self.since_start(event.timestamp);
        self.failure_reason = if let Some(status) = &event.cors_error_status {
            let parameter = match status.failed_parameter.as_str() {
                "" => String::new(),
                parameter => format!(" ({parameter})"),
            };
            Some(format!("CORS: {}{parameter}", status.cors_error))
        } else if let Some(reason) = &event.blocked_reason {
            Some(format!("Blocked: {reason}"))
        } else if event.canceled == Some(true) {
            Some("Cancelled".to_owned())
        } else {
            None
        };
    }

    fn since_start(&self, timestamp: f64) -> Option<f64> {
        (self.started > 0.0).then(|| ((timestamp - self.started) * 1000.0).max(0.0))
    }

    /// Roughly the memory that it takes, in bytes.
    pub(super) fn size(&self) -> usize {
        size_of::<Self>()
            + self.url.len()
            + self.request_headers.size()
            + self.response_headers.size()
            + self.post_data.as_ref().map_or(0, |data| data.len())
            + self.web_socket.as_ref().map_or(0, |_| 12_000)
    }

    /// Its line of the list, `now` being the number of the navigation shown.
    pub(super) fn summary(&self, now: u32) -> NetworkRequest {
        NetworkRequest {
            id: self.id,
            method: self.method.to_string(),
            url: self.url.to_string(),
            resource_type: self.resource_type.to_string(),
            status: match (&self.failed, self.answered) {
                (Some(error), _) => RequestStatus::Failed(error.to_string()),
                (None, Some(status)) => RequestStatus::Answered(status),
                (None, None) => RequestStatus::Pending,
            },
            navigations_ago: now.saturating_sub(self.navigation),
        }
    }

    /// Everything that is known without asking Chrome.
    pub(super) fn detail(&self, now: u32) -> NetworkRequestDetail {
        NetworkRequestDetail {
            request: self.summary(now),
            request_headers: self.request_headers.best().to_vec(),
            request_body: None,
            response_headers: self.response_headers.best().to_vec(),
            response_body: None,
            failure_reason: self.failure_reason.clone(),
            redirect_chain: Vec::new(),
            facts: self.facts.clone(),
            web_socket: self.web_socket.as_deref().cloned(),
        }
    }
}

/// Headers with lower-case names; one that came several times (Chrome joins them by line breaks) stands several times.
pub(super) fn headers(value: &Value) -> Vec<Header> {
    let mut headers = Vec::new();
    for (name, value) in value.as_object().into_iter().flatten() {
        let name = name.to_ascii_lowercase();
        for value in value.as_str().unwrap_or_default().split('\n') {
            headers.push((name.clone(), head(value, HEADER_LIMIT).to_owned()));
        }
    }
    headers
}

/// The words that the `resourceTypes` filter takes; new types of Chrome's keep their name, in lower case.
pub(super) fn type_word(kind: Option<&network::ResourceType>) -> Cow<'static, str> {
    const KNOWN: [&str; 19] = [
        "document",
        "stylesheet",
        "image",
        "media",
        "font",
        "script",
        "texttrack",
        "xhr",
        "fetch",
        "prefetch",
        "eventsource",
        "websocket",
        "manifest",
        "signedexchange",
        "ping",
        "cspviolationreport",
        "preflight",
        "fedcm",
        "other",
    ];
    let word = kind.map_or("other", |kind| kind.as_str());
    match KNOWN.iter().find(|known| known.eq_ignore_ascii_case(word)) {
        Some(known) => (*known).into(),
        None => word.to_ascii_lowercase().into(),
    }
}

/// Post data that came with the event: byte by byte if Chrome sent it so, else as text.
fn post_data(request: &network::Request) -> Option<Box<[u8]>> {
    let entries = request.post_data_entries.as_deref().unwrap_or_default();
    let mut bytes = Vec::new();
    let whole = !entries.is_empty()
        && entries.iter().all(|entry| {
            entry
                .bytes
                .as_deref()
                .and_then(|encoded| STANDARD.decode(encoded).ok())
                .map(|decoded| bytes.extend(decoded))
                .is_some()
        });
    match (&request.post_data, whole) {
        (_, true) => Some(bytes.into()),
        (Some(text), false) => Some(text.as_bytes().into()),
        (None, false) => None,
    }
}
