//! Where the kept profile lies.

use crate::Channel;
use std::path::PathBuf;

/// `devtap/chrome-profile[-channel]` in the user's cache; `None` if the user has no home.
pub fn default_dir(channel: Option<Channel>) -> Option<PathBuf> {
    let name = match channel {
        None | Some(Channel::Stable) => "chrome-profile".to_owned(),
        Some(channel) => format!("chrome-profile-{channel}"),
    };
    Some(cache_dir()?.join("devtap").join(name))
}

#[cfg(target_os = "macos")]
fn cache_dir() -> Option<PathBuf> {
    Some(std::env::home_dir()?.join("Library/Caches"))
}

/// `XDG_CACHE_HOME` counts only if it is absolute, as its specification says.
#[cfg(not(target_os = "macos"))]
fn cache_dir() -> Option<PathBuf> {
    std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| Some(std::env::home_dir()?.join(".cache")))
        .filter(|path| path.is_absolute())
}
