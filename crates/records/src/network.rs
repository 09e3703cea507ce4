//! What a page asks the network for.

use crate::{PageOf, StackFrame};
use std::path::PathBuf;

/// One line of a list of requests. Every hop of a redirect is a request of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkRequest {
    /// Number of the request; counts from 1 per page, over navigations.
    pub id: u32,
    /// `GET` and so on.
    pub method: String,
    /// Its URL.
    pub url: String,
    /// `document`, `fetch`, `websocket` and so on: the words that the `resourceTypes` filter takes.
    pub resource_type: String,
    /// How far it got.
    pub status: RequestStatus,
    /// How many cross-document navigations of the main frame came since; 0 for the document shown now.
    pub navigations_ago: u32,
}

/// How far a request got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestStatus {
    /// No answer yet.
    Pending,
    /// The status of the answer, such as 200.
    Answered(i64),
    /// It failed: Chrome's error, such as `net::ERR_FAILED`.
    Failed(String),
}

/// A list of requests as asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkList {
    /// The requests, oldest first.
    pub requests: PageOf<NetworkRequest>,
    /// Older requests that were given up to bound memory.
    pub dropped: u64,
}

/// A header. Names are lower-case; one that came several times stands several times.
pub type Header = (String, String);

/// One request in full.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkRequestDetail {
    /// The request.
    pub request: NetworkRequest,
    /// Headers as sent, as far as Chrome tells.
    pub request_headers: Vec<Header>,
    /// What was sent; `None` if nothing.
    pub request_body: Option<Body>,
    /// Headers of the answer; empty without one.
    pub response_headers: Vec<Header>,
    /// What came; `None` if nothing can have come.
    pub response_body: Option<Body>,
    /// More about a failure, such as the reason of a CORS error.
    pub failure_reason: Option<String>,
    /// The hops before this one, latest first.
    pub redirect_chain: Vec<NetworkRequest>,
    /// Facts beyond what the list shows.
    pub facts: RequestFacts,
    /// For a WebSocket: its messages.
    pub web_socket: Option<WebSocketTraffic>,
}

/// Facts about a request; what Chrome does not tell is absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestFacts {
    /// Media type of the answer, as Chrome sees it.
    pub mime_type: Option<String>,
    /// `http/1.1`, `h2`, `h3`.
    pub protocol: Option<String>,
    /// A cache or service worker gave the answer.
    pub served_from: Option<ServedFrom>,
    /// Bytes received over the network, headers included.
    pub transferred_bytes: Option<u64>,
    /// Milliseconds from the start to the first byte of the answer.
    pub wait_ms: Option<f64>,
    /// Milliseconds from the start to the end.
    pub total_ms: Option<f64>,
    /// What asked for it: `parser`, `script`, `preload`, `preflight` or `other`.
    pub initiator: Option<String>,
    /// The script or document position that asked for it.
    pub initiated_at: Option<StackFrame>,
}

/// What gave an answer in the place of the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServedFrom {
    /// The renderer's memory.
    MemoryCache,
    /// The disk cache.
    DiskCache,
    /// The prefetch cache.
    PrefetchCache,
    /// A service worker.
    ServiceWorker,
}

/// The body of a request or of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text in full. Page-supplied.
    Text {
        /// The text.
        text: String,
        /// Its length in bytes on the wire's far side, after decompression.
        bytes: usize,
    },
    /// Not text.
    Binary {
        /// Its length in bytes.
        bytes: usize,
    },
    /// Nothing, although there could be something.
    Empty,
    /// It can't be had; why.
    Unavailable(String),
    /// It went to a file.
    Saved {
        /// Where.
        path: PathBuf,
        /// Its length in bytes.
        bytes: usize,
    },
}

/// Messages over a WebSocket.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebSocketTraffic {
    /// How many went out.
    pub sent: u64,
    /// How many came in.
    pub received: u64,
    /// Whether it has been closed.
    pub closed: bool,
    /// The last ones, oldest first.
    pub last: Vec<WebSocketMessage>,
}

/// One message over a WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebSocketMessage {
    /// We sent it.
    pub outgoing: bool,
    /// Its text, cut; for a binary message, how long it is. Page-supplied.
    pub text: String,
}
