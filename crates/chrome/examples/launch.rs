//! Launches a headless Chrome, asks for its version over the debugging pipe, and ends it.
//!
//! Arguments are handed to Chrome: `cargo run -p devtap-chrome --example launch -- --no-sandbox`.

#![allow(clippy::print_stdout)] // An example speaks to whoever runs it.

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    return example::main();
    #[cfg(not(unix))]
    return std::process::ExitCode::SUCCESS;
}

#[cfg(unix)]
mod example {
    use devtap_chrome::{LaunchOptions, Profile, Sweeper, launch, sweep_main};
    use std::error::Error;
    use std::fs::File;
    use std::io::{Read, Write};
    use std::process::ExitCode;
    use std::time::{Duration, Instant};

    /// The argument that makes this program its own sweeper.
    const SWEEP: &str = "__sweep";

    pub fn main() -> ExitCode {
        // Before anything else: the sweeper is to stay small.
        if std::env::args().nth(1).is_some_and(|arg| arg == SWEEP) {
            return sweep_main();
        }
        match tokio::runtime::Runtime::new().map(|runtime| runtime.block_on(run())) {
            Ok(Ok(())) => ExitCode::SUCCESS,
            Ok(Err(error)) => failed(&*error),
            Err(error) => failed(&error),
        }
    }

    fn failed(error: &dyn Error) -> ExitCode {
        eprintln!("{error}");
        ExitCode::FAILURE
    }

    async fn run() -> Result<(), Box<dyn Error>> {
        let options = LaunchOptions {
            headless: true,
            profile: Profile::Isolated,
            args: std::env::args().skip(1).collect(),
            sweeper: Some(Sweeper {
                program: std::env::current_exe()?,
                args: vec![SWEEP.into()],
            }),
            ..LaunchOptions::default()
        };
        let start = Instant::now();
        let mut chrome = launch(&options).await?;
        let (read, write) = chrome.take_pipe().ok_or("the pipe is taken")?;
        let (mut read, mut write) = (File::from(read), File::from(write));
        write.write_all(b"{\"id\":1,\"method\":\"Browser.getVersion\"}\0")?;
        // A program that means it gives this a limit.
        let mut answer = vec![0; 4096];
        let length = read.read(&mut answer)?;
        if length == 0 {
            return Err(chrome.explain_failure("closed its pipe").await.into());
        }
        println!(
            "process {} answers after {} ms: {}",
            chrome.pid(),
            start.elapsed().as_millis(),
            String::from_utf8_lossy(&answer[..length]).trim_end_matches('\0')
        );
        write.write_all(b"{\"id\":2,\"method\":\"Browser.close\"}\0")?;
        chrome.shut_down(Duration::from_secs(5)).await;
        println!("gone after {} ms", start.elapsed().as_millis());
        Ok(())
    }
}
