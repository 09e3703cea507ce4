//! `wss:`: only a certificate that the system trusts will do.

use cdp::protocol::browser;
use cdp::{ConnectError, Connection, Endpoint};
use futures_util::{SinkExt, StreamExt};
use rustls::pki_types::PrivateKeyDer;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::tungstenite::Message;

/// Where [`with_trust`] finds the server.
const PORT: &str = "TLS_TEST_PORT";

/// A server with a certificate of its own for `localhost`: its port and that certificate.
async fn server() -> (u16, String) {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()])
        .expect("a certificate can be made");
    let key = PrivateKeyDer::Pkcs8(certified.signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("TLS has versions")
        .with_no_client_auth()
        .with_single_cert(vec![certified.cert.der().clone()], key)
        .expect("the certificate is valid");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("a port").port();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.expect("a client");
            tokio::spawn(answer(acceptor.clone(), stream));
        }
    });
    (port, certified.cert.pem())
}

/// Answers the first command, if the client goes so far.
async fn answer(acceptor: TlsAcceptor, stream: TcpStream) {
    let Ok(stream) = acceptor.accept(stream).await else {
        return;
    };
    let mut socket = tokio_tungstenite::accept_async(stream)
        .await
        .expect("a handshake");
    socket.next().await.expect("a command").expect("a message");
    let answer = r#"{"id":1,"result":{"product":"Secure/1"}}"#;
    socket
        .send(Message::text(answer))
        .await
        .expect("the client reads");
}

async fn open(host: &str, port: u16) -> Result<Connection, ConnectError> {
    Connection::open(Endpoint::WebSocket {
        url: format!("wss://{host}:{port}/"),
        headers: Vec::new(),
        limit: Duration::from_secs(30),
    })
    .await
}

#[tokio::test]
async fn certificates_are_verified() {
    let (port, certificate) = server().await;
    let untrusted = open("localhost", port).await.unwrap_err().to_string();
    assert!(untrusted.contains("certificate"), "{untrusted}");

    // Trust comes from the environment, which only another process can have different.
    let roots = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(roots.path(), certificate).unwrap();
    let mut trusting = Command::new(std::env::current_exe().unwrap());
    trusting
        .args(["--exact", "tls::with_trust", "--ignored", "--nocapture"])
        .env("SSL_CERT_FILE", roots.path())
        .env(PORT, port.to_string());
    let output = tokio::task::spawn_blocking(move || trusting.output());
    let output = output.await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 passed"), "{text}");
}

#[tokio::test]
#[ignore = "certificates_are_verified runs it"]
async fn with_trust() {
    let port = std::env::var(PORT).unwrap().parse().unwrap();
    let connection = open("localhost", port).await.unwrap();
    let version = connection.browser().call(browser::GetVersion {}).await;
    assert_eq!(version.unwrap().product, "Secure/1");
    let other_name = open("127.0.0.1", port).await.unwrap_err().to_string();
    assert!(other_name.contains("not valid for name"), "{other_name}");
}
