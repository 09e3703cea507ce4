//! Files: reading and writing inside the allowed folders only.

use crate::Client;
use records::Failure;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where tools may read and write: the folders of `--filesystemRoot`, the working folder, the system's folder for
/// temporary files unless roots were named, and the client's roots.
#[derive(Clone)]
pub struct Files {
    _client: Arc<dyn Client>,
}

impl Files {
    /// For the client of one call.
    pub fn new(client: Arc<dyn Client>) -> Self {
        Self { _client: client }
    }

    /// Writes `bytes` to `path` (relative paths start at the working folder), replacing a file that is there, following no
    /// link out of the allowed folders. Returns the absolute path.
    pub async fn write(&self, _path: &Path, _bytes: Vec<u8>) -> Result<PathBuf, Failure> {
        todo!()
    }

    /// Reads a file inside the allowed folders.
    pub async fn read(&self, _path: &Path) -> Result<Vec<u8>, Failure> {
        todo!()
    }
}
