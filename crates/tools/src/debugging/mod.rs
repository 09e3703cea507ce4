//! Scripts, snapshots, screenshots, console.

mod evaluate_script;
mod get_console_message;
mod list_console_messages;
mod take_screenshot;
mod take_snapshot;

pub use evaluate_script::EvaluateScript;
pub use get_console_message::GetConsoleMessage;
pub use list_console_messages::ListConsoleMessages;
pub use take_screenshot::TakeScreenshot;
pub use take_snapshot::TakeSnapshot;
