//! A request that has been sent and not yet answered.

use super::{Answer, Client};
use serde_json::{Value, json};
use std::fmt;
use std::time::{Duration, Instant};

/// A JSON-RPC error.
#[derive(Debug, Clone, PartialEq)]
pub struct RpcError {
    /// Its code, such as -32602.
    pub code: i64,
    /// What the server says.
    pub message: String,
    /// What it adds; null if nothing.
    pub data: Value,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq)]
pub enum CallError {
    /// The server answered with an error.
    Rpc(RpcError),
    /// The server did not answer in time; the text is the end of its standard error.
    Timeout(Duration, String),
    /// The server closed its output first; the text is the end of its standard error.
    Closed(String),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rpc(error) => write!(f, "error {}: {}", error.code, error.message),
            Self::Timeout(limit, stderr) => {
                write!(
                    f,
                    "no answer within {} ms; the server's stderr ends with:\n{stderr}",
                    limit.as_millis()
                )
            }
            Self::Closed(stderr) => {
                write!(f, "the server is gone; its stderr ends with:\n{stderr}")
            }
        }
    }
}

impl std::error::Error for CallError {}

/// A request that has been sent and not yet answered.
pub struct Pending<'a> {
    pub(super) client: &'a Client,
    pub(super) id: u64,
    pub(super) what: String,
    pub(super) sent: Instant,
}

impl Pending<'_> {
    /// The id it was sent with; also its progress token.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Sends `notifications/cancelled` for it.
    pub fn cancel(&self, reason: &str) {
        self.client.notify(
            "notifications/cancelled",
            json!({"requestId": self.id, "reason": reason}),
        );
    }

    /// Its result, waiting at most `limit`.
    ///
    /// # Errors
    /// An error response, no answer in time, or a server that is gone.
    pub fn result_within(&self, limit: Duration) -> Result<Value, CallError> {
        let key = self.id.to_string();
        let inbox = &self.client.inbox;
        let Some(response) = inbox.wait(limit, |state| state.responses.remove(&key)) else {
            let stderr = self.client.stderr_tail();
            return Err(if inbox.state().closed {
                CallError::Closed(stderr)
            } else {
                CallError::Timeout(limit, stderr)
            });
        };
        self.client
            .note_timing(response.arrived.duration_since(self.sent), response.bytes);
        let response = response.message;
        match response.get("error") {
            None => Ok(response["result"].clone()),
            Some(error) => Err(CallError::Rpc(RpcError {
                code: error["code"].as_i64().unwrap_or_default(),
                message: error["message"].as_str().unwrap_or_default().to_owned(),
                data: error["data"].clone(),
            })),
        }
    }

    /// Its result, waiting as long as the client's options say.
    ///
    /// # Errors
    /// An error response, no answer in time, or a server that is gone.
    pub fn result(&self) -> Result<Value, CallError> {
        self.result_within(self.client.timeout)
    }

    /// Its result as a tool's answer.
    ///
    /// # Panics
    /// On an error response, on no answer in time, and if the server is gone.
    #[track_caller]
    pub fn answer(&self) -> Answer {
        match self.result() {
            Ok(result) => Answer::read(result),
            Err(error) => panic!("{}: {error}", self.what),
        }
    }

    /// Whether the answer has come; does not wait.
    pub fn is_answered(&self) -> bool {
        self.client
            .inbox
            .state()
            .responses
            .contains_key(&self.id.to_string())
    }
}
