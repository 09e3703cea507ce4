//! What the end-to-end tests stand on: an MCP client over stdio, local sites, a real Chromium and a look at the
//! process table.
//!
//! Everything here is blocking and built on threads, so that a test reads from top to bottom and a hang ends in a
//! panic that shows the server's last words. Linux only where it reads `/proc`.

pub mod mcp;
pub mod process;
pub mod site;

mod binary;
mod chromium;

pub use binary::devtap_binary;
pub use tempfile::TempDir;

pub use chromium::{chromium, chromium_version, runs_as_root};
