//! A look at the process table, to prove that nothing stays behind.
//!
//! Reads `/proc`; on other systems every list is empty.

use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};

/// One process. Two readings are the same process only if pid *and* start time agree, since pids are used again.
#[derive(Debug, Clone)]
pub struct Process {
    /// Its number.
    pub pid: u32,
    /// Its parent's number.
    pub parent: u32,
    /// When it started, in clock ticks since the machine did.
    pub started: u64,
    /// `R`, `S`, `Z` and so on, from `proc(5)`.
    pub state: char,
    /// Its arguments, joined by spaces; empty for a zombie.
    pub command: String,
}

impl Process {
    /// The process with this number, unless it is gone.
    pub fn read(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The second field, the name, stands in parentheses and may itself hold spaces and parentheses.
        let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
        let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        Some(Self {
            pid,
            state: fields.first()?.chars().next()?,
            parent: fields.get(1)?.parse().ok()?,
            started: fields.get(19)?.parse().ok()?,
            command: String::from_utf8_lossy(&arguments)
                .replace('\0', " ")
                .trim_end()
                .to_owned(),
        })
    }

    /// It still runs: same number, same start, no zombie.
    pub fn is_alive(&self) -> bool {
        Self::read(self.pid).is_some_and(|now| now.started == self.started && now.state != 'Z')
    }

    /// It is a Chromium or Chrome, or a process of one (renderer, GPU, crash handler).
    pub fn is_chromium(&self) -> bool {
        let program = self.command.split(' ').next().unwrap_or_default();
        let name = program.rsplit('/').next().unwrap_or_default();
        [
            "chromium",
            "google-chrome",
            "chrome_",
            "chrome-headless-shell",
        ]
        .iter()
        .any(|start| name.starts_with(start))
            || name == "chrome"
    }

    /// Resident memory in bytes as the kernel counts it (`VmRSS`, shared pages included).
    pub fn resident(&self) -> u64 {
        std::fs::read_to_string(format!("/proc/{}/status", self.pid))
            .ok()
            .and_then(|status| {
                let line = status
                    .lines()
                    .find_map(|line| line.strip_prefix("VmRSS:"))?;
                line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
            })
            .map_or(0, |kilobytes| kilobytes * 1024)
    }
}

/// Every process that can be read.
pub fn all() -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(Process::read)
        .collect()
}

/// The children of `pid`, their children and so on, without `pid` itself.
pub fn descendants(pid: u32) -> Vec<Process> {
    let mut children: HashMap<u32, Vec<Process>> = HashMap::new();
    for process in all() {
        children.entry(process.parent).or_default().push(process);
    }
    let mut found = Vec::new();
    let mut open = vec![pid];
    while let Some(parent) = open.pop() {
        for child in children.remove(&parent).unwrap_or_default() {
            open.push(child.pid);
            found.push(child);
        }
    }
    found
}

/// The Chromium processes among the descendants of `pid`.
pub fn chromium_under(pid: u32) -> Vec<Process> {
    let mut found = descendants(pid);
    found.retain(Process::is_chromium);
    found
}

/// Every process whose environment at its start held `name=value`: the way to find what a run started even after its
/// parents are gone.
pub fn marked(name: &str, value: &str) -> Vec<Process> {
    let wanted = format!("{name}={value}");
    let mut found = all();
    found.retain(|process| {
        std::fs::read(format!("/proc/{}/environ", process.pid)).is_ok_and(|environment| {
            environment
                .split(|byte| *byte == 0)
                .any(|entry| entry == wanted.as_bytes())
        })
    });
    found
}

/// Waits until none of `processes` is alive; what is still alive after `limit` comes back.
pub fn wait_until_gone(processes: &[Process], limit: Duration) -> Vec<Process> {
    let end = Instant::now() + limit;
    loop {
        let alive: Vec<Process> = processes
            .iter()
            .filter(|process| process.is_alive())
            .cloned()
            .collect();
        if alive.is_empty() || Instant::now() >= end {
            return alive;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends `signal` (`TERM`, `INT`, `KILL`, `STOP`, …) to one process that the caller started.
///
/// # Panics
/// If `kill` can't be run.
pub fn signal(pid: u32, signal: &str) {
    Command::new("kill")
        .args(["-s", signal, &pid.to_string()])
        .status()
        .expect("`kill` belongs to every Unix");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_browsers_from_what_is_named_like_them() {
        let named = |command: &str| Process {
            pid: 1,
            parent: 0,
            started: 0,
            state: 'S',
            command: command.to_owned(),
        };
        for command in [
            "/usr/lib/chromium/chromium --type=renderer",
            "/opt/google/chrome/chrome --headless",
            "/usr/lib/chromium/chrome_crashpad_handler --monitor-self",
            "google-chrome-stable",
        ] {
            assert!(named(command).is_chromium(), "{command}");
        }
        for command in ["chrome-devtools-mcp", "/usr/bin/devtap chromium", ""] {
            assert!(!named(command).is_chromium(), "{command}");
        }
    }

    #[test]
    fn reads_itself() {
        let own = Process::read(std::process::id()).expect("this process exists");
        assert!(own.is_alive());
        assert!(own.resident() > 0);
        assert!(!own.command.is_empty());
    }

    #[test]
    fn finds_children_and_sees_them_go() {
        let mark = format!("by {}", std::process::id());
        let mut child = Command::new("sleep")
            .arg("30")
            .env("DEVTAP_TESTKIT_MARK", &mark)
            .spawn()
            .expect("sleep starts");
        let process = Process::read(child.id()).expect("the child exists");
        let ours = descendants(std::process::id());
        assert!(ours.iter().any(|found| found.pid == child.id()));
        // Until it has exec'ed, a child still shows the environment of its parent.
        let end = Instant::now() + Duration::from_secs(10);
        while marked("DEVTAP_TESTKIT_MARK", &mark).is_empty() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(marked("DEVTAP_TESTKIT_MARK", &mark).len(), 1);
        signal(child.id(), "TERM");
        assert_eq!(
            wait_until_gone(std::slice::from_ref(&process), Duration::from_secs(10)).len(),
            0
        );
        child.wait().expect("the child is ours");
    }
}
