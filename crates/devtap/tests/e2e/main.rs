//! The built binary, driven over MCP on stdio, against a real headless Chromium and local pages.
//!
//! `DEVTAP_BINARY` names another binary than the one that cargo built for these tests.

mod rig;

mod bad_arguments;
mod bad_lines;
mod bad_pages;
mod bad_scripts;
mod browsers;
mod clicks;
mod console;
mod dialogs;
mod fields;
mod frames;
mod handshake;
mod input;
mod interruptions;
mod leftovers;
mod navigation;
mod network;
mod page_tools;
mod page_tools_calls;
mod page_tools_discovery;
mod page_tools_hostile;
mod page_tools_limits;
mod page_tools_values;
mod page_tools_web_mcp;
mod page_tools_workers;
mod pages;
mod screenshots;
mod scripts;
mod side_by_side;
mod snapshots;
mod structured;
mod uids;
mod waiting;
