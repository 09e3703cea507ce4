//! The parts an answer is made of, one file each.

mod dialog;
mod error;
mod message;
mod pages;
mod reconnected;

pub use dialog::OpenDialog;
pub use error::ErrorSection;
pub use message::Message;
pub use pages::Pages;
pub use reconnected::Reconnected;
