//! The live browser: pages, frames, collectors, accessibility snapshot, input, waiting, page tools.

pub mod console;
pub mod input;
pub mod network;
pub mod page_tools;
pub mod snapshot;
pub mod source_map;

mod action;
mod attach;
mod browser;
mod dialog;
mod error;
mod evaluate;
mod frames;
mod host;
mod init_script;
mod intake;
mod navigation;
mod page;
mod screenshot;
mod stack;
mod text;
mod text_wait;
mod written;

pub use browser::{Browser, NewPage};
pub use dialog::DialogAnswer;
pub use error::ResultExt;
pub use evaluate::{Evaluation, ExecutionContext};
pub use frames::{Frame, FrameId, Frames};
pub use host::{BrowserHost, BrowserSource};
pub use init_script::InitScript;
pub use navigation::Destination;
pub use page::{Page, PageLock};
pub use screenshot::{Area, Screenshot, Shot};
pub use written::Written;
