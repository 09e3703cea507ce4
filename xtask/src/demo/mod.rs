//! `cargo xtask demo`: an investigation of a sample shop through real MCP calls.
//!
//! Sets up a browser if there is none, builds the release binary, serves the shop in `demo/` over a SQLite file, drives
//! the binary as an agent would and prints what was asked and answered. Everything it starts ends with it.

mod database;
mod investigation;
mod shop;
mod transcript;

use crate::{Failure, cargo, set_up};
use database::Database;
use std::path::Path;
use std::time::Duration;
use testkit::mcp::{Client, Options};
use testkit::{TempDir, process};
use transcript::Transcript;

/// How long Chromium may take to end after its server.
const ENDING: Duration = Duration::from_secs(10);

/// Runs the demo. With `--keep` the shop stays up until Enter is pressed.
pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let keep = match arguments {
        [] => false,
        [flag] if flag == "--keep" => true,
        _ => return Err("usage: cargo xtask demo [--keep]".into()),
    };
    let chromium = set_up::chromium()?;
    println!("Building devtap (the first build takes a few minutes).");
    let binary = cargo::release_binary()?;

    let folder = TempDir::with_prefix("devtap-demo-")?;
    let site = shop::start(Database::create(&folder.path().join("shop.sqlite"))?);
    println!(
        "\nParcel & Pine is open at {}, its database is a SQLite file.\ndevtap {} drives {}.\n",
        site.url("/"),
        version(&binary),
        testkit::chromium_version(&chromium).unwrap_or_else(|| chromium.display().to_string()),
    );
    let client = Options::new(&binary).spawn();
    let mut transcript = Transcript::new(&client);
    let found = investigation::run(&mut transcript, &site.url("/"));
    let calls = transcript.calls();
    end(client)?;
    let found = found?;
    println!(
        "{found} of 4 faults found with {calls} calls. The server has ended, and its Chromium with it.\n",
    );
    how_to_go_on(&binary);
    if keep {
        println!(
            "\nThe shop stays open at {} until you press Enter.",
            site.url("/")
        );
        std::io::stdin().read_line(&mut String::new())?;
    }
    if found == 4 {
        Ok(())
    } else {
        Err("The investigation did not find every fault; see above.".into())
    }
}

fn version(binary: &Path) -> String {
    let output = std::process::Command::new(binary).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let text = text.unwrap_or_default();
    let number = text.split_whitespace().last().unwrap_or_default();
    number.to_owned()
}

/// Closes the server and proves that no browser outlives it.
fn end(client: Client) -> Result<(), Failure> {
    let browsers = process::chromium_under(client.pid());
    let exit = client.close();
    let left = process::wait_until_gone(&browsers, ENDING);
    for browser in &left {
        process::signal(browser.pid, "KILL");
    }
    match (exit.status, left.len()) {
        (None, _) => Err(format!("The server did not end by itself:\n{}", exit.stderr).into()),
        (_, 0) => Ok(()),
        (_, count) => Err(format!("{count} Chromium processes outlived the server").into()),
    }
}

fn how_to_go_on(binary: &Path) {
    println!(
        "To use it in your own agent, name the binary where its MCP servers are configured:\n\n  \
         {{\"mcpServers\": {{\"devtap\": {{\"command\": \"{}\"}}}}}}",
        binary.display()
    );
}
