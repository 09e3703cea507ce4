//! The folder in which a launched Chrome keeps its profile: made, locked, and removed if it is temporary.

mod kept;
mod owner_lock;
mod singleton;
mod temporary;

pub use owner_lock::OwnerLock;
pub use singleton::holder as chrome_holding;
pub use temporary::{kill_user as kill_user_of, remove as remove_temporary, remove_leftovers};

use crate::{LaunchError, LaunchOptions, Profile};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// A profile that is ours while this lives.
#[derive(Debug)]
pub struct ProfileDir {
    path: PathBuf,
    temporary: bool,
    /// Held, not read: other launches see it.
    _lock: OwnerLock,
}

impl ProfileDir {
    /// Makes or opens the profile that the options ask for and locks it.
    pub fn prepare(options: &LaunchOptions) -> Result<Self, LaunchError> {
        let path = match &options.profile {
            Profile::Isolated => return Self::temporary(),
            Profile::Kept => kept::default_dir(options.channel).ok_or(LaunchError::NoHome)?,
            Profile::At(path) => {
                std::path::absolute(path).map_err(|source| unusable(path, source))?
            }
        };
        make(&path).map_err(|source| unusable(&path, source))?;
        let lock = match OwnerLock::take(&path) {
            Ok(Some(lock)) => lock,
            Ok(None) => {
                return Err(LaunchError::ProfileInUse {
                    by: owner_lock::holder(&path),
                    dir: path,
                });
            }
            Err(source) => return Err(unusable(&path, source)),
        };
        if let Some(by) = singleton::holder(&path) {
            return Err(LaunchError::ProfileInUse { dir: path, by });
        }
        Ok(Self {
            path,
            temporary: false,
            _lock: lock,
        })
    }

    fn temporary() -> Result<Self, LaunchError> {
        let (path, lock) = temporary::create(&std::env::temp_dir())
            .map_err(|source| unusable(&std::env::temp_dir(), source))?;
        Ok(Self {
            path,
            temporary: true,
            _lock: lock,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the folder goes when Chrome goes.
    pub fn is_temporary(&self) -> bool {
        self.temporary
    }

    /// Removes the folder if it is temporary, and what a killed Chrome left elsewhere. Chrome has to be gone.
    pub fn clean_up(&self) {
        singleton::remove_socket_folder(&self.path);
        if self.temporary {
            temporary::remove(&self.path);
        }
    }
}

/// Makes a folder for this user alone, with its parents.
fn make(path: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

fn unusable(dir: &Path, source: io::Error) -> LaunchError {
    LaunchError::Profile {
        dir: dir.to_owned(),
        source,
    }
}
