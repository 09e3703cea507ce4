//! One of the two servers.

use crate::Failure;
use std::path::PathBuf;
use testkit::mcp::{Client, Options};
use testkit::process::{self, Process};

/// Given to both sides, so that both do the same: page tools on, nothing sent anywhere.
const FLAGS: [&str; 3] = [
    "--categoryExperimentalThirdParty",
    "--no-usage-statistics",
    "--no-performance-crux",
];

/// One of the two servers.
pub struct Side {
    program: PathBuf,
}

impl Side {
    /// The server that this program is.
    pub fn new(program: PathBuf) -> Self {
        Self { program }
    }

    /// Starts the server without a word to it.
    pub fn spawn(&self) -> Client {
        Options::new(&self.program).flags(FLAGS).spawn()
    }
}

/// Resident memory of a server in bytes: its process and those it started, without the browser's.
pub fn resident(client: &Client) -> u64 {
    let own = Process::read(client.pid());
    let started = process::descendants(client.pid());
    own.iter()
        .chain(&started)
        .filter(|process| !process.is_chromium())
        .map(Process::resident)
        .sum()
}

/// Closes a server and makes sure that nothing of it stays.
pub fn close(client: &Client) -> Result<(), Failure> {
    let started = process::descendants(client.pid());
    client.close();
    let left = process::wait_until_gone(&started, std::time::Duration::from_secs(10));
    for process in &left {
        process::signal(process.pid, "KILL");
    }
    Ok(())
}
