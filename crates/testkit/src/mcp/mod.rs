//! An MCP client over the stdio of a spawned server.

mod answer;
mod client;
mod inbox;
mod options;
mod pending;
mod stderr;

pub use answer::{Answer, Image};
pub use client::{Client, Exit};
pub use options::Options;
pub use pending::{CallError, Pending, RpcError};
