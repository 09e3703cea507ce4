//! The tools that an agent calls: one file each, in its category's folder.
//!
//! A tool says what it is ([`ToolSpec`]), what it takes (`Params`, whose field docs are the published descriptions) and
//! does its work with narrow services, returning sections. Tools never call tools and word no advice.

pub mod client;
pub mod files;
pub mod registry;
pub mod services;
pub mod spec;

mod debugging;
mod input;
mod navigation;
mod network;
mod page_tools;
mod paging;
mod schema;

pub use client::Client;
pub use registry::{Run, SchemaOptions, Tool, tools};
pub use services::Services;
pub use spec::{BrowserTool, Category, OfflineTool, PageTool, ToolSpec};
