//! The accessibility snapshot and the uids it gives out.

/// The snapshots of a page and the uids given out.
#[derive(Default)]
pub struct Snapshots {}
