//! Scripts, snapshots, console.

mod evaluate_script;
pub use evaluate_script::EvaluateScript;
