//! Sets up what the tests and the demo need and the machine lacks. Doing it twice does nothing the second time.

use crate::{Failure, cargo};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian's packages: the browser, and a font so that pages have letters.
const PACKAGES: [&str; 2] = ["chromium", "fonts-liberation"];

/// The Chromium of this machine, installed from the system's packages if there is none.
pub fn chromium() -> Result<PathBuf, Failure> {
    if let Some(found) = testkit::chromium() {
        return Ok(found);
    }
    if !on_path("apt-get") {
        return Err("There is no Chromium or Chrome on PATH and no apt-get to install one. \
             Install one by your system's own means, or set DEVTAP_CHROMIUM to the path of its executable."
            .into());
    }
    println!("No Chromium on PATH: installing {}.", PACKAGES.join(", "));
    apt_get(&["update", "-q"])?;
    let mut install = vec!["install", "-y", "-q", "--no-install-recommends"];
    install.extend(PACKAGES);
    apt_get(&install)?;
    testkit::chromium().ok_or_else(|| {
        "The packages are installed, yet there is still no Chromium on PATH. \
         Set DEVTAP_CHROMIUM to the path of an executable."
            .into()
    })
}

fn apt_get(arguments: &[&str]) -> Result<(), Failure> {
    let mut command = if testkit::runs_as_root() {
        Command::new("apt-get")
    } else if on_path("sudo") {
        let mut sudo = Command::new("sudo");
        sudo.arg("apt-get");
        sudo
    } else {
        return Err(format!(
            "Installing needs root and there is no sudo. Run as root: apt-get install {}",
            PACKAGES.join(" ")
        )
        .into());
    };
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    cargo::run(&mut command, &format!("apt-get {}", arguments.join(" ")))
}

/// Whether a program of this name is on `PATH`.
pub fn on_path(name: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .any(|candidate: PathBuf| Path::is_file(&candidate))
    })
}
