//! Scripts, snapshots, console.

mod evaluate_script;
mod get_console_message;
mod list_console_messages;

pub use evaluate_script::EvaluateScript;
pub use get_console_message::GetConsoleMessage;
pub use list_console_messages::ListConsoleMessages;
