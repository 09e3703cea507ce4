//! The parts an answer is made of, one file each.

mod console_message;
mod console_messages;
mod dialog;
mod error;
mod message;
mod network_request;
mod network_requests;
mod outcome;
mod page_tool_result;
mod page_tools;
mod pages;
mod pagination;
mod reconnected;
mod script_value;
mod snapshot;
mod stack;

pub use console_message::ConsoleMessageFull;
pub use console_messages::ConsoleMessages;
pub use dialog::OpenDialog;
pub use error::ErrorSection;
pub use message::Message;
pub use network_request::NetworkRequestFull;
pub use network_requests::NetworkRequests;
pub use outcome::{OpenedPages, Outcome};
pub use page_tool_result::{PageToolAnswer, SavedPageToolAnswer};
pub use page_tools::{PageTools, PageToolsShown};
pub use pages::Pages;
pub use pagination::{pagination_json, pagination_text};
pub use reconnected::Reconnected;
pub use script_value::ScriptValue;
pub use snapshot::{LatestSnapshot, SavedSnapshot};
