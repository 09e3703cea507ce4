//! Tools for tests, none of which needs a browser but one.

use page::Browser;
use records::Failure;
use render::{Image, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tools::{BrowserTool, Category, OfflineTool, Services, Tool, ToolSpec};

/// All of them.
pub fn all() -> Vec<Tool> {
    vec![
        Tool::offline::<Echo>(),
        Tool::offline::<Sleep>(),
        Tool::offline::<Panic>(),
        Tool::offline::<Draw>(),
        Tool::offline::<Count>(),
        Tool::offline::<Folders>(),
        Tool::offline::<Ask>(),
        Tool::offline::<RunScript>(),
        Tool::on_browser::<Browse>(),
    ]
}

#[derive(Deserialize, JsonSchema)]
pub struct Nothing {}

#[derive(Deserialize, JsonSchema)]
pub struct Text {
    text: String,
    times: Option<u32>,
}

/// Answers the length of what it is told, and its beginning.
struct Echo;

impl OfflineTool for Echo {
    type Params = Text;
    const SPEC: ToolSpec = ToolSpec::read_only("echo", Category::Debugging, "Echoes.");

    async fn run(_: &Services, params: Text) -> Result<Response, Failure> {
        let beginning: String = params.text.chars().take(20).collect();
        Ok(Response::message(format!(
            "{} bytes: {beginning}",
            params.text.len() * params.times.unwrap_or(1) as usize
        )))
    }
}

#[derive(Deserialize, JsonSchema)]
pub struct Key {
    key: String,
    /// Seconds; for ever if absent.
    seconds: Option<u64>,
}

/// Keys of sleeps that have ended, one way or the other.
static ENDED: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Whether the sleep of this key has ended.
pub fn has_ended(key: &str) -> bool {
    let ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
    ended.as_ref().is_some_and(|ended| ended.contains(key))
}

struct Sleeping(String);

impl Drop for Sleeping {
    fn drop(&mut self) {
        let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
        ended.get_or_insert_default().insert(self.0.clone());
    }
}

/// Sleeps.
struct Sleep;

impl OfflineTool for Sleep {
    type Params = Key;
    const SPEC: ToolSpec = ToolSpec::new("sleep", Category::Debugging, "Sleeps.");

    async fn run(services: &Services, params: Key) -> Result<Response, Failure> {
        let _sleeping = Sleeping(params.key);
        services.client.progress(1.0, None, Some("asleep".into()));
        tokio::time::sleep(Duration::from_secs(params.seconds.unwrap_or(3600))).await;
        Ok(Response::message("Slept."))
    }
}

/// Panics.
struct Panic;

impl OfflineTool for Panic {
    type Params = Nothing;
    const SPEC: ToolSpec = ToolSpec::new("panic", Category::Debugging, "Panics.");

    async fn run(_: &Services, _: Nothing) -> Result<Response, Failure> {
        tokio::task::yield_now().await;
        panic!("the roof\nis on fire")
    }
}

/// Answers with an image.
struct Draw;

impl OfflineTool for Draw {
    type Params = Nothing;
    const SPEC: ToolSpec = ToolSpec::read_only("draw", Category::Debugging, "Draws.");

    async fn run(_: &Services, _: Nothing) -> Result<Response, Failure> {
        Ok(Response::message("Drawn.").with_image(Image {
            mime_type: "image/png",
            base64: "iVBORw0KGgo=".into(),
        }))
    }
}

/// Reports progress, also such that does not go further.
struct Count;

impl OfflineTool for Count {
    type Params = Nothing;
    const SPEC: ToolSpec = ToolSpec::read_only("count", Category::Debugging, "Counts.");

    async fn run(services: &Services, _: Nothing) -> Result<Response, Failure> {
        for done in [1.0, 1.0, 0.5, f64::NAN, 2.0, 3.0] {
            let message = Some(format!("step {done}"));
            services.client.progress(done, Some(3.0), message);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(Response::message("Counted."))
    }
}

/// Names the client's folders.
struct Folders;

impl OfflineTool for Folders {
    type Params = Nothing;
    const SPEC: ToolSpec = ToolSpec::read_only("folders", Category::Debugging, "Names folders.");

    async fn run(services: &Services, _: Nothing) -> Result<Response, Failure> {
        let roots = services.client.roots().await;
        Ok(Response::message(format!("{roots:?}")))
    }
}

/// Asks the person.
struct Ask;

impl OfflineTool for Ask {
    type Params = Nothing;
    const SPEC: ToolSpec = ToolSpec::read_only("ask", Category::Debugging, "Asks.");

    async fn run(services: &Services, _: Nothing) -> Result<Response, Failure> {
        let answer = services.client.confirm("May I?".into()).await;
        Ok(Response::message(format!("{answer:?}")))
    }
}

/// Would run a script.
struct RunScript;

impl OfflineTool for RunScript {
    type Params = Nothing;
    const SPEC: ToolSpec =
        ToolSpec::new("run_script", Category::Input, "Runs a script.").runs_scripts();

    async fn run(_: &Services, _: Nothing) -> Result<Response, Failure> {
        Ok(Response::message("Ran."))
    }
}

/// Needs a browser.
struct Browse;

impl BrowserTool for Browse {
    type Params = Nothing;
    const SPEC: ToolSpec = ToolSpec::read_only("browse", Category::Navigation, "Browses.");

    async fn run(_: &Arc<Browser>, _: &Services, _: Nothing) -> Result<Response, Failure> {
        Ok(Response::message("Browsed."))
    }
}
