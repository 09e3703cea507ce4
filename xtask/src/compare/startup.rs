//! From the start of the process to the answer to `initialize`, and memory right after.

use super::Amount;
use super::report::{Report, Unit};
use super::side::{Side, close, resident};
use super::statistics::median;
use crate::Failure;
use serde_json::json;
use std::time::Duration;

/// How long a server is left alone before its memory is read.
const REST: Duration = Duration::from_millis(700);

/// Measures starts and idle memory.
pub fn measure(sides: &[Side; 2], amount: Amount, report: &mut Report) -> Result<(), Failure> {
    println!("Starts: {} of each.", amount.starts);
    let mut times = [Vec::new(), Vec::new()];
    let mut memory = [Vec::new(), Vec::new()];
    let mut listed = [None, None];
    for round in 0..amount.starts {
        for side in order(round) {
            let client = sides[side].spawn();
            client.initialize();
            times[side].push(client.started().elapsed().as_secs_f64() * 1000.0);
            client.request("tools/list", json!({}))?;
            listed[side] = Some(client.last_timing().1 as f64);
            if round < 3 {
                std::thread::sleep(REST);
                memory[side].push(resident(&client) as f64);
            }
            close(&client)?;
        }
    }
    report.row(
        "start to initialize answered",
        Unit::Milliseconds,
        times.map(|times| median(&times)),
    );
    report.row(
        "resident memory, idle",
        Unit::Megabytes,
        memory.map(|memory| median(&memory)),
    );
    report.row("tools/list, answer", Unit::Bytes, listed);
    Ok(())
}

/// The sides in the order of this round: each goes first as often as the other.
pub fn order(round: usize) -> [usize; 2] {
    if round.is_multiple_of(2) {
        [0, 1]
    } else {
        [1, 0]
    }
}
