//! Real input: mouse and keyboard events at the place of an element, and what became of them.
//!
//! What has to be known about an element at the moment of an action is found out inside its document, by scripts in our
//! isolated world (`scripts/`); the events themselves come from Chrome, so that the page can't tell them from a person's.

mod aim;
mod click;
mod fill;
mod keyboard;
mod mouse;
mod problem;
mod script;
mod toggle;

pub(crate) use aim::bounds_on_page;
pub use click::click;
pub use fill::{Filled, fill};
