//! Logs go to stderr, or to `--logFile`; never to stdout, which is the protocol's.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;
use tracing_subscriber::EnvFilter;

/// Which log lines are written, as in `RUST_LOG`.
const VARIABLE: &str = "DEVTAP_LOG";

/// Starts logging: warnings to stderr, everything of ours to a log file if there is one.
///
/// # Errors
/// The log file can't be opened.
pub fn start(file: Option<&Path>) -> std::io::Result<()> {
    let usual = if file.is_some() {
        "info,devtap=debug"
    } else {
        "warn"
    };
    let filter = EnvFilter::try_from_env(VARIABLE).unwrap_or_else(|_| EnvFilter::new(usual));
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false);
    match file {
        Some(path) => {
            let mut options = OpenOptions::new();
            options.create(true).append(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(path)?;
            subscriber.with_writer(Mutex::new(file)).init();
        }
        None => subscriber.with_writer(std::io::stderr).init(),
    }
    Ok(())
}
