//! The client: one spawned server, many requests at a time.

use super::inbox::{Inbox, Response, State};
use super::stderr::Stderr;
use super::{Answer, CallError, Options, Pending};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the last words of a server that has ended may take to be read.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How long a server may take to end after its stdin has been closed, before it is killed.
const CLOSING: Duration = Duration::from_secs(15);

/// Lines of standard error shown when something goes wrong.
const STDERR_LINES: usize = 30;

/// How a server ended.
#[derive(Debug, Clone)]
pub struct Exit {
    /// Its status; `None` if it had to be killed.
    pub status: Option<ExitStatus>,
    /// How long it took.
    pub took: Duration,
    /// Its standard error.
    pub stderr: String,
}

/// An MCP client over the stdio of a server that it spawned. Threads may share it.
///
/// Dropping it closes the server's stdin and, if that does not end the server, kills it.
pub struct Client {
    child: Mutex<Child>,
    pid: u32,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    pub(super) inbox: Arc<Inbox>,
    stderr: Stderr,
    next_id: AtomicU64,
    pub(super) timeout: Duration,
    started: Instant,
    last: Mutex<(Duration, usize)>,
    handshake: Value,
}

impl Client {
    pub(super) fn spawn(options: Options) -> Self {
        let mut command = Command::new(&options.program);
        command
            .args(&options.arguments)
            .envs(options.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &options.folder {
            command.current_dir(folder);
        }
        let started = Instant::now();
        let mut child = command.spawn().unwrap_or_else(|error| {
            panic!("{} does not start: {error}", options.program.display())
        });
        let stdin = Arc::new(Mutex::new(child.stdin.take()));
        let stdout = child.stdout.take().expect("stdout is piped");
        let stderr = Stderr::follow(child.stderr.take().expect("stderr is piped"));
        let inbox = Arc::new(Inbox::default());
        let reader = Reader {
            inbox: Arc::clone(&inbox),
            stdin: Arc::clone(&stdin),
            roots: options.roots,
        };
        std::thread::spawn(move || reader.run(stdout));
        Self {
            pid: child.id(),
            child: Mutex::new(child),
            stdin,
            inbox,
            stderr,
            next_id: AtomicU64::new(1),
            timeout: options.timeout,
            started,
            last: Mutex::default(),
            handshake: json!({
                "protocolVersion": options.protocol_version,
                "capabilities": options.capabilities,
                "clientInfo": {"name": "testkit", "version": "1"},
            }),
        }
    }

    /// Shakes hands; the server's half comes back.
    ///
    /// # Panics
    /// If the server refuses or does not answer.
    #[track_caller]
    pub fn initialize(&self) -> Value {
        let result = self
            .request("initialize", self.handshake.clone())
            .unwrap_or_else(|error| panic!("initialize: {error}"));
        self.notify("notifications/initialized", json!({}));
        result
    }

    /// Sends a request without waiting for the answer.
    pub fn send(&self, method: &str, params: Value) -> Pending<'_> {
        let id = self.next_id();
        self.send_as(id, method, params)
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn send_as(&self, id: u64, method: &str, params: Value) -> Pending<'_> {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let sent = Instant::now();
        self.send_line(&message.to_string());
        Pending {
            client: self,
            id,
            what: method.to_owned(),
            sent,
        }
    }

    /// Sends a request and waits for its result.
    ///
    /// # Errors
    /// An error response, no answer in time, or a server that is gone.
    pub fn request(&self, method: &str, params: Value) -> Result<Value, CallError> {
        self.send(method, params).result()
    }

