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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_channel_has_its_own() {
        let name = |channel| {
            let dir = default_dir(channel).expect("a home");
            assert!(dir.is_absolute());
            assert!(
                dir.parent()
                    .is_some_and(|parent| parent.ends_with("devtap"))
            );
            dir.file_name().expect("a name").to_owned()
        };
        assert_eq!(name(None), "chrome-profile");
        assert_eq!(name(Some(Channel::Stable)), "chrome-profile");
        assert_eq!(name(Some(Channel::Beta)), "chrome-profile-beta");
    }
}
