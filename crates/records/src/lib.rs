//! Plain data that travels between the floors: what the live browser found out, before anybody words it.
//!
//! No I/O, no async, no clock. Types here know neither CDP nor MCP.

pub mod dialog;
pub mod failure;
pub mod outcome;
pub mod page;
pub mod pagination;
pub mod snapshot;

pub use dialog::Dialog;
pub use failure::Failure;
pub use outcome::{ActionOutcome, OpenedPage};
pub use page::{PageId, PageSummary};
pub use pagination::{PageOf, Pagination};
pub use snapshot::{Snapshot, SnapshotNode, Uid};
