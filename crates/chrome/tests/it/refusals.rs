//! What can't be launched says why, and what to do.

use crate::harness::*;
use chrome::{Channel, FindError, Holder, LaunchError, LaunchOptions, Profile};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn with_executable(path: impl Into<PathBuf>) -> LaunchOptions {
    LaunchOptions {
        executable: Some(path.into()),
        ..options()
    }
}

async fn refused(options: &LaunchOptions) -> LaunchError {
    chrome::launch(options)
        .await
        .expect_err("not to be launched")
}

/// The error of a launch that succeeds at first.
async fn fails_to_speak(options: &LaunchOptions) -> LaunchError {
    let mut chrome = launch(options).await;
    let profile = chrome.profile_dir().to_owned();
    let (answer, _pipe) = Pipe::of(&mut chrome).ask("Browser.getVersion").await;
    assert_eq!(answer, None);
    let error = chrome.explain_failure("closed its debugging pipe").await;
    chrome.shut_down(LIMIT).await;
    assert!(options.profile != Profile::Isolated || !profile.exists());
    error
}

#[test]
fn executables_that_are_none() {
    let dir = tempfile::tempdir().expect("a folder");
    let find = |path: &Path| chrome::find(Some(path), None);
    assert!(matches!(
        find(&dir.path().join("nothing")),
        Err(FindError::Missing { .. })
    ));
    assert!(matches!(
        find(&dir.path().join("nothing/inside")),
        Err(FindError::Missing { .. })
    ));
    let browser = program(dir.path(), "#!/bin/sh\n");
    assert_eq!(find(&browser).expect("a program"), browser);
    std::fs::rename(&browser, dir.path().join("chrome")).expect("our file");
    let Err(FindError::NotAFile {
        kind, candidate, ..
    }) = find(dir.path())
    else {
        panic!("a folder is no program")
    };
    assert_eq!(kind, "a folder");
    assert_eq!(candidate, Some(dir.path().join("chrome")));
    let text = dir.path().join("text");
    std::fs::write(&text, "").expect("a file");
    assert!(matches!(find(&text), Err(FindError::NotExecutable { .. })));
}

#[test]
fn the_usual_places() {
    let found = chrome::find(None, None).expect("the tests need Chrome or Chromium");
    assert!(found.is_absolute());
    let name = found.file_name().expect("a file");
    assert_eq!(
        chrome::find(Some(Path::new(name)), None).expect("a bare name is looked for"),
        found
    );
}

#[test]
fn a_channel_that_is_not_installed() {
    let Err(FindError::NotFound(search)) = chrome::find(None, Some(Channel::Canary)) else {
        return; // Somebody has it.
    };
    let text = FindError::NotFound(search.clone()).to_string();
    assert!(
        text.starts_with("Google Chrome Canary was not found."),
        "{text}"
    );
    for command in &search.commands {
        assert!(text.contains(command), "{text}");
    }
    let other = search.other.expect("the tests need Chrome or Chromium");
    assert!(
        text.contains(&format!("--executablePath={}", other.display())),
        "{text}"
    );
}

#[tokio::test]
async fn a_folder() {
    let error = refused(&with_executable("/usr/bin")).await;
    assert!(
        matches!(error, LaunchError::Find(FindError::NotAFile { .. })),
        "{error}"
    );
}

#[tokio::test]
async fn a_program_that_ends_at_once() {
    let error = fails_to_speak(&with_executable("/bin/true")).await;
    assert!(matches!(error, LaunchError::NotABrowser { .. }), "{error}");
    insta::assert_snapshot!(error, @"/bin/true does not seem to be Chrome or Chromium: it ended at once (exit status: 0). Name a browser with --executablePath=PATH");
}

#[tokio::test]
async fn a_program_that_complains() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = program(
        dir.path(),
        "#!/bin/sh\necho \"no such option: $1\" >&2\nexit 3\n",
    );
    let LaunchError::NotABrowser { how, stderr, .. } = fails_to_speak(&with_executable(path)).await
    else {
        panic!("it is none")
    };
    assert_eq!(how, "it ended at once (exit status: 3)");
    assert_eq!(stderr, "no such option: --no-first-run");
}

