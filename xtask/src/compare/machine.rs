//! What the figures were taken on.

use super::{Amount, reference};
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the figures were taken on.
pub struct Facts {
    /// The day, as `2026-12-01`.
    pub date: String,
    /// A fact a line.
    pub lines: Vec<String>,
}

/// The facts of this machine, now.
pub fn facts(chromium: &Path, amount: Amount) -> Facts {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_secs());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Facts {
        date: civil_date(seconds / 86_400),
        lines: vec![
            format!("{cores} cores, {}, {}", processor(), memory()),
            testkit::chromium_version(chromium).unwrap_or_else(|| "Chromium".to_owned()),
            format!("{} on Node.js {}", reference::PACKAGE, node()),
            format!(
                "{} starts, {} calls of each tool, {} mixed calls; load {}",
                amount.starts,
                amount.calls,
                amount.mixed_calls,
                load()
            ),
        ],
    }
}

/// The date that is this many days after 1970-01-01, in the Gregorian calendar.
fn civil_date(days: u64) -> String {
    // Counted in eras of 400 years from 0000-03-01, so that the leap day ends a year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, turn) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{}-{month:02}-{date:02}", era * 400 + year + turn)
}

fn processor() -> String {
    line_of("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

fn memory() -> String {
    let kilobytes = line_of("/proc/meminfo", "MemTotal")
        .and_then(|line| line.split(' ').next()?.parse::<u64>().ok())
        .unwrap_or_default();
    format!("{} GB", kilobytes / 1024 / 1024)
}

/// What stands after the colon of the line that begins with `name`.
fn line_of(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn node() -> String {
    Command::new("node")
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default()
}

/// The load of the last minute.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_calendar() {
        assert_eq!(civil_date(0), "1970-01-01");
        assert_eq!(civil_date(11_016), "2000-02-29");
        assert_eq!(civil_date(11_017), "2000-03-01");
        assert_eq!(civil_date(20_788), "2026-12-01");
        assert_eq!(civil_date(20_818), "2026-12-31");
    }
}
