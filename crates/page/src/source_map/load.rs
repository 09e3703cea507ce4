//! Finding a script's source map and loading it.

use super::mappings::SourceMap;
use crate::Page;
use crate::network::Content;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cdp::Session;
use cdp::protocol::{io, network};
use records::Header;
use std::time::Duration;
use url::Url;

/// Longest source map that is read, in bytes.
const MAP_LIMIT: usize = 64 * 1024 * 1024;

/// Bytes that are read at once.
const PIECE: i64 = 1024 * 1024;

/// Limit of each step.
const LIMIT: Duration = Duration::from_secs(3);

/// The source map of the script that request number `request` loaded from `script_url`.
pub(super) async fn source_map(page: &Page, script_url: &str, request: u32) -> Option<SourceMap> {
    let script_url = Url::parse(script_url).ok()?;
    let detail = page.network().get(i64::from(request)).await.ok()?;
    let named = match header(&detail.response_headers) {
        Some(url) => url.to_owned(),
        None => match page
            .network()
            .response_body(i64::from(request))
            .await
            .ok()?
        {
            Content::Bytes(script) => comment(std::str::from_utf8(&script).ok()?)?.to_owned(),
            _ => return None,
        },
    };
    if let Some(data) = named.strip_prefix("data:") {
        let (kind, encoded) = data.split_once(',')?;
        let bytes = kind
            .ends_with(";base64")
            .then(|| STANDARD.decode(encoded))?
            .ok()?;
        return SourceMap::parse(std::str::from_utf8(&bytes).ok()?, &script_url);
    }
    let map_url = script_url.join(&named).ok()?;
    if !matches!(map_url.scheme(), "http" | "https") {
        return None;
    }
    let frame = page.main_frame().ok()?;
    let bytes = fetch(&page.session(), &frame.id.0, map_url.as_str()).await?;
    SourceMap::parse(std::str::from_utf8(&bytes).ok()?, &map_url)
}

/// The header that names a source map.
fn header(headers: &[Header]) -> Option<&str> {
    ["sourcemap", "x-sourcemap"].iter().find_map(|wanted| {
        let (_, value) = headers.iter().find(|(name, _)| name == wanted)?;
        Some(value.as_str())
    })
}

/// The last comment that names a source map.
fn comment(script: &str) -> Option<&str> {
    let at = script
        .rfind("//# sourceMappingURL=")
        .or_else(|| script.rfind("//@ sourceMappingURL="))?;
    let rest = &script[at + "//# sourceMappingURL=".len()..];
    rest.split_whitespace().next()
}

/// Loads a resource as a frame may load it, without it counting as a request of the page.
async fn fetch(session: &Session, frame: &str, url: &str) -> Option<Vec<u8>> {
    let loaded = session
        .call_within(
            network::LoadNetworkResource {
                frame_id: Some(frame.to_owned()),
                url: url.to_owned(),
                options: network::LoadNetworkResourceOptions {
                    disable_cache: false,
                    include_credentials: true,
                },
            },
            LIMIT,
        )
        .await
        .ok()?
        .resource;
    let stream = loaded.stream.filter(|_| loaded.success)?;
    let bytes = read(session, &stream).await;
    session.send(io::Close { handle: stream });
    bytes
}

async fn read(session: &Session, stream: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        let piece = session
            .call_within(
                io::Read {
                    handle: stream.to_owned(),
                    size: Some(PIECE),
                    ..Default::default()
                },
                LIMIT,
            )
            .await
            .ok()?;
        if piece.base64_encoded == Some(true) {
            bytes.extend(STANDARD.decode(piece.data).ok()?);
        } else {
            bytes.extend_from_slice(piece.data.as_bytes());
        }
        if piece.eof {
            return Some(bytes);
        }
        if bytes.len() > MAP_LIMIT {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_comment_names_the_map() {
        for (script, expected) in [
            ("f()\n//# sourceMappingURL=a.js.map\n", Some("a.js.map")),
            (
                "//# sourceMappingURL=first\nf()\n//# sourceMappingURL=b.map",
                Some("b.map"),
            ),
            ("//@ sourceMappingURL=old.map", Some("old.map")),
            ("f()", None),
            ("//# sourceMappingURL=", None),
        ] {
            assert_eq!(comment(script), expected);
        }
    }
}
