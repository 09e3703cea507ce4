//! `--browserUrl`: asking a debugging port for the address of its WebSocket.
//!
//! The endpoint is `/json/version`, see <https://chromedevtools.github.io/devtools-protocol/#endpoints>. Chrome answers
//! only to a `Host` that is an address or `localhost`; so a machine that is reached by name (`host.docker.internal`) is
//! asked by address when it refuses the name.

use super::error::AttachError;
use crate::text::head_of;
use serde::Deserialize;
use std::net::{IpAddr, ToSocketAddrs};
use std::time::Duration;
use ureq::Agent;
use url::{Host, Url};

/// Longest answer that is read, in bytes; a browser's has some 400.
const ANSWER_LIMIT: u64 = 64 * 1024;
/// What Chrome says to a name in the `Host` header.
const HOST_REFUSED: &str = "Host header is specified and is not an IP address or localhost";

/// Where to open the WebSocket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebSocketAddress {
    /// `ws:` or `wss:` URL of the browser's DevTools endpoint.
    pub url: String,
    /// What the browser calls itself, such as `Chrome/156.0.8078.114`; comes from the browser.
    pub browser: String,
}

/// Asks the debugging port at `url` (http or https) for the address of its WebSocket. Takes at most `limit`.
///
/// No proxy is used, whatever the environment says: the WebSocket is opened directly, too.
pub async fn resolve_browser_url(
    url: &str,
    limit: Duration,
) -> Result<WebSocketAddress, AttachError> {
    let base = parse(url)?;
    // The limit holds for the request; looking up a name is not covered by it, so the whole has the same limit again.
    let asking = tokio::task::spawn_blocking(move || Question { base, limit }.ask());
    match tokio::time::timeout(limit, asking).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => Err(AttachError::Unreachable {
            url: url.to_owned(),
            reason: error.to_string(),
        }),
        Err(_) => Err(AttachError::NoAnswer {
            url: url.to_owned(),
            limit,
        }),
    }
}

fn parse(text: &str) -> Result<Url, AttachError> {
    let bad = |reason: String| AttachError::BadUrl {
        url: head_of(text, 200),
        reason,
    };
    let url = Url::parse(text)
        .map_err(|_| bad("it should look like http://127.0.0.1:9222".to_owned()))?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        "ws" | "wss" => Err(bad(
            "it is a WebSocket's; give it as --wsEndpoint".to_owned()
        )),
        "localhost" => Err(bad(format!(
            "it should begin with http://, as in http://{text}"
        ))),
        scheme => Err(bad(format!("{scheme}: is neither http: nor https:"))),
    }
}

struct Question {
    base: Url,
    limit: Duration,
}

/// The part of `/json/version` that counts.
#[derive(Deserialize)]
struct Version {
    #[serde(rename = "Browser", default)]
    browser: String,
    #[serde(rename = "webSocketDebuggerUrl")]
    web_socket_debugger_url: String,
}

impl Question {
    fn ask(&self) -> Result<WebSocketAddress, AttachError> {
        let (status, body) = self.get(&self.base)?;
        if body.contains(HOST_REFUSED)
            && let Some(by_address) = self.by_address()
        {
            let (status, body) = self.get(&by_address)?;
            return self.read(&by_address, status, &body);
        }
        self.read(&self.base, status, &body)
    }

    /// The same place with the host's address instead of its name. Not for https, where the name is checked.
    fn by_address(&self) -> Option<Url> {
        let Some(Host::Domain(name)) = self.base.host() else {
            return None;
        };
        if self.base.scheme() != "http" {
            return None;
        }
        let port = self.base.port_or_known_default()?;
        let mut addresses: Vec<IpAddr> = (name, port)
            .to_socket_addrs()
            .ok()?
            .map(|address| address.ip())
            .collect();
        addresses.sort_by_key(IpAddr::is_ipv6);
        let mut url = self.base.clone();
        url.set_ip_host(*addresses.first()?).ok()?;
        Some(url)
    }

    fn get(&self, base: &Url) -> Result<(u16, String), AttachError> {
        let agent: Agent = Agent::config_builder()
            .proxy(None)
            .timeout_global(Some(self.limit))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .build()
            .into();
        let mut response = agent
            .get(endpoint(base).as_str())
            .call()
            .map_err(|error| self.failed(error))?;
        let body = response
            .body_mut()
            .with_config()
            .limit(ANSWER_LIMIT)
            .lossy_utf8(true)
            .read_to_string();
        let body = match body {
            Ok(body) => body,
            Err(ureq::Error::BodyExceedsLimit(_)) => {
                return Err(self.no_browser(format!(
                    "/json/version answers with more than {ANSWER_LIMIT} bytes"
                )));
            }
            Err(error) => return Err(self.failed(error)),
        };
        Ok((response.status().as_u16(), body))
    }

    fn read(&self, base: &Url, status: u16, body: &str) -> Result<WebSocketAddress, AttachError> {
        if status != 200 {
            return Err(self.no_browser(refusal(status, body)));
        }
        let version: Version = serde_json::from_str(body).map_err(|_| {
            self.no_browser(format!(
                "/json/version gives no webSocketDebuggerUrl but \"{}\"",
                head_of(body, 100)
            ))
        })?;
        let url = web_socket_url(base, &version.web_socket_debugger_url).ok_or_else(|| {
            self.no_browser(format!(
                "its webSocketDebuggerUrl is \"{}\"",
                head_of(&version.web_socket_debugger_url, 100)
            ))
        })?;
        Ok(WebSocketAddress {
            url: url.into(),
            browser: head_of(&version.browser, 100),
        })
    }

