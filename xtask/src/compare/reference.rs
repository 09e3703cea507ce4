//! The npm server, fetched into a temporary folder.

use crate::{Failure, cargo, set_up};
use std::path::PathBuf;
use std::process::Command;
use testkit::TempDir;

/// The package and the version that devtap is measured against.
pub const PACKAGE: &str = "chrome-devtools-mcp@1.11.0";

/// An installed reference; a folder of its own goes with it.
pub struct Reference {
    folder: PathBuf,
    _temporary: Option<TempDir>,
}

impl Reference {
    /// Takes the package that is installed in `folder`, or installs it in a temporary one.
    pub fn install(folder: Option<PathBuf>) -> Result<Self, Failure> {
        let reference = match folder {
            Some(folder) => Self {
                folder,
                _temporary: None,
            },
            None => Self::fetch()?,
        };
        if !reference.program().is_file() {
            return Err(format!("There is no {}", reference.program().display()).into());
        }
        Ok(reference)
    }

    fn fetch() -> Result<Self, Failure> {
        for program in ["node", "npm"] {
            if !set_up::on_path(program) {
                return Err(
                    format!("Comparing needs {program} (Node.js 20 or newer) on PATH").into(),
                );
            }
        }
        let temporary = TempDir::with_prefix("devtap-compare-")?;
        println!("Installing {PACKAGE} in a temporary folder.");
        let mut npm = Command::new("npm");
        npm.args([
            "install",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
            PACKAGE,
        ])
        .current_dir(temporary.path());
        cargo::run(&mut npm, "npm install")?;
        Ok(Self {
            folder: temporary.path().to_owned(),
            _temporary: Some(temporary),
        })
    }

    /// What is started.
    pub fn program(&self) -> PathBuf {
        self.folder.join("node_modules/.bin/chrome-devtools-mcp")
    }
}
