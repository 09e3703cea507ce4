//! Chrome's own lock on a profile: the links `SingletonLock` (to `<host>-<pid>`) and `SingletonSocket` (to a socket in
//! the temporary folder, on which the Chrome that has the profile listens). Their meaning is Chromium's
//! `chrome/browser/process_singleton_posix.cc`.

use crate::{Holder, process};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType};
use std::fs;
use std::path::{Path, PathBuf};

/// The Chrome that uses the profile in `dir`, if one does. What a dead one left behind does not count.
pub fn holder(dir: &Path) -> Option<Holder> {
    let socket = socket(dir)?;
    is_listening(&socket).then(|| {
        let pid = locked_by(dir);
        Holder {
            pid,
            name: pid.and_then(process::name),
            host: None,
        }
    })
}

/// The process id that the lock names, which may have ended, or be another host's.
pub fn locked_by(dir: &Path) -> Option<u32> {
    let target = fs::read_link(dir.join("SingletonLock")).ok()?;
    target.to_str()?.rsplit_once('-')?.1.parse().ok()
}

/// Removes the folder of the socket, which a killed Chrome leaves in the temporary folder. One that is in use stays.
pub fn remove_socket_folder(dir: &Path) {
    let Some(socket) = socket(dir).filter(|socket| !is_listening(socket)) else {
        return;
    };
    let Some(folder) = socket.parent() else {
        return;
    };
    let is_chromes = folder
        .file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| {
            ["org.chromium.", "com.google.Chrome."]
                .iter()
                .any(|start| name.trim_start_matches('.').starts_with(start))
        });
    if is_chromes && folder.parent() == Some(std::env::temp_dir().as_path()) {
        for name in ["SingletonSocket", "SingletonCookie"] {
            let _ = fs::remove_file(folder.join(name));
        }
        let _ = fs::remove_dir(folder);
    }
}

fn socket(dir: &Path) -> Option<PathBuf> {
    // The link's target: the path through the profile may be too long for a socket's address.
    fs::read_link(dir.join("SingletonSocket")).ok()
}

/// Connects without ever waiting. A full queue is a listener, too.
fn is_listening(socket: &Path) -> bool {
    let connect = || {
        let address = SocketAddrUnix::new(socket)?;
        let client = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
        rustix::io::fcntl_setfd(&client, rustix::io::FdFlags::CLOEXEC)?;
        rustix::io::ioctl_fionbio(&client, true)?;
        rustix::net::connect(&client, &address)
    };
    matches!(
        connect(),
        Ok(()) | Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INPROGRESS)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    fn locked_profile(pid: u32) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        symlink(format!("some-host-{pid}"), dir.path().join("SingletonLock")).expect("a link");
        symlink(
            dir.path().join("socket"),
            dir.path().join("SingletonSocket"),
        )
        .expect("a link");
        dir
    }

    #[test]
    fn a_listening_chrome_holds_the_profile() {
        let dir = locked_profile(std::process::id());
        let listener = UnixListener::bind(dir.path().join("socket")).expect("a socket");
        let by = holder(dir.path()).expect("somebody listens");
        assert_eq!(by.pid, Some(std::process::id()));
        drop(listener);
        assert_eq!(holder(dir.path()), None, "the socket is stale now");
    }

    #[test]
    fn links_of_a_dead_chrome_hold_nothing() {
        let dir = locked_profile(1);
        assert_eq!(holder(dir.path()), None);
        assert_eq!(locked_by(dir.path()), Some(1));
    }
}
