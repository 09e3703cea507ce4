//! Finding the browser's executable.

use crate::{Channel, FindError};
use std::path::{Path, PathBuf};

/// The browser to launch: `executable` if given (it must be a file that can be run), else the first of the usual
/// places for `channel`, else stable Chrome, else Chromium.
pub fn find(executable: Option<&Path>, channel: Option<Channel>) -> Result<PathBuf, FindError> {
    let _ = channel;
    Err(FindError::Missing {
        path: executable.unwrap_or(Path::new("")).to_owned(),
    })
}
