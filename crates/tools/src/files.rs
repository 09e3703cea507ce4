//! Files: reading and writing inside the allowed folders only.
//!
//! A path is resolved first (links and `..` included) and must then lie inside an allowed folder. The file is opened from
//! that folder downwards, one component at a time and through no link, so that a folder which is exchanged for a link in
//! between leads nowhere. A refusal names the allowed folders and does not tell whether the file exists.

#[cfg(not(unix))]
mod portable;
mod resolve;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
use portable as platform;
#[cfg(unix)]
use unix as platform;

use crate::Client;
use records::Failure;
use render::text::{cut, one_line};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long the client may take to tell its roots.
const ROOTS_LIMIT: Duration = Duration::from_secs(5);
/// How long a file may take to be read or written.
const FILE_LIMIT: Duration = Duration::from_secs(60);
/// Largest file that is read, in bytes.
const MAX_READ: u64 = 256 << 20;
/// Folders named in a refusal.
const FOLDERS_NAMED: usize = 10;

/// Where tools may read and write, as the options say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileRoots {
    /// Everywhere.
    Unrestricted,
    /// In these folders, in the client's roots and in the working folder.
    Within(Vec<PathBuf>),
}

impl Default for FileRoots {
    /// The system's folder for temporary files.
    fn default() -> Self {
        Self::Within(vec![std::env::temp_dir()])
    }
}

/// Reading and writing for one client.
#[derive(Clone)]
pub struct Files {
    roots: FileRoots,
    client: Arc<dyn Client>,
}

/// A file inside an allowed folder, resolved: the path below the folder has neither links nor `..`.
struct Place {
    root: PathBuf,
    below: PathBuf,
}

impl Place {
    fn path(&self) -> PathBuf {
        self.root.join(&self.below)
    }
}

impl Files {
    /// For the client of one call.
    pub fn new(roots: FileRoots, client: Arc<dyn Client>) -> Self {
        Self { roots, client }
    }

    /// Writes `bytes` to `path`, replacing a file that is there; folders that are missing are made. Relative paths start
    /// at the working folder, `file:` addresses are understood, `~` is not. Readers see the old file or the whole new
    /// one. Returns the absolute path.
    ///
    /// # Errors
    /// [`Failure::File`] if the path lies outside the allowed folders, is no regular file or can't be written.
    pub async fn write(&self, path: &Path, bytes: Vec<u8>) -> Result<PathBuf, Failure> {
        self.at(path, move |place| {
            platform::write(place, &bytes)?;
            Ok(place.path())
        })
        .await
    }

    /// Reads a file of at most 256 MB inside the allowed folders.
    ///
    /// # Errors
    /// [`Failure::File`] if the path lies outside the allowed folders, is no regular file or can't be read.
    pub async fn read(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        self.at(path, |place| platform::read(place, MAX_READ)).await
    }

    /// The absolute path of a regular file that exists inside the allowed folders and can be read, for whoever reads it
    /// himself (Chrome, for an upload).
    ///
    /// # Errors
    /// [`Failure::File`] as [`Files::read`].
    pub async fn existing(&self, path: &Path) -> Result<PathBuf, Failure> {
        self.at(path, |place| {
            platform::open_to_read(place)?;
            Ok(place.path())
        })
        .await
    }

    /// Resolves `path` and works on it, away from the async threads.
    async fn at<T: Send + 'static>(
        &self,
        path: &Path,
        work: impl FnOnce(&Place) -> std::io::Result<T> + Send + 'static,
    ) -> Result<T, Failure> {
        let folders = self.folders().await;
        let shown = shown(path);
        let path = path.to_owned();
        let working = tokio::task::spawn_blocking(move || work_at(&path, folders, work));
        match tokio::time::timeout(FILE_LIMIT, working).await {
            Ok(Ok(result)) => result.map_err(Failure::File),
            Ok(Err(stopped)) => Err(Failure::File(format!("{shown}: {stopped}"))),
            Err(_) => Err(Failure::timeout(format!("the file {shown}"), FILE_LIMIT)),
        }
    }

    /// The allowed folders as they were named.
    async fn folders(&self) -> Vec<PathBuf> {
        let FileRoots::Within(named) = &self.roots else {
            return resolve::everything();
        };
        let mut folders = named.clone();
        if let Ok(roots) = tokio::time::timeout(ROOTS_LIMIT, self.client.roots()).await {
            folders.extend(roots.into_iter().filter(|root| root.is_absolute()));
        }
        // A program that a desktop starts works in `/`, which allows nothing in particular.
        let working = std::env::current_dir().ok();
        folders.extend(working.filter(|folder| folder.parent().is_some()));
        folders
    }
}

/// The error is a sentence for the reader.
fn work_at<T>(
    path: &Path,
    folders: Vec<PathBuf>,
    work: impl FnOnce(&Place) -> std::io::Result<T>,
) -> Result<T, String> {
    let shown = shown(path);
    let path = resolve::absolute(path).map_err(|reason| format!("{shown} {reason}"))?;
    let roots = resolve::existing(folders);
    let place = resolve::place(&path, &roots).ok_or_else(|| outside(&shown, &roots))?;
    work(&place).map_err(|error| format!("{shown}: {}", sentence(&error)))
}

fn outside(path: &str, roots: &[PathBuf]) -> String {
    let mut folders: Vec<String> = roots
        .iter()
        .take(FOLDERS_NAMED)
        .map(|root| shown(root))
        .collect();
    if roots.len() > FOLDERS_NAMED {
        folders.push(format!("… {} more", roots.len() - FOLDERS_NAMED));
    }
    format!(
        "{path} is outside the folders where files may be read and written: {}. The option --filesystemRoot allows others",
        folders.join(", ")
    )
}

fn shown(path: &Path) -> String {
    cut(&one_line(&path.to_string_lossy()), 300, "…")
}

/// The system's words without its number.
fn sentence(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests;
