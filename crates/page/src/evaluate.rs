//! Running scripts in a frame.

use crate::FrameId;
use cdp::Session;
use records::Failure;
use serde_json::Value;
use std::time::Duration;

/// A JavaScript world of one document.
#[derive(Clone)]
pub struct ExecutionContext {
    /// The session that it belongs to.
    pub session: Session,
    /// Its frame.
    pub frame: FrameId,
    /// Chrome's `executionContextId`, valid in `session` until the document goes.
    pub id: i64,
}

/// How a function is called.
pub struct Evaluation<'a> {
    /// A JavaScript function expression.
    pub function: &'a str,
    /// `cdp::protocol::runtime::CallArgument` values as JSON: `{"value": …}` or `{"objectId": …}`.
    pub arguments: Vec<Value>,
    /// Wait for a promise.
    pub await_promise: bool,
    /// Limit of the whole call. After it the script is terminated, so that the page works again.
    pub limit: Duration,
}

impl ExecutionContext {
    /// Calls a function of ours and reads its JSON value (`undefined` as null). An exception is [`Failure::Script`]. When the
    /// future is dropped or the limit passes while the script still runs, the script is terminated.
    pub async fn call(&self, _evaluation: Evaluation<'_>) -> Result<Value, Failure> {
        todo!()
    }

    /// Like [`ExecutionContext::call`], keeping the result in the page: its `objectId`, `None` for a primitive.
    pub async fn call_for_handle(
        &self,
        _evaluation: Evaluation<'_>,
    ) -> Result<Option<String>, Failure> {
        todo!()
    }
}
