//! A client's end of a connection to the server.

use crate::test_tools;
use devtap_server::{App, Browsers, ServeError, ServerSettings, serve_on};
use page::Browser;
use records::Failure;
use serde_json::{Value, json};
use std::future::{Future, pending, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex};
use tokio::task::JoinHandle;
use tools::Tool;

/// Nothing here takes this long; what does is taken for a hang.
const HANG: Duration = Duration::from_secs(60);

/// Browsers for tests that have none.
pub enum NoBrowser {
    /// Starting one fails.
    Fails,
    /// Starting one never ends.
    Hangs,
}

type Wait<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl Browsers for NoBrowser {
    fn browser(&self) -> Wait<'_, Result<(Arc<Browser>, bool), Failure>> {
        match self {
            Self::Fails => Box::pin(ready(Err(Failure::Browser("No browser was found".into())))),
            Self::Hangs => Box::pin(pending()),
        }
    }

    fn shut_down(&self) -> Wait<'_, ()> {
        Box::pin(ready(()))
    }
}

pub struct Connection {
    input: Option<DuplexStream>,
    output: Option<BufReader<DuplexStream>>,
    server: JoinHandle<Result<(), ServeError>>,
    next_id: i64,
}

impl Connection {
    /// Opens a connection to a server of the test tools.
    pub fn open() -> Self {
        Self::with(ServerSettings::default())
    }

    pub fn with(settings: ServerSettings) -> Self {
        Self::over(NoBrowser::Fails, settings)
    }

    pub fn over(browsers: NoBrowser, settings: ServerSettings) -> Self {
        let app = App::new(Arc::new(browsers), Arc::new(settings));
        Self::to(app.with_tools(test_tools::all))
    }

    /// Opens a connection to a server of these tools.
    pub fn of(tools: fn() -> Vec<Tool>) -> Self {
        let settings = Arc::new(ServerSettings::default());
        Self::to(App::new(Arc::new(NoBrowser::Fails), settings).with_tools(tools))
    }

    fn to(app: App) -> Self {
        let (input, reader) = duplex(1 << 16);
        let (writer, output) = duplex(1 << 16);
        Self {
            input: Some(input),
            output: Some(BufReader::new(output)),
            server: tokio::spawn(serve_on(reader, writer, Arc::new(app))),
            next_id: 0,
        }
    }

    /// Opens a connection and greets with `capabilities`.
    pub async fn greeted(settings: ServerSettings, capabilities: Value) -> Self {
        let mut connection = Self::with(settings);
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "0"},
        });
        connection.request("initialize", hello).await;
        connection
            .send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        connection
    }

    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the sending end is open");
        let written = tokio::time::timeout(HANG, input.write_all(bytes)).await;
        written
            .expect("the server reads")
            .expect("the server is there");
    }

    pub async fn send_line(&mut self, line: impl AsRef<[u8]>) {
        self.send_bytes(line.as_ref()).await;
        self.send_bytes(b"\n").await;
    }

    pub async fn send(&mut self, message: Value) {
        self.send_line(message.to_string()).await;
    }

    /// The next message; `None` when the server closed its end.
    pub async fn receive(&mut self) -> Option<Value> {
        let mut line = String::new();
        let output = self.output.as_mut().expect("the reading end is open");
        let read = tokio::time::timeout(HANG, output.read_line(&mut line)).await;
        let bytes = read
            .expect("the server answers")
            .expect("the server is there");
        (bytes > 0).then(|| serde_json::from_str(&line).expect("each line is JSON"))
    }

    pub async fn message(&mut self) -> Value {
        self.receive().await.expect("the server is there")
    }

    /// Sends a request and gives its id.
    pub async fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
        id
    }

    /// Sends a request and gives the whole answer, which has to be the next message.
    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        let answer = self.message().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool and gives the whole answer.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
            .await
    }

    /// Calls a tool and gives its text.
    pub async fn text(&mut self, tool: &str, arguments: Value) -> String {
        text(&self.call(tool, arguments).await)
    }

    /// The server is alive, and nothing that was sent before is still to be answered.
    pub async fn is_well(&mut self) {
        let answer = self.request("ping", json!({})).await;
        assert_eq!(answer["result"], json!({}), "{answer}");
    }

    /// Closes the sending end.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the reading end.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// Waits until the server has ended.
    pub async fn ended(self) {
        let served = tokio::time::timeout(HANG, self.server).await;
        served
            .expect("the server ends")
            .expect("the server does not panic")
            .expect("the client's end is no error");
    }
}

/// The text of an answer.
pub fn text(answer: &Value) -> String {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no text in {answer}"))
        .to_owned()
}