    /// Starts a tool call without waiting for the answer. Its progress token is its id.
    pub fn start_call(&self, tool: &str, arguments: Value) -> Pending<'_> {
        let id = self.next_id();
        let what = format!("{tool} {}", shorten(&arguments.to_string()));
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": id}});
        let mut pending = self.send_as(id, "tools/call", params);
        pending.what = what;
        pending
    }

    /// Calls a tool.
    ///
    /// # Panics
    /// On an error response, on no answer in time, and if the server is gone.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: Value) -> Answer {
        self.start_call(tool, arguments).answer()
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// An error response, no answer in time, or a server that is gone.
    pub fn try_call(&self, tool: &str, arguments: Value) -> Result<Answer, CallError> {
        self.start_call(tool, arguments).result().map(Answer::read)
    }

    /// Sends a notification.
    pub fn notify(&self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send_line(&message.to_string());
    }

    /// Sends a line as it is. A server that no longer reads is noticed by whoever waits for its answer.
    pub fn send_line(&self, line: &str) {
        write_line(&self.stdin, line);
    }

    /// Waits for a message that belongs to no request: a response without an id, or a batch.
    pub fn stray(&self, limit: Duration) -> Option<Value> {
        self.inbox.wait(limit, |state| {
            (!state.strays.is_empty()).then(|| state.strays.remove(0))
        })
    }

    /// Waits for a response whose id the caller chose itself in [`Client::send_line`].
    pub fn response(&self, id: &Value, limit: Duration) -> Option<Value> {
        let key = id.to_string();
        self.inbox
            .wait(limit, |state| state.responses.remove(&key))
            .map(|response| response.message)
    }

    /// The parameters of every notification of this method so far.
    pub fn notifications(&self, method: &str) -> Vec<Value> {
        self.inbox.state().of_method(method)
    }

    /// Waits for the first notification of this method; its parameters.
    pub fn wait_for_notification(&self, method: &str, limit: Duration) -> Option<Value> {
        self.inbox
            .wait(limit, |state| state.of_method(method).into_iter().next())
    }

    /// The `progress` notifications that belong to a request.
    pub fn progress(&self, id: u64) -> Vec<Value> {
        let mut found = self.notifications("notifications/progress");
        found.retain(|params| params["progressToken"] == id);
        found
    }

    /// Lines on stdout that were no JSON.
    pub fn garbage(&self) -> Vec<String> {
        self.inbox.state().garbage.clone()
    }

    /// The server's process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// When the server was spawned.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// How long the last answered request took and how many bytes its answer's line had.
    pub fn last_timing(&self) -> (Duration, usize) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note_timing(&self, took: Duration, bytes: usize) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = (took, bytes);
    }

    /// The last lines of the server's standard error.
    pub fn stderr_tail(&self) -> String {
        self.stderr.tail(STDERR_LINES)
    }

    /// Everything kept of the server's standard error.
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Closes the server's stdin and leaves it to itself.
    pub fn close_stdin(&self) {
        self.stdin
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    /// Waits until the server has ended by itself; `None` if it has not within `limit`.
    pub fn wait(&self, limit: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + limit;
        loop {
            let status = self
                .child
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .try_wait();
            match status {
                Ok(Some(status)) => {
                    self.stderr.drain(LAST_WORDS);
                    return Some(status);
                }
                Ok(None) if Instant::now() < end => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => return None,
            }
        }
    }

    /// Closes stdin, waits for the server to end and kills it if it does not.
    pub fn close(&self) -> Exit {
        let begun = Instant::now();
        self.close_stdin();
        let status = self.wait(CLOSING);
        if status.is_none() {
            let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
            // Both fail only if it ended this very moment.
            let _ = child.kill();
            let _ = child.wait();
        }
        Exit {
            status,
            took: begun.elapsed(),
            stderr: self.stderr(),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.close();
    }
}

impl State {
    fn of_method(&self, method: &str) -> Vec<Value> {
        self.notifications
            .iter()
            .filter(|message| message["method"] == method)
            .map(|message| message["params"].clone())
            .collect()
    }
}

/// Reads the server's stdout and answers what the server asks of its client.
struct Reader {
    inbox: Arc<Inbox>,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    roots: Option<Vec<PathBuf>>,
}

impl Reader {
    fn run(self, stdout: ChildStdout) {
        let mut lines = BufReader::with_capacity(1 << 16, stdout);
        let mut line = Vec::new();
        while lines
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            self.sort(&line, Instant::now());
            line.clear();
        }
        self.inbox.change(|state| state.closed = true);
    }

    fn sort(&self, line: &[u8], arrived: Instant) {
        let Ok(message) = serde_json::from_slice::<Value>(line) else {
            let text = String::from_utf8_lossy(line).into_owned();
            return self.inbox.change(|state| state.garbage.push(text));
        };
        let id = message.get("id").filter(|id| !id.is_null());
        match (id, message.get("method").and_then(Value::as_str)) {
            (Some(id), Some(method)) => self.answer(id, method),
            (None, Some(_)) => self.inbox.change(|state| state.notifications.push(message)),
            (Some(id), None) => {
                let key = id.to_string();
                let response = Response {
                    message,
                    bytes: line.len(),
                    arrived,
                };
                self.inbox.change(|state| {
                    state.responses.insert(key, response);
                });
            }
            (None, None) => self.inbox.change(|state| state.strays.push(message)),
        }
    }

    fn answer(&self, id: &Value, method: &str) {
        let reply = match (method, &self.roots) {
            ("ping", _) => json!({"jsonrpc": "2.0", "id": id, "result": {}}),
            ("roots/list", Some(folders)) => {
                let roots: Vec<Value> = folders
                    .iter()
                    .map(|folder| json!({"uri": format!("file://{}", folder.display())}))
                    .collect();
                json!({"jsonrpc": "2.0", "id": id, "result": {"roots": roots}})
            }
            _ => {
                let error = json!({"code": -32601, "message": format!("{method} is not offered")});
                json!({"jsonrpc": "2.0", "id": id, "error": error})
            }
        };
        write_line(&self.stdin, &reply.to_string());
    }
}

