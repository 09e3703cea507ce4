//! `cargo xtask compare`: devtap beside the npm server that it replaces, in one run over the same local pages.
//!
//! Both sides take turns, so that what the machine does besides weighs on both alike; ratios are what counts. See
//! `benches/compare/README.md`.

mod latency;
mod machine;
mod memory;
mod reference;
mod report;
mod side;
mod startup;
mod statistics;

use crate::{Failure, cargo, set_up};
use report::Report;
use side::Side;
use std::io::Write;
use std::path::PathBuf;
use testkit::site::Site;

const USAGE: &str = "usage: cargo xtask compare [--quick] [--record] [--reference FOLDER]

  --quick             fewer rounds, for a first look
  --record            adds the figures to benches/RESULTS.md
  --reference FOLDER  a folder where the npm package is installed already";

/// How much is measured.
#[derive(Debug, Clone, Copy)]
pub struct Amount {
    /// Starts of each server.
    pub starts: usize,
    /// Calls of the mixed run whose memory is looked at.
    pub mixed_calls: usize,
    /// Measured calls of each tool.
    pub calls: usize,
}

impl Amount {
    const WHOLE: Self = Self {
        starts: 15,
        mixed_calls: 500,
        calls: 40,
    };
    const QUICK: Self = Self {
        starts: 5,
        mixed_calls: 100,
        calls: 8,
    };
}

/// Measures and prints; with `--record` also keeps the figures.
pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let (mut amount, mut record, mut folder) = (Amount::WHOLE, false, None);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => amount = Amount::QUICK,
            "--record" => record = true,
            "--reference" => folder = Some(PathBuf::from(arguments.next().ok_or(USAGE)?)),
            _ => return Err(USAGE.into()),
        }
    }
    let chromium = set_up::chromium()?;
    let binary = cargo::release_binary()?;
    let reference = reference::Reference::install(folder)?;
    let sides = [Side::new(binary), Side::new(reference.program())];
    let site = Site::start();
    let mut report = Report::default();
    startup::measure(&sides, amount, &mut report)?;
    memory::measure(&sides, &site, amount, &mut report)?;
    latency::measure(&sides, &site, amount, &mut report)?;
    let section = report.section(&machine::facts(&chromium, amount));
    println!("\n{section}");
    if record {
        let file = cargo::workspace().join("benches/RESULTS.md");
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)?;
        write!(file, "\n{section}")?;
    }
    Ok(())
}
