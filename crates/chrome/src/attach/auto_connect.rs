//! `--autoConnect`: the user's own running Chrome.
//!
//! A Chrome that takes debugging connections writes `DevToolsActivePort` into its profile: the port on one line, the
//! path of the browser's WebSocket on the next. The file stays when Chrome dies, so the port is tried.

use super::error::{AttachError, AutoConnectSearch};
use crate::Channel;
use crate::places::{Product, user_data_dirs};
use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::net::TcpStream;

/// How long a port gets to take a connection; it is on this machine.
const CONNECT_LIMIT: Duration = Duration::from_secs(3);
/// A port file is some 60 bytes.
const FILE_LIMIT: u64 = 4096;
const FILE_NAME: &str = "DevToolsActivePort";

/// The WebSocket address of the user's own running browser: of `channel` (absent: stable Chrome, else Chromium), or
/// with the profile in `user_data_dir`. Only looks whether the port takes connections; Chrome may ask the user before
/// it accepts the WebSocket.
pub async fn auto_connect(
    channel: Option<Channel>,
    user_data_dir: Option<&Path>,
) -> Result<String, AttachError> {
    let products = Product::wanted(channel);
    let (browser, dirs): (String, Vec<PathBuf>) = match user_data_dir {
        Some(dir) => (
            format!("browser with the profile {}", dir.display()),
            vec![dir.to_owned()],
        ),
        None => (
            products
                .iter()
                .map(|product| product.name())
                .collect::<Vec<_>>()
                .join(" or "),
            products.iter().copied().flat_map(user_data_dirs).collect(),
        ),
    };
    let mut search = AutoConnectSearch {
        browser,
        missing: Vec::new(),
        useless: Vec::new(),
    };
    for dir in dirs {
        let file = dir.join(FILE_NAME);
        match try_port_file(&file).await {
            Ok(address) => return Ok(address),
            Err(Fault::Missing) => search.missing.push(file),
            Err(Fault::Useless(why)) => search.useless.push((file, why)),
        }
    }
    Err(AttachError::NothingRunning(Box::new(search)))
}

enum Fault {
    Missing,
    Useless(String),
}

async fn try_port_file(file: &Path) -> Result<String, Fault> {
    let text = read(file).await.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Fault::Missing,
        _ => Fault::Useless(format!("can't be read ({error})")),
    })?;
    let (port, path) =
        parse(&text).ok_or_else(|| Fault::Useless("holds no port and path".to_owned()))?;
    let connecting = TcpStream::connect((Ipv4Addr::LOCALHOST, port));
    match tokio::time::timeout(CONNECT_LIMIT, connecting).await {
        Ok(Ok(_)) => Ok(format!("ws://127.0.0.1:{port}{path}")),
        Ok(Err(_)) => Err(Fault::Useless(format!(
            "names port {port}, where nothing listens: it was left over by a browser that has ended"
        ))),
        Err(_) => Err(Fault::Useless(format!(
            "names port {port}, which takes no connection"
        ))),
    }
}

async fn read(file: &Path) -> io::Result<String> {
    use tokio::io::AsyncReadExt;
    let mut text = String::new();
    tokio::fs::File::open(file)
        .await?
        .take(FILE_LIMIT)
        .read_to_string(&mut text)
        .await?;
    Ok(text)
}

/// Port and path. A file that Chrome is just writing has no path yet.
fn parse(text: &str) -> Option<(u16, &str)> {
    let mut lines = text.lines().map(str::trim);
    let port = lines.next()?.parse().ok().filter(|port| *port != 0)?;
    let path = lines.next()?;
    let is_path =
        path.starts_with('/') && !path.contains(|c: char| c.is_whitespace() || c.is_control());
    is_path.then_some((port, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_files_are_read() {
        assert_eq!(
            parse("36445\n/devtools/browser/850094d7"),
            Some((36445, "/devtools/browser/850094d7"))
        );
        for bad in [
            "",
            "36445",
            "36445\n",
            "99999\n/a",
            "0\n/a",
            "x\n/a",
            "1\na b",
        ] {
            assert_eq!(parse(bad), None, "{bad:?}");
        }
    }
}
