//! Puts the parts together.

use crate::{complain, logging, options::Options};
use chrome::Sweeper;
use page::{BrowserHost, BrowserSource};
use server::{App, ServerSettings};
use std::process::ExitCode;
use std::sync::Arc;

/// Threads for calls. One call that computes does not hold up the others.
const WORKERS: usize = 2;

/// Serves MCP on stdin and stdout until the client has gone.
pub fn serve(options: Options) -> ExitCode {
    for notice in &options.notices {
        eprintln!("devtap: {notice}");
    }
    if let Err(error) = logging::start(options.log_file.as_deref()) {
        return complain(&format!("the log file can't be opened: {error}"));
    }
    if let Some(path) = &options.config_file {
        tracing::info!(path = %path.display(), "configuration file");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .enable_all()
        .build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return complain(&format!("no threads can be started: {error}")),
    };
    let served = runtime.block_on(server::serve_stdio(Arc::new(app(options))));
    // Reads of stdin that never come must not hold up the end.
    runtime.shutdown_background();
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&error),
    }
}

fn app(options: Options) -> App {
    let settings = ServerSettings {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        categories_off: options.tools.categories_off,
        javascript_evaluation: options.tools.javascript_evaluation,
        page_id_routing: options.tools.page_id_routing,
        structured_content: options.tools.structured_content,
        tools: Arc::new(options.tools.settings),
        ..ServerSettings::default()
    };
    let host = BrowserHost::new(
        with_sweeper(options.browser.source),
        options.browser.accept_insecure_certs,
    );
    App::new(Arc::new(host), Arc::new(settings))
}

/// A launched browser is cleaned up by this program, run a second time.
fn with_sweeper(source: BrowserSource) -> BrowserSource {
    let BrowserSource::Launch(mut launch) = source else {
        return source;
    };
    launch.sweeper = std::env::current_exe().ok().map(|program| Sweeper {
        program,
        args: vec!["__sweep".into()],
    });
    BrowserSource::Launch(launch)
}
