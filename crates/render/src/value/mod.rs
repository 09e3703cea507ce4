//! JavaScript values in words: JSON where a value is JSON, and a notation close to the language where it is not.

mod json;
mod notation;
mod path;

pub use json::json_text;
pub use notation::{Cut, Written, write};
pub use path::{path_text, read_path};
