//! Opening from an allowed folder downwards, through no link.

use super::Place;
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::os::fd::OwnedFd;
use std::path::Component;
use std::sync::atomic::{AtomicU32, Ordering};

/// Names tried for a temporary file.
const ATTEMPTS: usize = 16;

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
    let (folder, name) = open_folder(place, Missing::IsAnError)?;
    // Without NONBLOCK, opening a pipe would wait for its writer.
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = rustix::fs::openat(&folder, name, flags, Mode::empty())?;
    let kind = FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
    must_be_regular(kind)?;
    Ok(file.into())
}

/// Writes the file as a whole: beside it first, then in its place.
pub(super) fn write(place: &Place, bytes: &[u8]) -> Result<()> {
    let (folder, name) = open_folder(place, Missing::IsMade)?;
    let mode = mode_of_existing(&folder, name)?;
    let (temporary, mut file) = create_beside(&folder, name, mode)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| Ok(rustix::fs::renameat(&folder, &temporary, &folder, name)?));
    if written.is_err() {
        // The error that is told is the first one.
        let _ = rustix::fs::unlinkat(&folder, &temporary, AtFlags::empty());
    }
    written
}

/// What to do with folders that do not exist.
#[derive(Clone, Copy, PartialEq)]
enum Missing {
    IsAnError,
    IsMade,
}

/// The folder that holds the file, opened, and the file's name in it.
fn open_folder(place: &Place, missing: Missing) -> Result<(OwnedFd, &OsStr)> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut folder = rustix::fs::open(&place.root, flags, Mode::empty())?;
    let mut components = place.below.components();
    let Some(Component::Normal(name)) = components.next_back() else {
        return Err(Error::new(ErrorKind::IsADirectory, "is a folder"));
    };
    for component in components {
        let Component::Normal(step) = component else {
            return Err(Error::other("is no plain path"));
        };
        let opened = match rustix::fs::openat(&folder, step, flags, Mode::empty()) {
            Err(rustix::io::Errno::NOENT) if missing == Missing::IsMade => {
                make_folder(&folder, step)?;
                rustix::fs::openat(&folder, step, flags, Mode::empty())
            }
            other => other,
        };
        folder = opened?;
    }
    Ok((folder, name))
}

/// Makes a folder, unless somebody else just did.
fn make_folder(parent: &OwnedFd, name: &OsStr) -> Result<()> {
    match rustix::fs::mkdirat(parent, name, Mode::from_raw_mode(0o777)) {
        Ok(()) | Err(rustix::io::Errno::EXIST) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The permissions of the file that is there; `None` if there is none. It must be a regular file that may be written.
fn mode_of_existing(folder: &OwnedFd, name: &OsStr) -> Result<Option<Mode>> {
    let stat = match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => stat,
        Err(rustix::io::Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    must_be_regular(FileType::from_raw_mode(stat.st_mode))?;
    rustix::fs::accessat(folder, name, rustix::fs::Access::WRITE_OK, AtFlags::empty())?;
    Ok(Some(Mode::from_raw_mode(stat.st_mode & 0o777)))
}

fn create_beside(folder: &OwnedFd, name: &OsStr, mode: Option<Mode>) -> Result<(String, File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    // A name that is cut short leaves room for what is added.
    let stem: String = name.to_string_lossy().chars().take(40).collect();
    for _ in 0..ATTEMPTS {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = format!(".{stem}.{}-{count}.part", std::process::id());
        match rustix::fs::openat(folder, &temporary, flags, Mode::from_raw_mode(0o666)) {
            Ok(file) => {
                if let Some(mode) = mode {
                    rustix::fs::fchmod(&file, mode)?;
                }
                return Ok((temporary, file.into()));
            }
            Err(rustix::io::Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Error::new(
        ErrorKind::AlreadyExists,
        "no name is free for a temporary file",
    ))
}

fn must_be_regular(kind: FileType) -> Result<()> {
    let what = match kind {
        FileType::RegularFile => return Ok(()),
        FileType::Directory => "is a folder, not a file",
        FileType::Symlink => "is a link",
        FileType::Fifo => "is a pipe, not a file",
        FileType::Socket => "is a socket, not a file",
        _ => "is a device, not a file",
    };
    Err(Error::other(what))
}