fn write_line(stdin: &Mutex<Option<ChildStdin>>, line: &str) {
    let mut stdin = stdin.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(stdin) = stdin.as_mut() {
        // A server that is gone shows up as a missing answer, with its last words.
        let _ = stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.write_all(b"\n"))
            .and_then(|()| stdin.flush());
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server made of shell: `script` sees each request's line in `$line`.
    fn shell(script: &str) -> Client {
        Options::bare("sh")
            .flag("-c")
            .flag(format!("while read -r line; do {script}; done; exit 3"))
            .timeout(Duration::from_secs(10))
            .spawn()
    }

    #[test]
    fn sorts_answers_notifications_and_garbage() {
        let client = shell(
            r#"echo oops; echo '{"method":"notifications/progress","params":{"progressToken":1}}'; echo '[]'; echo '{"id":1,"result":{"content":[{"type":"text","text":"hi"}]}}'"#,
        );
        assert_eq!(client.call("any", json!({})).ok().text, "hi");
        assert_eq!(client.garbage(), ["oops\n"]);
        assert_eq!(client.progress(1).len(), 1);
        assert_eq!(client.stray(Duration::from_secs(10)), Some(json!([])));
        assert_eq!(
            client.close().status.and_then(|status| status.code()),
            Some(3)
        );
    }

    #[test]
    fn answers_what_the_server_asks() {
        let client = shell(
            r#"case $line in *'"id":1,'*) echo '{"id":9,"method":"ping"}';; *'"id":9'*) echo '{"id":1,"error":{"code":-3,"message":"no"}}';; esac"#,
        );
        let error = client.request("x", json!({})).expect_err("it is refused");
        assert_eq!(error.to_string(), "error -3: no");
    }

    #[test]
    fn says_what_a_silent_server_said_last() {
        let client = shell("echo trouble >&2");
        let pending = client.send("x", json!({}));
        let error = pending
            .result_within(Duration::from_millis(300))
            .expect_err("no answer comes");
        assert!(matches!(error, CallError::Timeout(_, stderr) if stderr == "trouble"));
    }

    #[test]
    fn notices_a_server_that_is_gone() {
        let client = shell("exit 1");
        let error = client.request("x", json!({})).expect_err("no answer comes");
        assert!(matches!(error, CallError::Closed(_)));
    }
}
