//! The parts an answer is made of, one file each.

mod dialog;
mod error;
mod message;
mod outcome;
mod pages;
mod script_value;
mod snapshot;

pub use dialog::OpenDialog;
pub use error::ErrorSection;
pub use message::Message;
pub use outcome::{OpenedPages, Outcome};
pub use pages::Pages;
pub use script_value::ScriptValue;
pub use snapshot::{LatestSnapshot, SavedSnapshot};
