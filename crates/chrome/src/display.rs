//! The X display to put a window on, for programs started without `DISPLAY` (by an editor, over ssh).

use std::fs;
use std::path::Path;

/// A value for `DISPLAY`: the lowest-numbered local X server, if the environment names neither X nor Wayland.
pub fn missing_display() -> Option<String> {
    let named = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if named || cfg!(target_os = "macos") {
        return None;
    }
    lowest_display(Path::new("/tmp/.X11-unix"))
}

/// X servers have a socket `X<number>` there.
fn lowest_display(sockets: &Path) -> Option<String> {
    let number = fs::read_dir(sockets)
        .ok()?
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            name.to_str()?.strip_prefix('X')?.parse::<u32>().ok()
        })
        .min()?;
    Some(format!(":{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_number_wins() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(lowest_display(folder.path()), None);
        for name in ["X11", "X2", "Xnone", ".X1-lock"] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        assert_eq!(lowest_display(folder.path()).as_deref(), Some(":2"));
    }
}
