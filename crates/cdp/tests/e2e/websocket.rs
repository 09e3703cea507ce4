//! Chromium over a WebSocket.

use crate::browser::{Browser, page};
use cdp::protocol::{browser, runtime};
use cdp::{CommandError, ConnectError, Connection, Endpoint};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const MINUTE: Duration = Duration::from_secs(60);

fn endpoint(url: impl Into<String>, headers: &[(&str, &str)]) -> Endpoint {
    Endpoint::WebSocket {
        url: url.into(),
        headers: headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        limit: MINUTE,
    }
}

#[tokio::test]
async fn large_answers_and_the_browsers_end() {
    let (mut browser, url) = Browser::over_websocket();
    let connection = Connection::open(endpoint(url, &[])).await.unwrap();
    let version = connection.browser().call(browser::GetVersion {}).await;
    assert!(version.unwrap().product.contains("Chrome/"));

    let page = page(&connection).await;
    let evaluate = |expression: String| runtime::Evaluate {
        expression,
        return_by_value: Some(true),
        await_promise: Some(true),
        ..Default::default()
    };
    let length = 120_000_000;
    let long = page
        .call_within(evaluate(format!("'x'.repeat({length})")), MINUTE)
        .await
        .unwrap();
    assert_eq!(
        long.result.value.unwrap().as_str().map(str::len),
        Some(length)
    );
    let length = 20_000_000;
    let expression = format!("'{}'.length", "y".repeat(length));
    let counted = page.call_within(evaluate(expression), MINUTE).await;
    assert_eq!(counted.unwrap().result.value.unwrap(), length);

    let never = page.call_within(evaluate("new Promise(() => {})".into()), MINUTE);
    let (never, ()) = tokio::join!(never, async {
        page.call(evaluate("1".into())).await.unwrap();
        browser.kill();
    });
    assert!(
        matches!(never, Err(CommandError::ConnectionClosed { .. })),
        "{never:?}"
    );
    connection.closed().await;
}

#[tokio::test]
async fn the_handshake_carries_the_headers() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            request.push(stream.read_u8().await.unwrap());
        }
        let answer = b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n";
        stream.write_all(answer).await.unwrap();
        String::from_utf8(request).unwrap().to_lowercase()
    });
    let url = format!("ws://me:p%40ss@127.0.0.1:{port}/devtools?token=secret");
    let refused = Connection::open(endpoint(
        url,
        &[("X-Key", "one"), ("X-Key", "two"), ("Host", "elsewhere")],
    ))
    .await;
    let request = server.await.unwrap();
    assert!(request.starts_with("get /devtools?token=secret http/1.1\r\n"));
    for line in [
        "authorization: basic bwu6cebzcw==",
        "x-key: one",
        "x-key: two",
        "host: elsewhere",
    ] {
        assert!(
            request.contains(&format!("{line}\r\n")),
            "{line}: {request}"
        );
    }
    assert_eq!(request.matches("host:").count(), 1);
    assert_eq!(
        refused.err().unwrap().to_string(),
        format!(
            "can't connect to ws://127.0.0.1:{port}/devtools: \
             the server answers 403 Forbidden instead of opening a WebSocket"
        )
    );
}

#[tokio::test]
async fn addresses_that_lead_nowhere() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = format!("ws://{}/", listener.local_addr().unwrap());
    let limit = Duration::from_millis(100);
    let timeout = Connection::open(Endpoint::WebSocket {
        url: silent,
        headers: Vec::new(),
        limit,
    });
    let reason = reason(timeout.await);
    assert_eq!(reason, "no answer within 100 ms");

    for (url, headers, expected) in [
        ("http://127.0.0.1/", &[][..], "ws: or wss:"),
        ("ws://", &[], "empty"),
        ("ws://127.0.0.1/", &[("no name", "")], "\"no name\""),
        ("ws://127.0.0.1/", &[("key", "a\nb")], "header key"),
        ("ws://127.0.0.1:1/", &[], "refused"),
    ] {
        let reason = self::reason(Connection::open(endpoint(url, headers)).await);
        assert!(reason.contains(expected), "{url}: {reason}");
    }
}

fn reason(opened: Result<Connection, ConnectError>) -> String {
    match opened {
        Err(ConnectError::WebSocket { reason, .. }) => reason,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it connected"),
    }
}