#[tokio::test]
async fn a_program_that_never_speaks() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = program(dir.path(), "#!/bin/sh\necho reading >&2\nexec sleep 600\n");
    let mut chrome = launch(&with_executable(path)).await;
    let (pid, profile) = (chrome.pid(), chrome.profile_dir().to_owned());
    eventually("it has spoken", || !chrome.stderr_tail().is_empty());
    let error = chrome.explain_failure("did not answer within 30 s").await;
    assert!(
        matches!(&error, LaunchError::Silent { stderr, .. } if stderr == "reading"),
        "{error}"
    );
    chrome.shut_down(Duration::from_millis(10)).await;
    assert_gone(pid);
    assert!(!profile.exists());
}

#[tokio::test]
async fn a_file_of_another_kind() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = program(dir.path(), "\u{7f}ELF no machine's");
    let error = match chrome::launch(&with_executable(&path)).await {
        Err(error) => error,
        // The C library gave it to the shell.
        Ok(chrome) => {
            drop(chrome);
            fails_to_speak(&with_executable(&path)).await
        }
    };
    assert!(matches!(error, LaunchError::NotABrowser { .. }), "{error}");
}

#[tokio::test]
async fn root_with_the_sandbox_on() {
    if !is_root() {
        return;
    }
    let options = LaunchOptions {
        args: Vec::new(),
        ..options()
    };
    let error = fails_to_speak(&options).await;
    assert!(matches!(error, LaunchError::RunningAsRoot), "{error}");
}

#[tokio::test]
async fn no_screen() {
    let named = ["DISPLAY", "WAYLAND_DISPLAY"];
    if named.iter().any(|name| std::env::var_os(name).is_some())
        || Path::new("/tmp/.X11-unix").exists()
    {
        return;
    }
    let options = LaunchOptions {
        headless: false,
        ..options()
    };
    let error = fails_to_speak(&options).await;
    assert!(matches!(error, LaunchError::NoDisplay), "{error}");
}

#[tokio::test]
async fn a_profile_that_another_of_us_uses() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut chrome = launch(&options_at(dir.path())).await;
    let LaunchError::ProfileInUse { dir: which, by } = refused(&options_at(dir.path())).await
    else {
        panic!("it is in use")
    };
    assert_eq!(which, dir.path());
    assert_eq!(by.pid, Some(std::process::id()));
    assert!(by.name.is_some());
    let _pipe = until_it_speaks(&mut chrome).await;
}

#[tokio::test]
async fn a_profile_that_another_chrome_uses() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut theirs = launch(&options_at(dir.path())).await;
    let _pipe = until_it_speaks(&mut theirs).await;
    // As if a user had started it: without our lock.
    std::fs::remove_file(dir.path().join("devtap-owner")).expect("our lock");
    let error = refused(&options_at(dir.path())).await;
    let LaunchError::ProfileInUse { by, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(by.pid, Some(theirs.pid()));
    assert!(error.to_string().contains("--isolated"), "{error}");
    assert!(!theirs.has_exited());
}

#[tokio::test]
async fn a_profile_that_another_machine_uses() {
    let dir = tempfile::tempdir().expect("a folder");
    symlink("other-host-1234", dir.path().join("SingletonLock")).expect("a link");
    let error = fails_to_speak(&options_at(dir.path())).await;
    let LaunchError::ProfileInUse { by, .. } = &error else {
        panic!("{error}")
    };
    let wanted = Holder {
        pid: Some(1234),
        name: None,
        host: Some("other-host".to_owned()),
    };
    assert_eq!(*by, wanted);
}

#[tokio::test]
async fn a_profile_that_can_not_be_made() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let error = refused(&options_at(&file.path().join("profile"))).await;
    assert!(matches!(error, LaunchError::Profile { .. }), "{error}");
}
