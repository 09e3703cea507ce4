//! Asks a Chromium for its protocol.

use super::Failure;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Limit of the browser's start and of each answer.
const LIMIT: Duration = Duration::from_secs(30);

/// What a browser tells about its protocol.
pub struct Told {
    /// `/json/protocol`.
    pub protocol: Value,
    /// `/json/version` without what differs from run to run.
    pub version: Value,
}

/// Starts the browser headless with a temporary profile, asks, and ends it.
pub fn ask(chromium: &Path) -> Result<Told, Failure> {
    let profile = std::env::temp_dir().join(format!("protocol-{}", std::process::id()));
    std::fs::create_dir_all(&profile)?;
    let started = start(chromium, &profile);
    let told = started.and_then(|mut browser| {
        let told = ask_running(&profile);
        browser.kill()?;
        browser.wait()?;
        told
    });
    // Chromium may still be deleting its own files.
    let _ = std::fs::remove_dir_all(&profile);
    told
}

fn start(chromium: &Path, profile: &Path) -> Result<Child, Failure> {
    Ok(Command::new(chromium)
        .args(["--headless", "--no-first-run", "--remote-debugging-port=0"])
        .args(["--disable-background-networking", "--disable-sync"])
        // Only a blank page is ever opened, and the sandbox refuses root.
        .args(["--no-sandbox", "about:blank"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?)
}

fn ask_running(profile: &Path) -> Result<Told, Failure> {
    let file = profile.join("DevToolsActivePort");
    let start = Instant::now();
    let port: u16 = loop {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if let Some((port, _)) = text.split_once('\n') {
            break port.parse()?;
        }
        if start.elapsed() > LIMIT {
            return Err("the browser opened no port".into());
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let mut version = get(port, "/json/version")?;
    if let Some(version) = version.as_object_mut() {
        version
            .retain(|key, _| matches!(key.as_str(), "Browser" | "Protocol-Version" | "V8-Version"));
    }
    Ok(Told {
        protocol: get(port, "/json/protocol")?,
        version,
    })
}

fn get(port: u16, path: &str) -> Result<Value, Failure> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(LIMIT))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    let mut chunk = [0; 65536];
    loop {
        let count = stream.read(&mut chunk)?;
        answer.extend_from_slice(&chunk[..count]);
        if let Some(body) = body(&answer)? {
            return Ok(serde_json::from_slice(body)?);
        }
        if count == 0 {
            return Err(format!("{path} ended early").into());
        }
    }
}

/// The body, once all of it is there.
fn body(answer: &[u8]) -> Result<Option<&[u8]>, Failure> {
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&answer[..end])?;
    let length: usize = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .ok_or("the answer tells no length")?
        .1
        .trim()
        .parse()?;
    Ok(answer.get(end + 4..end + 4 + length))
}
