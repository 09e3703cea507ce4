//! What a page's console says: messages, uncaught errors, log entries, issues.

use crate::{PageOf, StackTrace};
use serde_json::Value;
use std::borrow::Cow;

/// One line of a console list: a message, or several equal ones in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsoleMessage {
    /// Number of the (first) message; counts from 1 per page, over navigations.
    pub id: u32,
    /// How many equal messages came in a row; for an issue, how many resources it affects. At least 1.
    pub count: u32,
    /// `log`, `warn`, `error`, `issue` and so on: the words that the `types` filter takes.
    pub kind: Cow<'static, str>,
    /// Its text on one or more lines; page-supplied.
    pub text: String,
    /// How many arguments the console call had; 0 for what the browser itself reports.
    pub argument_count: usize,
    /// Where it was said.
    pub stack: StackTrace,
    /// How many cross-document navigations of the main frame came since; 0 for the document shown now.
    pub navigations_ago: u32,
}

/// A console list as asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsoleList {
    /// The messages, oldest first.
    pub messages: PageOf<ConsoleMessage>,
    /// Older messages that were given up to bound memory.
    pub dropped: u64,
    /// Whether stack traces were asked for.
    pub stack_traces: bool,
}

/// One console message in full.
#[derive(Debug, Clone, PartialEq)]
pub struct ConsoleMessageDetail {
    /// The message.
    pub message: ConsoleMessage,
    /// Its arguments in order.
    pub arguments: Vec<ConsoleArgument>,
    /// For an uncaught error: its causes, nearest first.
    pub causes: Vec<ErrorCause>,
    /// For an issue: what it affects.
    pub affected: Vec<AffectedResource>,
}

/// An argument of a console call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConsoleArgument {
    /// Strings as they are, plain objects and arrays as JSON, other values in short form. Page-supplied.
    pub text: String,
    /// For an error: where it was made.
    pub stack: StackTrace,
    /// For an error: its causes, nearest first.
    pub causes: Vec<ErrorCause>,
}

/// The cause of an error.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorCause {
    /// Name and message, or the value that was thrown; page-supplied.
    pub text: String,
    /// Where it was made.
    pub stack: StackTrace,
}

/// Something that an issue affects.
#[derive(Debug, Clone, PartialEq)]
pub struct AffectedResource {
    /// The request, by its number in the list of network requests.
    pub request: Option<u32>,
    /// The element, by its uid if a snapshot gave it one.
    pub uid: Option<String>,
    /// What Chrome says about it.
    pub data: Value,
}
