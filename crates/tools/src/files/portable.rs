//! Opening by resolved path, where files can't be opened from a folder downwards.

use super::Place;
use std::fs::File;
use std::io::{Error, Read, Result};
use std::sync::atomic::{AtomicU32, Ordering};

/// Reads the whole file, of at most `limit` bytes.
pub(super) fn read(place: &Place, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = vec![];
    let read = open_to_read(place)?
        .take(limit + 1)
        .read_to_end(&mut bytes)?;
    if read as u64 > limit {
        return Err(Error::other(format!("is larger than {} MB", limit >> 20)));
    }
    Ok(bytes)
}

/// Opens the file, which must be a regular one.
pub(super) fn open_to_read(place: &Place) -> Result<File> {
    let path = place.path();
    let file = File::open(&path)?;
    if !file.metadata()?.is_file() || path.symlink_metadata()?.is_symlink() {
        return Err(Error::other("is not a regular file"));
    }
    Ok(file)
}

/// Writes the file as a whole: beside it first, then in its place.
pub(super) fn write(place: &Place, bytes: &[u8]) -> Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let path = place.path();
    let folder = path.parent().ok_or_else(|| Error::other("is a folder"))?;
    std::fs::create_dir_all(folder)?;
    if !folder.canonicalize()?.starts_with(&place.root) {
        return Err(Error::other("has moved out of the allowed folder"));
    }
    if path
        .symlink_metadata()
        .is_ok_and(|metadata| !metadata.is_file())
    {
        return Err(Error::other("is not a regular file"));
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!(".devtap.{}-{count}.part", std::process::id()));
    let written =
        std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, &path));
    if written.is_err() {
        // The error that is told is the first one.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
