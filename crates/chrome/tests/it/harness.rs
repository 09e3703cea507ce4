//! What the tests share: options for this machine, a word with Chrome, processes started and ended by id.

use chrome::{LaunchOptions, LaunchedChrome, PipeEnd, Profile};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Far more than anything here takes, also on a busy machine. Nothing is judged by its time.
pub const LIMIT: Duration = Duration::from_secs(60);

pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Headless, with a temporary profile; without the sandbox if the tests run as root.
pub fn options() -> LaunchOptions {
    LaunchOptions {
        headless: true,
        profile: Profile::Isolated,
        args: is_root()
            .then(|| "--no-sandbox".to_owned())
            .into_iter()
            .collect(),
        ..LaunchOptions::default()
    }
}

/// Options with the profile in `dir`.
pub fn options_at(dir: &Path) -> LaunchOptions {
    LaunchOptions {
        profile: Profile::At(dir.to_owned()),
        ..options()
    }
}

pub async fn launch(options: &LaunchOptions) -> LaunchedChrome {
    chrome::launch(options)
        .await
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The debugging pipe of a launched Chrome.
pub struct Pipe {
    read: File,
    write: File,
}

impl Pipe {
    pub fn of(chrome: &mut LaunchedChrome) -> Self {
        let (read, write): (PipeEnd, PipeEnd) = chrome.take_pipe().expect("not taken yet");
        Self {
            read: read.into(),
            write: write.into(),
        }
    }

    /// Sends a command and gives the first message that comes; `None` if the pipe closes.
    pub async fn ask(self, method: &str) -> (Option<String>, Self) {
        let message = format!("{{\"id\":1,\"method\":\"{method}\"}}\0");
        let asking = tokio::task::spawn_blocking(move || {
            let Self {
                mut read,
                mut write,
            } = self;
            let mut answer = Vec::new();
            if write.write_all(message.as_bytes()).is_ok() {
                let mut byte = [0];
                while let Ok(1) = read.read(&mut byte) {
                    if byte[0] == 0 {
                        let answer = String::from_utf8(answer).expect("JSON");
                        return (Some(answer), Self { read, write });
                    }
                    answer.push(byte[0]);
                }
            }
            (None, Self { read, write })
        });
        tokio::time::timeout(LIMIT, asking)
            .await
            .expect("an answer or the end of the pipe")
            .expect("no panic")
    }
}

/// Waits until Chrome has answered over its pipe. Chrome ends when the pipe is dropped.
#[must_use]
pub async fn until_it_speaks(chrome: &mut LaunchedChrome) -> Pipe {
    let (answer, pipe) = Pipe::of(chrome).ask("Browser.getVersion").await;
    match answer {
        Some(answer) => {
            assert!(answer.contains("\"product\""), "{answer}");
            pipe
        }
        None => panic!("{}", chrome.explain_failure("closed its pipe").await),
    }
}

/// Waits until `done`, and fails with `what` if that never happens.
pub fn eventually(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + LIMIT;
    while !done() {
        assert!(Instant::now() < deadline, "never happened: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Processes of the session that `leader` leads, zombies left out. From `/proc`; see proc_pid_stat(5).
pub fn session_of(leader: u32) -> Vec<u32> {
    fs::read_dir("/proc")
        .expect("Linux")
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| {
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let fields: Vec<&str> = match stat.rsplit_once(')') {
                Some((_, rest)) => rest.split_ascii_whitespace().collect(),
                None => return false,
            };
            fields[0] != "Z" && fields[3] == leader.to_string()
        })
        .collect()
}

pub fn command_line(pid: u32) -> Vec<String> {
    fs::read_to_string(format!("/proc/{pid}/cmdline"))
        .unwrap_or_default()
        .split('\0')
        .map(str::to_owned)
        .collect()
}

pub fn signal(pid: u32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(pid as i32).expect("a pid");
    rustix::process::kill_process(pid, signal).expect("our process");
}

/// Nothing is left of the session that `leader` led.
#[track_caller]
pub fn assert_gone(leader: u32) {
    assert_eq!(session_of(leader), Vec::<u32>::new());
}

/// A program `program` in `dir`.
pub fn program(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("program");
    std::fs::write(&path, text).expect("a file");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("our file");
    path
}
