//! Looking at processes and ending them, by id and start time so that a reused id is never taken for the old process.

use rustix::process::{Pid, Signal};
use std::time::{Duration, Instant};

/// How often a process is looked at while its end is waited for.
pub const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// One life of a process id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incarnation {
    /// The process id.
    pub pid: u32,
    /// When it started, in the system's own form; only good for comparing.
    pub started: String,
}

impl Incarnation {
    /// The process that has this id now.
    pub fn of(pid: u32) -> Option<Self> {
        let started = system::started(pid)?;
        Some(Self { pid, started })
    }

    /// Whether it has not ended. A zombie has ended.
    pub fn is_alive(&self) -> bool {
        system::started(self.pid).is_some_and(|started| started == self.started)
    }

    /// Waits until it has ended; false if it has not after `limit`.
    pub fn wait_for_end(&self, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        while self.is_alive() {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        true
    }

    /// Kills it, its descendants and everything in the session it leads. The session is killed too if its leader has
    /// ended already, unless the id has been given to another process since.
    pub fn kill_all(&self) {
        let reused = system::started(self.pid).is_some_and(|started| started != self.started);
        if reused {
            return;
        }
        let family = system::family(self.pid);
        if let Some(pid) = to_pid(self.pid) {
            // Fails when the group is gone, which is what we want.
            let _ = rustix::process::kill_process_group(pid, Signal::KILL);
            if self.is_alive() {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
        for member in family.iter().filter(|member| member.is_alive()) {
            if let Some(pid) = to_pid(member.pid) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
    }
}

/// The name of the process that has this id now, without its folder.
pub fn name(pid: u32) -> Option<String> {
    system::name(pid)
}

/// Whether a process with this id exists and its command line holds `argument` as a whole argument.
pub fn has_argument(pid: u32, argument: &std::ffi::OsStr) -> bool {
    system::has_argument(pid, argument)
}

fn to_pid(pid: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(pid).ok()?)
}

#[cfg(target_os = "linux")]
mod system {
    //! Read from `/proc`; see proc_pid_stat(5).

    use super::Incarnation;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    struct Stat {
        state: char,
        parent: u32,
        session: u32,
        started: String,
    }

    fn stat(pid: u32) -> Option<Stat> {
        let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
        let text = String::from_utf8_lossy(&text);
        // The second field, the name in parentheses, may hold spaces and parentheses itself.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        Some(Stat {
            state: fields.first()?.chars().next()?,
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
            started: fields.get(19)?.to_string(),
        })
    }

    pub fn started(pid: u32) -> Option<String> {
        stat(pid)
            .filter(|stat| !matches!(stat.state, 'Z' | 'X'))
            .map(|stat| stat.started)
    }

    pub fn name(pid: u32) -> Option<String> {
        let name = fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
        Some(name.trim_end().to_owned())
    }

    pub fn has_argument(pid: u32, argument: &OsStr) -> bool {
        fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| {
            line.split(|byte| *byte == 0)
                .any(|part| part == argument.as_bytes())
        })
    }

    /// Descendants of `root` and members of its session, without itself.
    pub fn family(root: u32) -> Vec<Incarnation> {
        let all: Vec<(u32, Stat)> = fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(|pid| Some((pid, stat(pid)?)))
            .collect();
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            next += 1;
            for (pid, stat) in &all {
                let related = stat.parent == parent || (parent == root && stat.session == root);
                if related && !found.contains(pid) {
                    found.push(*pid);
                }
            }
        }
        all.into_iter()
            .filter(|(pid, _)| *pid != root && found.contains(pid))
            .map(|(pid, stat)| Incarnation {
                pid,
                started: stat.started,
            })
            .collect()
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    //! Asked of ps(1), whose keywords are POSIX but for `lstart` and `sess`, which the BSDs and macOS have.

    use super::Incarnation;
    use std::ffi::OsStr;
    use std::process::{Command, Stdio};

    fn ps(arguments: &[&str]) -> Option<String> {
        let output = Command::new("/bin/ps")
            .args(arguments)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    pub fn started(pid: u32) -> Option<String> {
        let line = ps(&["-o", "stat=,lstart=", "-p", &pid.to_string()])?;
        let (state, started) = line.split_once(' ')?;
        (!state.starts_with('Z')).then(|| started.trim().to_owned())
    }

    pub fn name(pid: u32) -> Option<String> {
        let line = ps(&["-o", "comm=", "-p", &pid.to_string()])?;
        let name = line.rsplit('/').next().unwrap_or_default();
        (!name.is_empty()).then(|| name.to_owned())
    }

    pub fn has_argument(pid: u32, argument: &OsStr) -> bool {
        // ps joins the arguments with spaces, which they may hold themselves.
        let argument = format!(" {} ", argument.to_string_lossy());
        ps(&["-ww", "-o", "command=", "-p", &pid.to_string()])
            .is_some_and(|line| format!("{line} ").contains(&argument))
    }

    /// Descendants of `root`, without itself; its session is reached through the process group.
    pub fn family(root: u32) -> Vec<Incarnation> {
        let table = ps(&["-axo", "pid=,ppid="]).unwrap_or_default();
        let all: Vec<(u32, u32)> = table
            .lines()
            .filter_map(|line| {
                let mut fields = line.split_ascii_whitespace();
                Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
            })
            .collect();
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            next += 1;
            for (pid, of) in &all {
                if *of == parent && !found.contains(pid) {
                    found.push(*pid);
                }
            }
        }
        found
            .into_iter()
            .skip(1)
            .filter_map(Incarnation::of)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn this_process_is_alive_and_a_reaped_one_is_not() {
        assert!(
            Incarnation::of(std::process::id())
                .expect("we run")
                .is_alive()
        );
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep");
        let incarnation = Incarnation::of(child.id()).expect("it runs");
        assert!(!incarnation.wait_for_end(Duration::from_millis(30)));
        child.kill().expect("our child");
        assert!(
            incarnation.wait_for_end(Duration::from_secs(10)),
            "a zombie counts as ended"
        );
        child.wait().expect("reaped");
        assert!(!incarnation.is_alive());
    }

    #[test]
    fn another_life_of_the_same_id_is_left_alone() {
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep");
        let earlier = Incarnation {
            pid: child.id(),
            started: "long ago".to_owned(),
        };
        assert!(!earlier.is_alive());
        earlier.kill_all();
        assert!(child.try_wait().expect("our child").is_none());
        child.kill().expect("our child");
        child.wait().expect("reaped");
    }

    #[test]
    fn grandchildren_are_killed_too() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 61 & echo $!; wait"]);
        command.stdout(std::process::Stdio::piped());
        crate::spawn::in_own_session(&mut command, None);
        let mut child = command.spawn().expect("sh");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("piped");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line)
            .expect("the shell speaks");
        let grandchild = Incarnation::of(line.trim().parse().expect("a pid")).expect("it runs");
        Incarnation::of(child.id()).expect("it runs").kill_all();
        assert!(grandchild.wait_for_end(Duration::from_secs(10)));
        child.wait().expect("reaped");
    }

    #[test]
    fn names_are_read() {
        let mut child = Command::new("sleep").arg("60").spawn().expect("sleep");
        // Linux fills in the arguments a moment after it has let go of the old program.
        while !has_argument(child.id(), "60".as_ref()) {
            std::thread::yield_now();
        }
        assert_eq!(name(child.id()).as_deref(), Some("sleep"));
        assert!(!has_argument(child.id(), "6".as_ref()));
        child.kill().expect("our child");
        child.wait().expect("reaped");
    }
}
