//! JavaScript dialogs.

/// A dialog that a page has open and that stops its scripts until someone answers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub kind: String,
    /// The text that the page shows; page-supplied.
    pub message: String,
    /// What a `prompt` starts with; empty for the other kinds.
    pub default_value: String,
}
