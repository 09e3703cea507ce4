//! Attaching: to a real Chromium's debugging port, and to what is none.

use crate::harness::*;
use chrome::{AttachError, LaunchedChrome, auto_connect, resolve_browser_url};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::time::Duration;

/// A Chromium that also listens on a port, with its port file written.
async fn with_port(profile: &Path) -> (LaunchedChrome, Pipe, u16) {
    let mut options = options_at(profile);
    options.args.push("--remote-debugging-port=0".to_owned());
    let mut chrome = launch(&options).await;
    let pipe = until_it_speaks(&mut chrome).await;
    let file = profile.join("DevToolsActivePort");
    let mut port = 0;
    eventually("the port is known", || {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        port = text
            .split_once('\n')
            .and_then(|(port, _)| port.parse().ok())
            .unwrap_or(0);
        port != 0
    });
    (chrome, pipe, port)
}

/// A port that answers each connection with `answer`, or with nothing ever.
fn server(answer: Option<&'static str>) -> String {
    use std::io::{Read, Write};
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("bound"));
    std::thread::spawn(move || {
        let mut open = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            match answer {
                Some(answer) => drop(stream.write_all(answer.as_bytes())),
                None => open.push(stream),
            }
        }
    });
    url
}

async fn fails(url: &str, limit: Duration) -> AttachError {
    resolve_browser_url(url, limit)
        .await
        .expect_err("no browser")
}

#[tokio::test]
async fn a_debugging_port_gives_its_address() {
    let dir = tempfile::tempdir().expect("a folder");
    let (_chrome, _pipe, port) = with_port(dir.path()).await;
    let start = format!("ws://127.0.0.1:{port}/devtools/browser/");
    for url in [
        format!("http://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{port}/"),
    ] {
        let address = resolve_browser_url(&url, LIMIT).await.expect("a browser");
        assert!(address.url.starts_with(&start), "{address:?}");
        assert!(address.browser.contains("Chrome/"), "{address:?}");
    }
    let address = resolve_browser_url(&format!("http://localhost:{port}"), LIMIT)
        .await
        .expect("a browser");
    assert!(address.url.starts_with(&format!("ws://localhost:{port}/")));
    let found = auto_connect(None, Some(dir.path()))
        .await
        .expect("a browser");
    assert!(found.starts_with(&start), "{found}");
}

#[tokio::test]
async fn a_host_name_that_chrome_refuses() {
    let name = hostname();
    let dir = tempfile::tempdir().expect("a folder");
    let (_chrome, _pipe, port) = with_port(dir.path()).await;
    let reachable = tokio::net::TcpStream::connect((name.as_str(), port)).await;
    if name == "localhost" || reachable.is_err() {
        return; // This machine has no other name for its loopback address.
    }
    let address = resolve_browser_url(&format!("http://{name}:{port}"), LIMIT)
        .await
        .expect("asked by address");
    assert!(
        address.url.starts_with(&format!("ws://127.0.0.1:{port}/")),
        "{address:?}"
    );
}

fn hostname() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname")
        .expect("Linux")
        .trim()
        .to_owned()
}

#[tokio::test]
async fn a_closed_port() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("bound"));
    drop(listener);
    let error = fails(&url, LIMIT).await;
    assert!(matches!(error, AttachError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn a_port_that_never_answers() {
    let error = fails(&server(None), Duration::from_millis(300)).await;
    assert!(matches!(error, AttachError::NoAnswer { .. }), "{error}");
}

#[tokio::test]
async fn servers_that_are_no_browsers() {
    let page = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nConnection: close\r\n\r\n<h1>Hi\u{7}</h1>";
    let missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let moved =
        "HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let strange = "HTTP/1.1 200 OK\r\nContent-Length: 39\r\nConnection: close\r\n\r\n{\"webSocketDebuggerUrl\":\"javascript:0\"} ";
    let other = "SSH-2.0-OpenSSH_9.2\r\n";
    for (answer, sign) in [
        (page, "<h1>Hi\\u{7}</h1>"),
        (missing, "--autoConnect"),
        (moved, "302"),
        (strange, "javascript:0"),
        (other, "does not speak HTTP"),
    ] {
        let error = fails(&server(Some(answer)), LIMIT).await;
        assert!(
            matches!(error, AttachError::NotABrowser { .. }),
            "{error:?}"
        );
        assert!(error.to_string().contains(sign), "{error}");
    }
}

#[tokio::test]
async fn no_browser_of_the_users() {
    let dir = tempfile::tempdir().expect("a folder");
    let error = auto_connect(None, Some(dir.path()))
        .await
        .expect_err("none");
    let text = error
        .to_string()
        .replace(&dir.path().display().to_string(), "DIR");
    insta::assert_snapshot!(text, @"No running browser with the profile DIR takes debugging connections. There is no DIR/DevToolsActivePort. Start the browser, open chrome://inspect/#remote-debugging in it and allow remote debugging (Chrome 144 or later), then repeat the call; or leave --autoConnect out to have a browser launched");

    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("bound").port();
    drop(listener);
    let file = dir.path().join("DevToolsActivePort");
    std::fs::write(file, format!("{port}\n/devtools/browser/1")).expect("a file");
    let error = auto_connect(None, Some(dir.path()))
        .await
        .expect_err("none");
    let text = error
        .to_string()
        .replace(&dir.path().display().to_string(), "DIR")
        .replace(&port.to_string(), "PORT");
    insta::assert_snapshot!(text, @"No running browser with the profile DIR takes debugging connections. DIR/DevToolsActivePort names port PORT, where nothing listens: it was left over by a browser that has ended. Start the browser, open chrome://inspect/#remote-debugging in it and allow remote debugging (Chrome 144 or later), then repeat the call; or leave --autoConnect out to have a browser launched");
}
