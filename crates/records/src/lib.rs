//! Plain data that travels between the floors: what the live browser found out, before anybody words it.
//!
//! No I/O, no async, no clock. Types here know neither CDP nor MCP.

pub mod console;
pub mod dialog;
pub mod failure;
pub mod network;
pub mod outcome;
pub mod page;
pub mod page_tools;
pub mod pagination;
pub mod redact;
pub mod script_value;
pub mod snapshot;
pub mod stack;

pub use console::{
    AffectedResource, ConsoleArgument, ConsoleList, ConsoleMessage, ConsoleMessageDetail,
    ErrorCause,
};
pub use dialog::Dialog;
pub use failure::Failure;
pub use network::{
    Body, Header, NetworkList, NetworkRequest, NetworkRequestDetail, RequestFacts, RequestStatus,
    ServedFrom, WebSocketMessage, WebSocketTraffic,
};
pub use outcome::{ActionOutcome, OpenedPage};
pub use page::{PageId, PageSummary};
pub use page_tools::{
    PageTool, PageToolElement, PageToolEnd, PageToolFrame, PageToolGroup, PageToolHome,
    PageToolList, PageToolResult, PageToolSource, PageToolThrown, PageToolValue, PathStep,
    RejectedPageTool, SilentFrame,
};
pub use pagination::{PageOf, Pagination};
pub use script_value::{Container, ContainerKind, MemberKey, ScriptText, ScriptValue};
pub use snapshot::{Snapshot, SnapshotNode, Uid};
pub use stack::{StackFrame, StackPart, StackTrace};
