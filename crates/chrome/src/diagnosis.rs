//! Why a program that was launched can't be used: read from how it ended and what it wrote to stderr.

use crate::{Holder, LaunchError};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

/// Chrome's own exit code for a profile in use (`RESULT_CODE_PROFILE_IN_USE` of `chrome_result_codes.h`).
const PROFILE_IN_USE: i32 = 21;

/// What is known of a launch that failed.
pub struct Evidence<'a> {
    /// The program.
    pub executable: &'a Path,
    /// The profile it was given.
    pub profile: &'a Path,
    /// How it ended; `None` if it runs on.
    pub status: Option<ExitStatus>,
    /// The last of what it wrote to stderr.
    pub stderr: &'a str,
    /// What was waited for in vain.
    pub what: &'a str,
}

/// The error that the evidence speaks for.
pub fn diagnose(evidence: &Evidence<'_>) -> LaunchError {
    let stderr = without_noise(evidence.stderr);
    by_stderr(evidence).unwrap_or_else(|| match evidence.status {
        None => LaunchError::Silent {
            executable: evidence.executable.to_owned(),
            what: evidence.what.to_owned(),
            stderr,
        },
        Some(status) if status.code().is_some() && !speaks_like_chrome(evidence.stderr) => {
            LaunchError::NotABrowser {
                executable: evidence.executable.to_owned(),
                how: format!("it ended at once ({status})"),
                stderr,
            }
        }
        Some(status) => LaunchError::Crashed {
            executable: evidence.executable.to_owned(),
            status: wording(status),
            stderr,
        },
    })
}

fn by_stderr(evidence: &Evidence<'_>) -> Option<LaunchError> {
    let stderr = evidence.stderr;
    if let Some(library) = missing_library(stderr) {
        return Some(LaunchError::MissingLibrary {
            executable: evidence.executable.to_owned(),
            library,
        });
    }
    if stderr.contains("Running as root without --no-sandbox") {
        return Some(LaunchError::RunningAsRoot);
    }
    let has = |signs: &[&str]| signs.iter().any(|sign| stderr.contains(sign));
    if has(&[
        "No usable sandbox!",
        "The SUID sandbox helper binary was found, but is not configured correctly",
    ]) {
        return Some(LaunchError::NoSandbox);
    }
    if has(&[
        "Missing X server or $DISPLAY",
        "Failed to connect to Wayland display",
    ]) {
        return Some(LaunchError::NoDisplay);
    }
    let code = evidence.status.and_then(|status| status.code());
    if code == Some(PROFILE_IN_USE)
        || has(&[
            "The profile appears to be in use by another",
            "Failed to create a ProcessSingleton",
            "Opening in existing browser session",
        ])
    {
        return Some(LaunchError::ProfileInUse {
            dir: evidence.profile.to_owned(),
            by: holder(stderr, evidence.profile),
        });
    }
    None
}

/// `(1234) on another computer (host)`, else whoever listens at the profile's socket.
fn holder(stderr: &str, profile: &Path) -> Holder {
    let elsewhere = stderr
        .split_once(" process (")
        .and_then(|(_, rest)| rest.split_once(") on another computer ("));
    match elsewhere {
        Some((pid, rest)) => Holder {
            pid: pid.parse().ok(),
            name: None,
            host: rest.split_once(')').map(|(host, _)| host.to_owned()),
        },
        None => crate::profile::chrome_holding(profile).unwrap_or_default(),
    }
}

