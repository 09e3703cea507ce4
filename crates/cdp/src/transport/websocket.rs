//! One message a text frame, over a WebSocket.

use super::EndOnDrop;
use crate::ConnectError;
use crate::router::Router;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_tls_with_config};

/// After this long without a message of ours, a ping keeps proxies from closing the connection and lets the system notice
/// a peer that is gone.
const QUIET: Duration = Duration::from_secs(20);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects, then starts reading and writing.
pub(crate) async fn start(
    url: &str,
    headers: &[(String, String)],
    limit: Duration,
    router: &Arc<Router>,
    messages: UnboundedReceiver<String>,
) -> Result<(), ConnectError> {
    let failed = |reason: String| ConnectError::WebSocket {
        url: without_credentials(url),
        reason,
    };
    let request = request(url, headers).map_err(failed)?;
    let socket = tokio::time::timeout(limit, connect(request))
        .await
        .map_err(|_| failed(format!("no answer within {} ms", limit.as_millis())))?
        .map_err(failed)?;
    let (sink, stream) = socket.split();

    let end = EndOnDrop {
        router: router.clone(),
        reason: "the reader stopped",
    };
    tokio::spawn(async move {
        let reason = tokio::select! {
            reason = read_all(stream, &end.router) => reason,
            _ = end.router.closed() => return,
        };
        end.router.end(&reason);
    });
    let end = EndOnDrop {
        router: router.clone(),
        reason: "the writer stopped",
    };
    tokio::spawn(async move {
        let reason = tokio::select! {
            reason = write_all(sink, messages) => reason,
            _ = end.router.closed() => return,
        };
        end.router.end(&reason);
    });
    Ok(())
}

async fn connect(request: Request) -> Result<Socket, String> {
    // Certificates are checked against the system's roots. An error means that a provider is there already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = WebSocketConfig::default()
        .max_message_size(None)
        .max_frame_size(None);
    match connect_async_tls_with_config(request, Some(config), true, None).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(format!(
            "the server answers {} instead of opening a WebSocket",
            response.status()
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// The handshake. The caller's headers replace our own of the same name; a name given twice is sent twice.
fn request(url: &str, headers: &[(String, String)]) -> Result<Request, String> {
    let mut request = url
        .into_client_request()
        .map_err(|error| error.to_string())?;
    if !matches!(request.uri().scheme_str(), Some("ws" | "wss")) {
        return Err("the address must begin with ws: or wss:".to_owned());
    }
    if let Some(credentials) = credentials(request.uri().authority().map_or("", |a| a.as_str())) {
        let value = format!("Basic {}", BASE64_STANDARD.encode(credentials));
        if let Ok(value) = HeaderValue::from_str(&value) {
            request.headers_mut().insert(AUTHORIZATION, value);
        }
    }
    let mut given = BTreeSet::new();
    for (name, value) in headers {
        let header = HeaderName::try_from(name.as_str())
            .map_err(|_| format!("{name:?} can't be the name of a header"))?;
        // The value may be a secret.
        let value = HeaderValue::from_str(value)
            .map_err(|_| format!("the value of the header {name} can't be sent"))?;
        if given.insert(header.as_str().to_owned()) {
            request.headers_mut().insert(header, value);
        } else {
            request.headers_mut().append(header, value);
        }
    }
    Ok(request)
}

/// `user:password` of an address, percent-decoded.
fn credentials(authority: &str) -> Option<Vec<u8>> {
    let (credentials, _) = authority.rsplit_once('@')?;
    let bytes = credentials.as_bytes();
    let mut decoded = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = credentials
            .get(at + 1..at + 3)
            .filter(|_| byte == b'%')
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    Some(decoded)
}

/// The address without user, password and query.
fn without_credentials(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let (authority, path) = match rest.find('/') {
                Some(slash) => rest.split_at(slash),
                None => (rest, ""),
            };
            let host = authority.rsplit('@').next().unwrap_or_default();
            format!("{scheme}://{host}{path}")
        }
        None => url.to_owned(),
    }
}

/// Reads until the WebSocket ends; says why it did.
async fn read_all(mut stream: SplitStream<Socket>, router: &Router) -> String {
    while let Some(message) = stream.next().await {
        match message {
            Ok(Message::Text(text)) => router.receive(AsRef::<Bytes>::as_ref(&text)),
            Ok(Message::Binary(bytes)) => router.receive(&bytes),
            Ok(Message::Close(Some(frame))) => {
                let code = u16::from(frame.code);
                return format!("the browser closed the WebSocket: {code} {}", frame.reason);
            }
            Ok(_) => {}
            Err(error) => return format!("the WebSocket failed: {error}"),
        }
    }
    "the browser closed the WebSocket".to_owned()
}

/// Writes until the WebSocket breaks; says why it did.
async fn write_all(
    mut sink: SplitSink<Socket, Message>,
    mut messages: UnboundedReceiver<String>,
) -> String {
    loop {
        let message = match tokio::time::timeout(QUIET, messages.recv()).await {
            Ok(Some(message)) => Message::Text(message.into()),
            Ok(None) => return "the writer stopped".to_owned(),
            Err(_) => Message::Ping(Bytes::new()),
        };
        if let Err(error) = sink.send(message).await {
            return format!("the WebSocket failed: {error}");
        }
    }
}
