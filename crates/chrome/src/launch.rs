//! Launching Chrome.

use crate::{LaunchError, LaunchOptions, LaunchedChrome, find};

/// Launches Chrome with a debugging pipe.
///
/// The process is alive when this returns, but has not spoken yet: send `Browser.getVersion`, and turn a pipe that
/// closes early or stays silent into an error with [`LaunchedChrome::explain_failure`].
pub async fn launch(options: &LaunchOptions) -> Result<LaunchedChrome, LaunchError> {
    find(options.executable.as_deref(), options.channel)?;
    Ok(LaunchedChrome {})
}
