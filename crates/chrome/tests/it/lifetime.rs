//! A launched Chrome lives as long as it should, and its profile too.

use crate::harness::*;
use chrome::{LaunchError, LaunchOptions};
use rustix::process::Signal;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Where Chrome listens for others that want its profile: a folder in the temporary one.
fn socket_folder(profile: &Path) -> PathBuf {
    let socket = std::fs::read_link(profile.join("SingletonSocket")).expect("Chrome listens");
    socket.parent().expect("a folder").to_owned()
}

#[tokio::test]
async fn shut_down_leaves_nothing() {
    let mut chrome = launch(&options()).await;
    let pipe = until_it_speaks(&mut chrome).await;
    let (pid, profile) = (chrome.pid(), chrome.profile_dir().to_owned());
    let mode = profile.metadata().expect("a profile").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    assert!(profile.join("Default").exists() || profile.join("Local State").exists());
    let socket_folder = socket_folder(&profile);
    assert!(session_of(pid).contains(&pid), "it leads its own session");
    assert!(!chrome.has_exited());
    let (answer, _pipe) = pipe.ask("Browser.close").await;
    assert!(answer.is_some());
    chrome.shut_down(LIMIT).await;
    assert_gone(pid);
    assert!(!profile.exists());
    assert!(!socket_folder.exists());
}

#[tokio::test]
async fn closing_the_pipe_is_enough() {
    let mut chrome = launch(&options()).await;
    drop(until_it_speaks(&mut chrome).await);
    let (pid, profile) = (chrome.pid(), chrome.profile_dir().to_owned());
    chrome.shut_down(LIMIT).await;
    assert_gone(pid);
    assert!(!profile.exists());
}

#[tokio::test]
async fn a_chrome_that_does_not_go_is_killed() {
    let mut chrome = launch(&options()).await;
    let _pipe = until_it_speaks(&mut chrome).await;
    let (pid, profile) = (chrome.pid(), chrome.profile_dir().to_owned());
    signal(pid, Signal::STOP);
    chrome
        .shut_down(std::time::Duration::from_millis(100))
        .await;
    assert_gone(pid);
    assert!(!profile.exists());
}

#[tokio::test]
async fn dropping_is_enough() {
    let mut chrome = launch(&options()).await;
    let _pipe = until_it_speaks(&mut chrome).await;
    let (pid, profile) = (chrome.pid(), chrome.profile_dir().to_owned());
    let socket_folder = socket_folder(&profile);
    drop(chrome);
    eventually("Chrome's children go", || session_of(pid).is_empty());
    assert!(!profile.exists());
    assert!(!socket_folder.exists());
}

#[tokio::test]
async fn a_killed_chrome_is_noticed() {
    let mut chrome = launch(&options()).await;
    let pipe = until_it_speaks(&mut chrome).await;
    let (pid, profile) = (chrome.pid(), chrome.profile_dir().to_owned());
    signal(pid, Signal::KILL);
    let (answer, _pipe) = pipe.ask("Browser.getVersion").await;
    assert_eq!(answer, None, "the pipe ends with Chrome");
    eventually("the end is noticed", || chrome.has_exited());
    eventually("Chrome's children go", || session_of(pid).is_empty());
    let error = chrome.explain_failure("").await;
    let LaunchError::Crashed { status, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(status, "signal 9");
    chrome.shut_down(LIMIT).await;
    assert!(!profile.exists());
}

#[tokio::test]
async fn a_kept_profile_stays_and_is_free_again() {
    let parent = tempfile::tempdir().expect("a folder");
    let dir = parent.path().join("deep/profile");
    for _ in 0..2 {
        let mut chrome = launch(&options_at(&dir)).await;
        assert_eq!(chrome.profile_dir(), dir);
        drop(until_it_speaks(&mut chrome).await);
        chrome.shut_down(LIMIT).await;
        assert!(dir.join("Local State").exists());
    }
    // A killed Chrome leaves its lock behind, which is nobody's then.
    let mut chrome = launch(&options_at(&dir)).await;
    let _pipe = until_it_speaks(&mut chrome).await;
    let socket_folder = socket_folder(&dir);
    drop(chrome);
    assert!(dir.join("SingletonLock").is_symlink());
    assert!(!socket_folder.exists());
    let mut chrome = launch(&options_at(&dir)).await;
    let _pipe = until_it_speaks(&mut chrome).await;
}

#[tokio::test]
async fn options_arrive() {
    let parent = tempfile::tempdir().expect("a folder");
    let dir = parent.path().join("from an argument");
    let mut options = LaunchOptions {
        viewport: Some((1000, 600)),
        ignore_default_args: vec!["--mute-audio".to_owned()],
        ..options()
    };
    options.args.push("--lang=de".to_owned());
    options
        .args
        .push(format!("--user-data-dir={}", dir.display()));
    let mut chrome = launch(&options).await;
    let _pipe = until_it_speaks(&mut chrome).await;
    let arguments = command_line(chrome.pid());
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    assert!(has("--window-size=1000,600") && has("--lang=de") && has("--headless=new"));
    assert!(!has("--mute-audio"));
    assert_eq!(chrome.profile_dir(), dir);
    drop(chrome);
    assert!(dir.exists(), "the user's own folder is never removed");
}

#[tokio::test]
async fn a_flood_on_stderr_blocks_nobody() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = program(
        dir.path(),
        "#!/bin/sh\nhead -c 3000000 /dev/zero | tr '\\0' x >&2\nprintf 'done\\0' >&4\nexec sleep 600\n",
    );
    let options = LaunchOptions {
        executable: Some(path),
        ..options()
    };
    let mut chrome = launch(&options).await;
    let (answer, _pipe) = Pipe::of(&mut chrome).ask("Browser.getVersion").await;
    assert_eq!(answer.as_deref(), Some("done"));
    assert_eq!(chrome.stderr_tail().len(), 16 * 1024);
}

#[tokio::test]
async fn what_chrome_leaves_in_its_session_goes_with_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = program(
        dir.path(),
        "#!/bin/sh\nsleep 600 &\nread line <&3\nexit 0\n",
    );
    let options = LaunchOptions {
        executable: Some(path),
        ..options()
    };
    let mut chrome = launch(&options).await;
    let pid = chrome.pid();
    eventually("a child is there", || session_of(pid).len() == 2);
    drop(chrome.take_pipe());
    eventually("it has ended", || chrome.has_exited());
    eventually("its child goes", || session_of(pid).is_empty());
}
