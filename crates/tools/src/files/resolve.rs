//! From a path as it was given to a place inside an allowed folder.

use super::Place;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// Longest path, in bytes.
const MAX_LENGTH: usize = 4096;

/// The path from the root of the file system, `..` and links still in it.
///
/// # Errors
/// The end of a sentence that starts with the path.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, &'static str> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.is_empty() {
        return Err("is no path: it is empty");
    }
    if bytes.len() > MAX_LENGTH || bytes.contains(&0) {
        return Err("is no path");
    }
    if bytes == b"~" || bytes.starts_with(b"~/") {
        return Err("starts with ~, which is not expanded: give the whole path");
    }
    let path = match path.to_str().and_then(file_address) {
        Some(result) => result?,
        None => path.to_owned(),
    };
    match std::env::current_dir() {
        Ok(working) => Ok(working.join(path)),
        Err(_) if path.is_absolute() => Ok(path),
        Err(_) => Err("is relative and the working folder is gone"),
    }
}

/// The path of a `file:` address; `None` if the text is no such address.
fn file_address(text: &str) -> Option<Result<PathBuf, &'static str>> {
    let scheme = text.get(..5)?;
    if !scheme.eq_ignore_ascii_case("file:") {
        return None;
    }
    let path = url::Url::parse(text)
        .ok()
        .and_then(|url| url.to_file_path().ok());
    Some(path.ok_or("is no address of a local file"))
}

/// Everything there is.
pub(super) fn everything() -> Vec<PathBuf> {
    // One root on Unix; on Windows the drive of the working folder, the only one that is known to exist.
    let working = std::env::current_dir().unwrap_or_default();
    let root = working.ancestors().last().filter(|root| root.is_absolute());
    vec![root.map_or_else(|| PathBuf::from("/"), Path::to_owned)]
}

/// The folders that exist, resolved, each once.
pub(super) fn existing(folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = vec![];
    for folder in folders {
        let resolved = folder.canonicalize().ok().filter(|folder| folder.is_dir());
        if let Some(resolved) = resolved.filter(|resolved| !found.contains(resolved)) {
            found.push(resolved);
        }
    }
    found
}

/// Where `path` is, if that is inside one of `roots` (resolved).
pub(super) fn place(path: &Path, roots: &[PathBuf]) -> Option<Place> {
    let resolved = resolved(path)?;
    // The innermost root leaves the fewest components to trust.
    let root = roots
        .iter()
        .filter(|root| resolved.starts_with(root))
        .max_by_key(|root| root.components().count())?;
    let below = resolved.strip_prefix(root).ok()?.to_owned();
    Some(Place {
        root: root.clone(),
        below,
    })
}

/// The path without links and `..`. What does not exist yet is taken as written, which must then be plain names; a link
/// that leads nowhere gives `None`, as does everything that can't be told.
fn resolved(path: &Path) -> Option<PathBuf> {
    let mut missing = vec![];
    let mut existing = path;
    loop {
        match existing.canonicalize() {
            Ok(mut resolved) => {
                resolved.extend(missing.iter().rev());
                return Some(resolved);
            }
            Err(error) if error.kind() == ErrorKind::NotFound && !is_link(existing) => {
                let Some(Component::Normal(name)) = existing.components().next_back() else {
                    return None;
                };
                missing.push(name);
                existing = existing.parent()?;
            }
            Err(_) => return None,
        }
    }
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata()
        .is_ok_and(|metadata| metadata.is_symlink())
}
