//! Chrome's release channels.

use std::fmt;
use std::str::FromStr;

/// A release channel of Google Chrome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// What most people run.
    Stable,
    /// The next stable, about a month ahead.
    Beta,
    /// Weekly builds.
    Dev,
    /// Daily builds.
    Canary,
}

impl Channel {
    /// The channel's name as options spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "stable",
            Self::Beta => "beta",
            Self::Dev => "dev",
            Self::Canary => "canary",
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Channel {
    type Err = UnknownChannel;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        [Self::Stable, Self::Beta, Self::Dev, Self::Canary]
            .into_iter()
            .find(|channel| channel.name() == name)
            .ok_or_else(|| UnknownChannel(name.to_owned()))
    }
}

/// A name that is none of the four channels'.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no Chrome channel \"{0}\"; the channels are stable, beta, dev and canary")]
pub struct UnknownChannel(pub String);
