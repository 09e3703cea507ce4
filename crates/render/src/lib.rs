//! Every word that a reader sees: sections as text and as JSON.
//!
//! A tool returns a [`Response`] of sections; [`Response::render`] puts them in their fixed order and writes both
//! forms. No I/O, no async, no clock.

pub mod advice;
pub mod sections;

mod response;
pub mod text;
pub mod value;

pub use response::{Image, Place, Rendered, Response, Section};
