//! Finding the browser's executable.

use crate::Channel;
use crate::places::{self, Product};
use crate::text::listed;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// No browser to launch. `Display` says where was looked and what to do.
#[derive(Debug, Error)]
pub enum FindError {
    /// Nothing at the path given.
    #[error("There is no file {}, which was given as the browser's executable.", path.display())]
    Missing {
        /// The path given.
        path: PathBuf,
    },
    /// The path given is a folder, a socket or the like.
    #[error("{} is {kind}, but the browser's executable has to be a program.{}", path.display(), did_you_mean(candidate.as_deref()))]
    NotAFile {
        /// The path given.
        path: PathBuf,
        /// What it is, with its article.
        kind: &'static str,
        /// A browser's program inside the folder.
        candidate: Option<PathBuf>,
    },
    /// A file that this user may not run.
    #[error("{} was given as the browser's executable, but this user may not execute it.", path.display())]
    NotExecutable {
        /// The path given.
        path: PathBuf,
    },
    /// The path given can't be looked at.
    #[error("The browser's executable {} can't be looked at: {source}.", path.display())]
    Unreadable {
        /// The path given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Nothing at the usual places.
    #[error("{}", self::nothing_found(.0))]
    NotFound(Box<Search>),
}

/// A search that found nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The channel asked for.
    pub channel: Option<Channel>,
    /// Names of commands looked for.
    pub commands: Vec<String>,
    /// Folders in which those were looked for.
    pub folders: Vec<PathBuf>,
    /// Files looked for.
    pub files: Vec<PathBuf>,
    /// A browser of another channel that is installed.
    pub other: Option<PathBuf>,
}

/// The browser to launch: `executable` if given (it must be a file that can be run; a bare name is looked for in
/// `PATH`), else the first of the usual places for `channel`. Without a channel: stable Chrome, else Chromium.
pub fn find(executable: Option<&Path>, channel: Option<Channel>) -> Result<PathBuf, FindError> {
    let folders = command_folders();
    match executable {
        Some(path) => given(path, &folders),
        None => search(channel, &folders),
    }
}

/// The folders of `PATH`, then the usual ones that it lacks.
fn command_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = places::folders().iter().map(PathBuf::from);
    for folder in std::env::split_paths(&path).chain(usual) {
        if folder.is_absolute() && !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

fn given(path: &Path, folders: &[PathBuf]) -> Result<PathBuf, FindError> {
    let bare_name = path.components().count() == 1 && !path.has_root() && !path.exists();
    if bare_name
        && let Some(found) = folders
            .iter()
            .map(|folder| folder.join(path))
            .find(|path| is_program(path))
    {
        return Ok(found);
    }
    let path = expand_home(path);
    let metadata = fs::metadata(&path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            FindError::Missing { path: path.clone() }
        }
        _ => FindError::Unreadable {
            path: path.clone(),
            source,
        },
    })?;
    if !metadata.is_file() {
        return Err(FindError::NotAFile {
            kind: if metadata.is_dir() {
                "a folder"
            } else {
                "no regular file"
            },
            candidate: program_inside(&path),
            path,
        });
    }
    if !is_program(&path) {
        return Err(FindError::NotExecutable { path });
    }
    std::path::absolute(&path).map_err(|source| FindError::Unreadable { path, source })
}

/// `~/…` in a configuration file is expanded by no shell.
fn expand_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// A browser's program in a folder that was given instead of it.
fn program_inside(folder: &Path) -> Option<PathBuf> {
    let names = ["chrome", "chromium", "google-chrome", "chrome.exe"];
    let in_bundle = fs::read_dir(folder.join("Contents/MacOS"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    names
        .iter()
        .map(|name| folder.join(name))
        .chain(in_bundle)
        .find(|path| is_program(path))
}

fn search(channel: Option<Channel>, folders: &[PathBuf]) -> Result<PathBuf, FindError> {
    let wanted = Product::wanted(channel);
    if let Some(found) = wanted
        .iter()
        .find_map(|product| installed(*product, folders))
    {
        return Ok(found);
    }
    let others = [Product::Chrome(Channel::Stable), Product::Chromium];
    Err(FindError::NotFound(Box::new(Search {
        channel,
        commands: wanted
            .iter()
            .flat_map(|product| places::commands(*product))
            .map(ToString::to_string)
            .collect(),
        folders: folders.to_vec(),
        files: wanted
            .iter()
            .flat_map(|product| places::files(*product))
            .collect(),
        other: others
            .iter()
            .find_map(|product| installed(*product, folders)),
    })))
}

fn installed(product: Product, folders: &[PathBuf]) -> Option<PathBuf> {
    let commands = places::commands(product)
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    commands
        .chain(places::files(product))
        .find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

fn did_you_mean(candidate: Option<&Path>) -> String {
    match candidate {
        Some(path) => format!(" Did you mean {}?", path.display()),
        None => String::new(),
    }
}

fn nothing_found(search: &Search) -> String {
    let what = match search.channel {
        Some(channel) => Product::Chrome(channel).name().to_owned(),
        None => "Chrome or Chromium".to_owned(),
    };
    let mut text = format!("{what} was not found.");
    if !search.commands.is_empty() {
        let folders: Vec<String> = search
            .folders
            .iter()
            .map(|folder| folder.display().to_string())
            .collect();
        text.push_str(&format!(
            " Looked for the commands {} in {}",
            listed(&search.commands),
            listed(&folders)
        ));
    } else {
        text.push_str(" Looked");
    }
    let files: Vec<String> = search
        .files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    if !files.is_empty() {
        let and = if search.commands.is_empty() {
            " at"
        } else {
            ", and at"
        };
        text.push_str(&format!("{and} {}", listed(&files)));
    }
    text.push_str(". ");
    text.push_str(&what_to_do(search));
    text
}

fn what_to_do(search: &Search) -> String {
    if let Some(other) = &search.other {
        return format!(
            "{} is installed: leave --channel out, or name it with --executablePath={}",
            other.display(),
            other.display()
        );
    }
    let install = if cfg!(target_os = "macos") {
        "Install it from https://www.google.com/chrome/ (or `brew install --cask google-chrome`)"
    } else if cfg!(windows) {
        "Install it from https://www.google.com/chrome/"
    } else {
        "Install one, for example with `apt install chromium` on Debian or https://www.google.com/chrome/ elsewhere"
    };
    format!("{install}, or name the browser to use with --executablePath=PATH")
}
