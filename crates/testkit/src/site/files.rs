//! Files of a folder as responses.

use super::Response;
use std::path::{Component, Path};

/// The file at `path` below `folder`; in HTML and scripts `__PORT__` becomes the site's port.
pub(super) fn serve(folder: &Path, path: &str, port: u16) -> Option<Response> {
    let relative = Path::new(path.trim_start_matches('/'));
    let below = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !relative.components().all(below) {
        return None;
    }
    let mut file = folder.join(relative);
    if file.is_dir() {
        file.push("index.html");
    }
    let mut body = std::fs::read(&file).ok()?;
    let kind = media_type(&file);
    if kind.starts_with("text/") {
        let text = String::from_utf8_lossy(&body);
        body = text.replace("__PORT__", &port.to_string()).into_bytes();
    }
    Some(Response::new(200, kind, body))
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("txt" | "ts") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_below_its_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert!(serve(&folder, "/lib.rs", 1).is_some());
        assert!(serve(&folder, "/../Cargo.toml", 1).is_none());
        assert!(serve(&folder, "//etc/passwd", 1).is_none());
    }
}
