//! Our own lock on a profile: who launched the Chrome that uses it.
//!
//! A lock of the file, not a process id alone: it ends with its owner however that ends, and means the same in
//! containers that share a folder but not their process ids.

use crate::{Holder, process};
use rustix::fs::{FlockOperation, Mode, OFlags};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The file that is locked, inside the profile.
pub const FILE_NAME: &str = "devtap-owner";
/// The name it has until it is locked, in a new temporary profile.
const NEW_FILE_NAME: &str = "devtap-owner.new";
/// More of the file than this is not ours.
const CONTENT_LIMIT: usize = 64;

/// The lock, held while this lives. Chrome does not inherit it.
#[derive(Debug)]
pub struct OwnerLock {
    /// Held, not read.
    _file: File,
}

impl OwnerLock {
    /// Takes the lock of the profile in `dir`; `None` if another process has it.
    pub fn take(dir: &Path) -> io::Result<Option<Self>> {
        Self::lock(open(&dir.join(FILE_NAME), OFlags::CREATE)?)
    }

    /// Takes the lock of a profile that has one already; an error if it has none.
    pub fn take_existing(dir: &Path) -> io::Result<Option<Self>> {
        Self::lock(open(&dir.join(FILE_NAME), OFlags::empty())?)
    }

    /// Makes the lock of a new temporary profile. The file gets its name when it is locked, so that nobody ever sees
    /// a new profile without an owner.
    pub fn make(dir: &Path) -> io::Result<Self> {
        let new = dir.join(NEW_FILE_NAME);
        let lock = Self::lock(open(&new, OFlags::CREATE | OFlags::EXCL)?)?
            .ok_or(io::ErrorKind::WouldBlock)?;
        std::fs::rename(new, dir.join(FILE_NAME))?;
        Ok(lock)
    }

    fn lock(mut file: File) -> io::Result<Option<Self>> {
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        file.set_len(0)?;
        write!(file, "{}", std::process::id())?;
        Ok(Some(Self { _file: file }))
    }
}

/// Who has the lock, as far as its file tells.
pub fn holder(dir: &Path) -> Holder {
    let pid = std::fs::read(dir.join(FILE_NAME))
        .ok()
        .filter(|content| content.len() <= CONTENT_LIMIT)
        .and_then(|content| String::from_utf8(content).ok()?.trim().parse().ok());
    Holder {
        pid,
        name: pid.and_then(process::name),
        host: None,
    }
}

fn open(path: &Path, more: OFlags) -> io::Result<File> {
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC | more;
    Ok(rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_at_a_time() {
        let dir = tempfile::tempdir().expect("a folder");
        let first = OwnerLock::take(dir.path()).expect("a lock");
        assert!(first.is_some());
        assert!(OwnerLock::take(dir.path()).expect("no error").is_none());
        let holder = holder(dir.path());
        assert_eq!(holder.pid, Some(std::process::id()));
        drop(first);
        assert!(OwnerLock::take(dir.path()).expect("a lock").is_some());
    }

    #[test]
    fn a_link_is_not_followed() {
        let dir = tempfile::tempdir().expect("a folder");
        let elsewhere = dir.path().join("elsewhere");
        std::fs::write(&elsewhere, "precious").expect("a file");
        std::os::unix::fs::symlink(&elsewhere, dir.path().join(FILE_NAME)).expect("a link");
        assert!(OwnerLock::take(dir.path()).is_err());
        assert_eq!(std::fs::read(elsewhere).expect("a file"), b"precious");
    }
}
