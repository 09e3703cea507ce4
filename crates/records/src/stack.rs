//! Stack traces as Chrome tells them, with positions that a reader counts from 1.

use std::sync::Arc;

/// A stack trace: the frames that were running, then those of the asynchronous steps that led there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StackTrace {
    /// The synchronous part first.
    pub parts: Vec<StackPart>,
}

/// Frames that ran in one go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StackPart {
    /// What scheduled the part before it, such as `setTimeout` or `Promise.then`; `None` for the synchronous part.
    pub scheduled_by: Option<String>,
    /// Innermost frame first.
    pub frames: Vec<StackFrame>,
}

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackFrame {
    /// Name of the function; empty for an anonymous one.
    pub function: String,
    /// URL of the script; may be empty.
    pub url: Arc<str>,
    /// Line, counted from 1.
    pub line: i64,
    /// Column, counted from 1.
    pub column: i64,
}

impl StackTrace {
    /// A trace with a synchronous part only.
    pub fn of(frames: Vec<StackFrame>) -> Self {
        Self {
            parts: vec![StackPart {
                scheduled_by: None,
                frames,
            }],
        }
    }

    /// Whether no frame is known.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| part.frames.is_empty())
    }

    /// The innermost frame.
    pub fn top(&self) -> Option<&StackFrame> {
        self.parts.iter().find_map(|part| part.frames.first())
    }
}
