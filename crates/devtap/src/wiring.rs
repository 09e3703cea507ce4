//! Puts the parts together.

use page::{BrowserHost, BrowserSource};
use server::{App, ServerSettings};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs the program.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<String> = args
        .skip(1)
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    if args.first().is_some_and(|a| a == "__sweep") {
        return chrome::sweep_main();
    }
    let launch = chrome::LaunchOptions {
        headless: true,
        profile: chrome::Profile::Isolated,
        args: args
            .iter()
            .filter_map(|a| a.strip_prefix("--chromeArg="))
            .map(str::to_owned)
            .collect(),
        sweeper: Some(chrome::Sweeper {
            program: std::env::current_exe().unwrap(),
            args: vec!["__sweep".into()],
        }),
        ..Default::default()
    };
    let host = Arc::new(BrowserHost::new(
        BrowserSource::Launch(Box::new(launch)),
        false,
    ));
    let settings = ServerSettings {
        structured_content: args.iter().any(|a| a == "--experimentalStructuredContent"),
        ..Default::default()
    };
    let app = Arc::new(App::new(host, Arc::new(settings)));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    match runtime.block_on(server::serve_stdio(app)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