    fn failed(&self, error: ureq::Error) -> AttachError {
        let url = self.base.to_string();
        match error {
            ureq::Error::Timeout(_) => AttachError::NoAnswer {
                url,
                limit: self.limit,
            },
            ureq::Error::Protocol(error) => {
                self.no_browser(format!("it does not speak HTTP ({error})"))
            }
            ureq::Error::Io(error) => AttachError::Unreachable {
                url,
                reason: error.to_string(),
            },
            error => AttachError::Unreachable {
                url,
                reason: error.to_string(),
            },
        }
    }

    fn no_browser(&self, reason: String) -> AttachError {
        AttachError::NotABrowser {
            url: self.base.to_string(),
            reason,
        }
    }
}

/// `json/version` below the path of `base`; its query stays (services put tokens there).
fn endpoint(base: &Url) -> Url {
    let mut url = base.clone();
    let path = format!("{}/json/version", base.path().trim_end_matches('/'));
    url.set_path(&path);
    url.set_fragment(None);
    url
}

/// The address that the browser gives is how it sees itself. Behind a forwarded port or a proxy that is not how it can
/// be reached: a loopback address is replaced by the one that was asked.
fn web_socket_url(base: &Url, given: &str) -> Option<Url> {
    let mut url = Url::parse(given).ok()?;
    if !matches!(url.scheme(), "ws" | "wss") {
        return None;
    }
    if is_this_machine(&url) {
        let scheme = if base.scheme() == "https" {
            "wss"
        } else {
            "ws"
        };
        url.set_scheme(scheme).ok()?;
        url.set_host(base.host_str()).ok()?;
        url.set_port(base.port()).ok()?;
    }
    Some(url)
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback() || address.is_unspecified(),
        Some(Host::Ipv6(address)) => address.is_loopback() || address.is_unspecified(),
        None => true,
    }
}

fn refusal(status: u16, body: &str) -> String {
    if body.contains(HOST_REFUSED) {
        return "Chrome takes only an address or localhost as the host; use the machine's address"
            .to_owned();
    }
    let hint = match status {
        404 => {
            ". If it is a Chrome whose remote debugging was allowed at chrome://inspect, attach with --autoConnect \
             instead"
        }
        _ => "",
    };
    format!("/json/version answers with status {status}{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(base: &str, given: &str) -> String {
        let base = parse(base).expect("an address");
        web_socket_url(&base, given).map_or("none".to_owned(), Url::into)
    }

    #[test]
    fn addresses_as_seen_from_here() {
        let id = "/devtools/browser/1";
        for (base, given, wanted) in [
            (
                "http://127.0.0.1:9222",
                "ws://127.0.0.1:9222",
                "ws://127.0.0.1:9222",
            ),
            (
                "http://localhost:9333",
                "ws://127.0.0.1:9222",
                "ws://localhost:9333",
            ),
            (
                "https://chrome.test/",
                "ws://localhost:9222",
                "wss://chrome.test",
            ),
            ("http://10.0.0.7:80", "ws://0.0.0.0:9222", "ws://10.0.0.7"),
            (
                "http://[::1]:9222",
                "ws://localhost:9222",
                "ws://[::1]:9222",
            ),
            (
                "https://grid.test",
                "wss://node7.grid.test:4444",
                "wss://node7.grid.test:4444",
            ),
        ] {
            assert_eq!(
                resolved(base, &format!("{given}{id}")),
                format!("{wanted}{id}")
            );
        }
        assert_eq!(
            resolved("http://localhost:1", "http://localhost:1/x"),
            "none"
        );
        assert_eq!(resolved("http://localhost:1", "nonsense"), "none");
    }

    #[test]
    fn the_endpoint_keeps_path_and_query() {
        let of = |text: &str| endpoint(&parse(text).expect("an address")).to_string();
        assert_eq!(of("http://a:1"), "http://a:1/json/version");
        assert_eq!(
            of("http://a:1/s/7/?token=x#y"),
            "http://a:1/s/7/json/version?token=x"
        );
    }

    #[test]
    fn bad_addresses_say_what_would_be_right() {
        let why = |text: &str| parse(text).expect_err("bad").to_string();
        insta::assert_snapshot!(why("9222"), @"9222 is no address of a debugging port: it should look like http://127.0.0.1:9222");
        insta::assert_snapshot!(why("localhost:9222"), @"localhost:9222 is no address of a debugging port: it should begin with http://, as in http://localhost:9222");
        insta::assert_snapshot!(why("ws://127.0.0.1:9222/devtools/browser/1"), @"ws://127.0.0.1:9222/devtools/browser/1 is no address of a debugging port: it is a WebSocket's; give it as --wsEndpoint");
        insta::assert_snapshot!(why("file:///etc/passwd"), @"file:///etc/passwd is no address of a debugging port: file: is neither http: nor https:");
    }
}
