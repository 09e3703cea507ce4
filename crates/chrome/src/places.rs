//! Where browsers are installed, and where they keep the user's own profile, by system.

use crate::Channel;
use std::path::PathBuf;

/// A kind of browser that we look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Google Chrome of a channel.
    Chrome(Channel),
    /// Chromium as distributions package it.
    Chromium,
}

impl Product {
    /// The products to try for a channel option, in order.
    pub fn wanted(channel: Option<Channel>) -> Vec<Self> {
        match channel {
            Some(channel) => vec![Self::Chrome(channel)],
            None => vec![Self::Chrome(Channel::Stable), Self::Chromium],
        }
    }

    /// What the product is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chrome(Channel::Stable) => "Google Chrome",
            Self::Chrome(Channel::Beta) => "Google Chrome Beta",
            Self::Chrome(Channel::Dev) => "Google Chrome Dev",
            Self::Chrome(Channel::Canary) => "Google Chrome Canary",
            Self::Chromium => "Chromium",
        }
    }
}

#[cfg(not(any(target_os = "macos", windows)))]
mod system {
    use super::*;

    /// Names of the product's command.
    pub fn commands(product: Product) -> &'static [&'static str] {
        match product {
            Product::Chrome(Channel::Stable) => &["google-chrome-stable", "google-chrome"],
            Product::Chrome(Channel::Beta) => &["google-chrome-beta"],
            Product::Chrome(Channel::Dev) => &["google-chrome-unstable"],
            Product::Chrome(Channel::Canary) => &["google-chrome-canary"],
            Product::Chromium => &["chromium", "chromium-browser"],
        }
    }

    /// Files outside the folders of commands.
    pub fn files(product: Product) -> Vec<PathBuf> {
        let path = match product {
            Product::Chrome(Channel::Stable) => "/opt/google/chrome/chrome",
            Product::Chrome(Channel::Beta) => "/opt/google/chrome-beta/chrome",
            Product::Chrome(Channel::Dev) => "/opt/google/chrome-unstable/chrome",
            Product::Chrome(Channel::Canary) => "/opt/google/chrome-canary/chrome",
            Product::Chromium => "/usr/lib/chromium/chromium",
        };
        vec![path.into()]
    }

    /// Folders of commands beside those of `PATH`: programs started by an editor often have a short `PATH`.
    pub fn folders() -> &'static [&'static str] {
        &["/usr/local/bin", "/usr/bin", "/snap/bin"]
    }

    /// Folders in which the product keeps the user's own profile.
    pub fn user_data_dirs(product: Product) -> Vec<PathBuf> {
        let Some(home) = std::env::home_dir() else {
            return Vec::new();
        };
        let config = std::env::var_os("CHROME_CONFIG_HOME")
            .or_else(|| std::env::var_os("XDG_CONFIG_HOME"))
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .unwrap_or_else(|| home.join(".config"));
        match product {
            Product::Chrome(channel) => {
                let name = match channel {
                    Channel::Stable => "google-chrome",
                    Channel::Beta => "google-chrome-beta",
                    Channel::Dev => "google-chrome-unstable",
                    Channel::Canary => "google-chrome-canary",
                };
                vec![config.join(name)]
            }
            Product::Chromium => vec![
                config.join("chromium"),
                home.join("snap/chromium/common/chromium"),
            ],
        }
    }
}

#[cfg(target_os = "macos")]
mod system {
    use super::*;

    fn app(product: Product) -> &'static str {
        product.name()
    }

    /// Names of the product's command.
    pub fn commands(product: Product) -> &'static [&'static str] {
        match product {
            Product::Chromium => &["chromium"],
            Product::Chrome(_) => &[],
        }
    }

    /// The program inside the app bundle, for everybody and for this user.
    pub fn files(product: Product) -> Vec<PathBuf> {
        let name = app(product);
        let inside = format!("Applications/{name}.app/Contents/MacOS/{name}");
        let mut files = vec![PathBuf::from("/").join(&inside)];
        files.extend(std::env::home_dir().map(|home| home.join(&inside)));
        files
    }

    /// Folders of commands beside those of `PATH`.
    pub fn folders() -> &'static [&'static str] {
        &["/opt/homebrew/bin", "/usr/local/bin"]
    }

    /// Folders in which the product keeps the user's own profile.
    pub fn user_data_dirs(product: Product) -> Vec<PathBuf> {
        let name = match product {
            Product::Chrome(Channel::Stable) => "Google/Chrome",
            Product::Chrome(Channel::Beta) => "Google/Chrome Beta",
            Product::Chrome(Channel::Dev) => "Google/Chrome Dev",
            Product::Chrome(Channel::Canary) => "Google/Chrome Canary",
            Product::Chromium => "Chromium",
        };
        std::env::home_dir()
            .map(|home| home.join("Library/Application Support").join(name))
            .into_iter()
            .collect()
    }
}

#[cfg(windows)]
mod system {
    use super::*;

    fn folder(product: Product) -> &'static str {
        match product {
            Product::Chrome(Channel::Stable) => r"Google\Chrome",
            Product::Chrome(Channel::Beta) => r"Google\Chrome Beta",
            Product::Chrome(Channel::Dev) => r"Google\Chrome Dev",
            Product::Chrome(Channel::Canary) => r"Google\Chrome SxS",
            Product::Chromium => "Chromium",
        }
    }

    /// Names of the product's command.
    pub fn commands(_product: Product) -> &'static [&'static str] {
        &[]
    }

    /// The program below each of the folders that installers use.
    pub fn files(product: Product) -> Vec<PathBuf> {
        ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
            .into_iter()
            .filter_map(std::env::var_os)
            .map(|base| {
                PathBuf::from(base)
                    .join(folder(product))
                    .join(r"Application\chrome.exe")
            })
            .collect()
    }

    /// Folders of commands beside those of `PATH`.
    pub fn folders() -> &'static [&'static str] {
        &[]
    }

    /// Folders in which the product keeps the user's own profile.
    pub fn user_data_dirs(product: Product) -> Vec<PathBuf> {
        std::env::var_os("LOCALAPPDATA")
            .map(|base| PathBuf::from(base).join(folder(product)).join("User Data"))
            .into_iter()
            .collect()
    }
}

pub use system::{commands, files, folders, user_data_dirs};
