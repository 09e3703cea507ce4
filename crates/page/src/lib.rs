//! The live browser: pages, frames, collectors, accessibility snapshot, input, waiting, page tools.

pub mod console;
pub mod input;
pub mod network;
pub mod page_tools;
pub mod snapshot;

mod browser;
mod error;
mod evaluate;
mod frames;
mod host;
mod page;

pub use browser::Browser;
pub use error::ResultExt;
pub use evaluate::{Evaluation, ExecutionContext};
pub use frames::{Frame, FrameId, Frames};
pub use host::{BrowserHost, BrowserSource};
pub use page::{Page, PageLock};
