//! Launching Chrome.

use crate::display::missing_display;
use crate::launched::{LaunchedChrome, Parts};
use crate::process::Incarnation;
use crate::profile::{self, ProfileDir};
use crate::spawn::{self, ChildPipe};
use crate::stderr_tail::StderrTail;
use crate::sweep::SweeperProcess;
use crate::{LaunchError, LaunchOptions, Profile, find, switches};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Below this many bytes of shared memory (a container has 64 MiB if nothing is said) Chrome keeps its own in files.
const ENOUGH_SHARED_MEMORY: u64 = 512 << 20;

/// Launches Chrome with a debugging pipe.
///
/// The process runs when this returns, but has not spoken yet: send `Browser.getVersion`, and turn a pipe that closes
/// early or stays silent into an error with [`LaunchedChrome::explain_failure`].
pub async fn launch(options: &LaunchOptions) -> Result<LaunchedChrome, LaunchError> {
    let executable = find(options.executable.as_deref(), options.channel)?;
    let mut options = options.clone();
    if let Some(path) = switches::profile_in(&options.args) {
        options.profile = Profile::At(path);
    }
    remove_leftovers_meanwhile();
    // Looking at folders and forking take milliseconds, but are no work for an async thread.
    let program = executable.clone();
    let launching = tokio::task::spawn_blocking(move || launch_blocking(&options, &program));
    launching.await.unwrap_or_else(|error| {
        Err(LaunchError::Spawn {
            executable,
            source: io::Error::other(error),
        })
    })
}

/// On a thread of its own: it may take a while and nobody waits for it, also not the end of the program.
fn remove_leftovers_meanwhile() {
    let removing = std::thread::Builder::new()
        .name("left-over profiles".to_owned())
        .spawn(|| profile::remove_leftovers(&std::env::temp_dir()));
    if let Err(error) = removing {
        tracing::warn!("left-over profiles are not looked for: {error}");
    }
}

fn launch_blocking(
    options: &LaunchOptions,
    executable: &Path,
) -> Result<LaunchedChrome, LaunchError> {
    let profile = ProfileDir::prepare(options)?;
    // First the sweeper: from its start on nothing can be left behind.
    let mut sweeper = options.sweeper.as_ref().and_then(SweeperProcess::start);
    if let Some(sweeper) = &mut sweeper
        && profile.is_temporary()
    {
        sweeper.watch_profile(profile.path());
    }
    match spawn_chrome(options, executable, profile.path()) {
        Ok(spawned) => {
            if let Some(sweeper) = &mut sweeper {
                sweeper.watch_chrome(&spawned.incarnation);
            }
            Ok(LaunchedChrome::new(Parts {
                executable: executable.to_owned(),
                spawned,
                profile,
                sweeper,
            }))
        }
        Err(source) => {
            profile.clean_up();
            if let Some(sweeper) = sweeper {
                sweeper.dismiss();
            }
            Err(not_spawned(executable, source))
        }
    }
}

/// A Chrome that has just been spawned.
#[derive(Debug)]
pub struct Spawned {
    pub child: std::process::Child,
    pub incarnation: Incarnation,
    pub pipe: (std::os::fd::OwnedFd, std::os::fd::OwnedFd),
    pub stderr: StderrTail,
}

fn spawn_chrome(options: &LaunchOptions, executable: &Path, profile: &Path) -> io::Result<Spawned> {
    let (chrome_reads, we_write) = spawn::pipe()?;
    let (we_read, chrome_writes) = spawn::pipe()?;
    let child_pipe = ChildPipe::new(chrome_reads, chrome_writes)?;
    let mut command = Command::new(executable);
    command
        .args(switches::arguments(
            options,
            profile,
            has_small_shared_memory(),
        ))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    if !switches::is_headless(options)
        && let Some(display) = missing_display()
    {
        command.env("DISPLAY", display);
    }
    let mut child = spawn::spawn_with_pipe(&mut command, &child_pipe)?;
    let started = child.stderr.take().ok_or(io::ErrorKind::Other);
    let parts = started.map_err(io::Error::from).and_then(|stderr| {
        // A child that has ended already is still there as a zombie, which has no start time that we can ask for.
        let incarnation = Incarnation::of(child.id()).unwrap_or(Incarnation {
            pid: child.id(),
            started: String::new(),
        });
        Ok((incarnation, StderrTail::of(stderr)?))
    });
    match parts {
        Ok((incarnation, stderr)) => Ok(Spawned {
            child,
            incarnation,
            pipe: (we_read, we_write),
            stderr,
        }),
        Err(error) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(error)
        }
    }
}

fn not_spawned(executable: &Path, source: io::Error) -> LaunchError {
    match source.raw_os_error() {
        Some(libc::ENOEXEC) => LaunchError::NotABrowser {
            executable: executable.to_owned(),
            how: "it is no program of this system".to_owned(),
            stderr: String::new(),
        },
        _ => LaunchError::Spawn {
            executable: executable.to_owned(),
            source,
        },
    }
}

#[cfg(target_os = "linux")]
fn has_small_shared_memory() -> bool {
    rustix::fs::statvfs("/dev/shm").map_or(true, |shm| {
        shm.f_blocks.saturating_mul(shm.f_frsize) < ENOUGH_SHARED_MEMORY
    })
}

#[cfg(not(target_os = "linux"))]
fn has_small_shared_memory() -> bool {
    false
}
