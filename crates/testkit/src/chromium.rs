//! The Chromium that tests run.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Names tried on `PATH`, in this order.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The Chromium or Chrome on this machine: `DEVTAP_CHROMIUM` from the environment, else the first of the usual names
/// on `PATH`; `None` if there is none.
pub fn chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("DEVTAP_CHROMIUM").filter(|path| !path.is_empty()) {
        return Some(PathBuf::from(path));
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// What `executable --version` prints, such as `Chromium 156.0.8078.73`.
pub fn chromium_version(executable: &Path) -> Option<String> {
    let output = Command::new(executable).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(|line| line.trim().to_owned())
}

/// Whether this process runs as root, where Chromium needs `--no-sandbox`.
pub fn runs_as_root() -> bool {
    // The fields of `Uid:` are the real, effective, saved and file-system user.
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| {
        status
            .lines()
            .find_map(|line| line.strip_prefix("Uid:"))
            .and_then(|ids| ids.split_whitespace().nth(1))
            == Some("0")
    })
}
