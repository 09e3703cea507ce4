//! Temporary profiles: made, removed, and found again when their owner could not remove them.

use super::owner_lock::{self, OwnerLock};
use super::singleton;
use crate::process::{self, Incarnation};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What the names of our temporary profiles start with. Nothing else is ever removed.
const PREFIX: &str = "devtap-profile-";
/// How long a folder is tried to be removed while dying processes still write to it.
const REMOVAL_LIMIT: Duration = Duration::from_secs(3);
/// How long a killed Chrome gets to be gone.
const KILL_LIMIT: Duration = Duration::from_secs(2);

/// Makes a temporary profile in `parent`, for this user alone, and locks it.
pub fn create(parent: &Path) -> io::Result<(PathBuf, OwnerLock)> {
    let dir = tempfile::Builder::new()
        .prefix(PREFIX)
        .permissions(fs::Permissions::from_mode(0o700))
        .tempdir_in(parent)?;
    let lock = OwnerLock::make(dir.path())?;
    Ok((dir.keep(), lock))
}

/// Removes a temporary profile of ours, with what its Chrome left in the temporary folder. Anything that is not such
/// a profile is left alone.
pub fn remove(dir: &Path) {
    if !is_ours(dir) {
        return;
    }
    singleton::remove_socket_folder(dir);
    let deadline = Instant::now() + REMOVAL_LIMIT;
    while let Err(error) = try_to_remove(dir) {
        if Instant::now() >= deadline {
            tracing::warn!("temporary profile {} stays: {error}", dir.display());
            // So that the next launch knows it for ours.
            let _ = OwnerLock::take(dir);
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The owner's file goes last: as long as anything is left, the folder can be recognised by the next launch. A dying
/// process may still write in between; then this fails and is tried again, without the file.
fn try_to_remove(dir: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_name() == owner_lock::FILE_NAME {
            continue;
        }
        gone(if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())
        } else {
            fs::remove_file(entry.path())
        })?;
    }
    gone(fs::remove_file(dir.join(owner_lock::FILE_NAME)))?;
    gone(fs::remove_dir(dir))
}

/// What is gone already needs no removing.
fn gone(removal: io::Result<()>) -> io::Result<()> {
    match removal {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// A folder (no link) of this user's with our prefix and our file in it.
fn is_ours(dir: &Path) -> bool {
    let has_prefix = dir
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| name.starts_with(PREFIX));
    let is_own = |path: &Path, wanted: fn(&fs::Metadata) -> bool| {
        fs::symlink_metadata(path).is_ok_and(|metadata| {
            wanted(&metadata) && metadata.uid() == rustix::process::geteuid().as_raw()
        })
    };
    has_prefix
        && is_own(dir, fs::Metadata::is_dir)
        && is_own(&dir.join(owner_lock::FILE_NAME), fs::Metadata::is_file)
}

/// Removes the temporary profiles in `parent` whose owner is gone. A Chrome that outlived its owner is killed.
pub fn remove_leftovers(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let dir = entry.path();
        if !is_ours(&dir) {
            continue;
        }
        // Whoever holds the lock is alive, or is removing the folder just now.
        if let Ok(Some(_lock)) = OwnerLock::take_existing(&dir) {
            tracing::debug!("removing the left-over profile {}", dir.display());
            kill_user(&dir);
            remove(&dir);
        }
    }
}

/// Kills the Chrome that runs with the temporary profile `dir`, if one does.
pub fn kill_user(dir: &Path) {
    let Some(pid) = singleton::locked_by(dir) else {
        return;
    };
    let mut argument = OsString::from("--user-data-dir=");
    argument.push(dir);
    // The lock's id may be another's by now; the command line tells.
    if process::has_argument(pid, &argument)
        && let Some(chrome) = Incarnation::of(pid)
    {
        chrome.kill_all();
        chrome.wait_for_end(KILL_LIMIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parent() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").mode() & 0o777
    }

    #[test]
    fn a_new_profile_is_private_and_owned() {
        let parent = parent();
        let (dir, lock) = create(parent.path()).expect("a profile");
        assert_eq!(mode(&dir), 0o700);
        remove_leftovers(parent.path());
        assert!(dir.exists(), "its owner lives");
        drop(lock);
        remove_leftovers(parent.path());
        assert!(!dir.exists());
    }

    #[test]
    fn folders_of_others_stay() {
        let parent = parent();
        let no_marker = parent.path().join("devtap-profile-abc");
        let no_prefix = parent.path().join("profile-abc");
        let target = parent.path().join("target");
        for dir in [&no_marker, &no_prefix, &target] {
            fs::create_dir(dir).expect("a folder");
        }
        fs::write(no_prefix.join(owner_lock::FILE_NAME), "1").expect("a file");
        fs::write(target.join(owner_lock::FILE_NAME), "1").expect("a file");
        let link = parent.path().join("devtap-profile-link");
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        remove_leftovers(parent.path());
        for dir in [&no_marker, &no_prefix, &target, &link] {
            remove(dir);
            assert!(dir.exists(), "{} is not ours", dir.display());
        }
    }

    #[test]
    fn a_link_inside_is_removed_and_not_followed() {
        let parent = parent();
        let precious = parent.path().join("precious");
        fs::create_dir(&precious).expect("a folder");
        fs::write(precious.join("file"), "").expect("a file");
        let (dir, _lock) = create(parent.path()).expect("a profile");
        std::os::unix::fs::symlink(&precious, dir.join("link")).expect("a link");
        remove(&dir);
        assert!(!dir.exists());
        assert!(precious.join("file").exists());
    }

    #[test]
    fn a_removal_that_was_interrupted_goes_on() {
        let parent = parent();
        let (dir, _lock) = create(parent.path()).expect("a profile");
        fs::remove_file(dir.join(owner_lock::FILE_NAME)).expect("our file");
        fs::write(dir.join("written late"), "").expect("a file");
        try_to_remove(&dir).expect("nobody is in the way");
        assert!(!dir.exists());
        try_to_remove(&dir).expect("already gone");
    }
}