/// The dynamic linker's complaint, of Linux and of macOS.
fn missing_library(stderr: &str) -> Option<String> {
    let rest = stderr
        .split_once("error while loading shared libraries: ")
        .or_else(|| stderr.split_once("Library not loaded: "))?
        .1;
    let name = rest.split([':', '\n']).next()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Chrome's log lines begin `[pid:tid:date/time:SEVERITY:source]`, or without the ids on macOS and older versions.
fn speaks_like_chrome(stderr: &str) -> bool {
    stderr.lines().any(|line| {
        line.starts_with('[')
            && [":ERROR:", ":FATAL:", ":WARNING:", ":INFO:"]
                .iter()
                .any(|severity| line.contains(severity))
    })
}

/// Chrome complains a lot about a missing D-Bus, which matters to nobody here.
fn without_noise(stderr: &str) -> String {
    let lines: Vec<&str> = stderr
        .lines()
        .filter(|line| !(line.contains(":dbus/") || line.contains("unexpected operator")))
        .collect();
    lines.join("\n")
}

fn wording(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("signal {signal}"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: Option<i32>, stderr: &str) -> String {
        let evidence = Evidence {
            executable: Path::new("/usr/bin/chromium"),
            profile: Path::new("/nowhere/profile"),
            // The form of wait(2): the exit code in the second byte.
            status: code.map(|code| ExitStatus::from_raw(code << 8)),
            stderr,
            what: "did not answer within 30 s",
        };
        diagnose(&evidence).to_string()
    }

    // The texts are Chromium 156's on Debian 12, but where another source is named.

    #[test]
    fn as_root() {
        let stderr = "/usr/bin/chromium: 9: [: 25276502016: unexpected operator\n\
            [18338:18338:1201/041144.009447:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:103] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.\n";
        insta::assert_snapshot!(check(Some(1), stderr), @"Chrome does not run as root with its sandbox on. Run as another user, or, if only pages that you trust are opened, turn the sandbox off with --chromeArg=--no-sandbox");
    }

    #[test]
    fn without_a_screen() {
        let stderr = "[18362:18362:1201/041144.090332:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc:257] Missing X server or $DISPLAY\n\
            [18362:18362:1201/041144.090350:ERROR:ui/aura/env.cc:253] The platform failed to initialize.  Exiting.\n";
        insta::assert_snapshot!(check(Some(1), stderr), @"Chrome found no screen to open a window on. Use --headless, or set DISPLAY");
    }

    #[test]
    fn profile_in_use_here() {
        let stderr = "[18723:18723:1201/041147.193818:ERROR:chrome/browser/process_singleton_posix.cc:349] Failed to create /tmp/p2/SingletonLock: File exists (17)\n\
            [18723:18723:1201/041147.194042:ERROR:chrome/app/chrome_main_delegate.cc:624] Failed to create a ProcessSingleton for your profile directory. This means that running multiple instances would start multiple browser processes rather than opening a new window in the existing process. Aborting now to avoid profile corruption.\n";
        insta::assert_snapshot!(check(Some(21), stderr), @"The profile /nowhere/profile is in use by another browser. Close that, or use --isolated for a temporary profile, or name another folder with --userDataDir=PATH");
    }

    #[test]
    fn profile_in_use_elsewhere() {
        let stderr = "[18773:18773:1201/041148.266532:ERROR:chrome/browser/process_singleton_posix.cc:367] The profile appears to be in use by another Chromium process (1234) on another computer (otherhost). Chromium has locked the profile so that it doesn't get corrupted. If you are sure no other processes are using this profile, you can unlock the profile and relaunch Chromium.\n\
            Error: Can't open display: \n";
        insta::assert_snapshot!(check(Some(21), stderr), @"The profile /nowhere/profile is in use by process 1234 on otherhost. Close that, or use --isolated for a temporary profile, or name another folder with --userDataDir=PATH. If it runs no more, remove /nowhere/profile/SingletonLock");
    }

    #[test]
    fn library_missing() {
        // glibc's ld.so.
        let stderr = "/usr/lib/chromium/chromium: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory\n";
        insta::assert_snapshot!(check(Some(127), stderr), @"/usr/bin/chromium could not be started because the library libnss3.so is missing. Install it; on Debian `apt install chromium` brings a browser with all it needs");
    }

    #[test]
    fn no_sandbox_to_be_had() {
        // Chromium's content/browser/zygote_host/zygote_host_impl_linux.cc.
        let stderr = "[1:1:1201/041144.009447:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:129] No usable sandbox! If you are running on Ubuntu 23.10+ or another Linux distro that has disabled unprivileged user namespaces with AppArmor, see https://chromium.googlesource.com/chromium/src/+/main/docs/security/apparmor-userns-restrictions.md.\n";
        insta::assert_snapshot!(check(None, stderr), @"Chrome found no usable sandbox: the system does not let this user create namespaces (usual in containers, and with AppArmor on Ubuntu 23.10 and later; see https://chromium.googlesource.com/chromium/src/+/main/docs/security/apparmor-userns-restrictions.md). Allow that, or, if only pages that you trust are opened, turn the sandbox off with --chromeArg=--no-sandbox");
    }

    #[test]
    fn another_program() {
        insta::assert_snapshot!(check(Some(0), ""), @"/usr/bin/chromium does not seem to be Chrome or Chromium: it ended at once (exit status: 0). Name a browser with --executablePath=PATH");
        let stderr = "ls: unrecognized option '--no-first-run'\n";
        insta::assert_snapshot!(check(Some(2), stderr), @r"
        /usr/bin/chromium does not seem to be Chrome or Chromium: it ended at once (exit status: 2). Name a browser with --executablePath=PATH. It said:
        ls: unrecognized option '--no-first-run'
        ");
    }

    #[test]
    fn killed_by_a_signal() {
        let evidence = Evidence {
            executable: Path::new("/usr/bin/chromium"),
            profile: Path::new("/nowhere"),
            status: Some(ExitStatus::from_raw(11)),
            stderr: "[1:2:3:ERROR:dbus/bus.cc:405] Failed to connect to the bus\n\u{1b}[1mboom\n",
            what: "",
        };
        insta::assert_snapshot!(diagnose(&evidence), @r"
        /usr/bin/chromium ended before it could be used (signal 11). It said:
        \u{1b}[1mboom
        ");
    }

    #[test]
    fn silent() {
        insta::assert_snapshot!(check(None, "loading…\n"), @r"
        /usr/bin/chromium was started but did not answer within 30 s. If it is not Chrome or Chromium, name a browser with --executablePath=PATH. It said:
        loading…
        ");
    }
}
