//! Calls of cargo.

use crate::Failure;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// The cargo that runs this chore, in the workspace's folder.
pub fn command() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(workspace());
    command
}

/// Whether `cargo <subcommand>` is there.
pub fn has(subcommand: &str) -> bool {
    command()
        .args([subcommand, "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Says what is run, runs it and fails with it.
pub fn run(command: &mut Command, what: &str) -> Result<(), Failure> {
    let status = command
        .status()
        .map_err(|error| format!("{what} could not be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{what} failed ({status})").into())
    }
}

/// Builds the release binary and says where it is. `DEVTAP_BINARY`, if set, is taken as it is.
pub fn release_binary() -> Result<PathBuf, Failure> {
    if let Some(given) = std::env::var_os("DEVTAP_BINARY").filter(|path| !path.is_empty()) {
        return Ok(PathBuf::from(given));
    }
    run(
        command().args(["build", "--release", "-p", "devtap"]),
        "cargo build --release -p devtap",
    )?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || workspace().join("target"),
        |folder| workspace().join(folder),
    );
    let binary = target.join("release").join("devtap");
    if binary.is_file() {
        Ok(binary)
    } else {
        Err(format!("the build left no {}", binary.display()).into())
    }
}
