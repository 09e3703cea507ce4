//! One running browser and its pages.

/// One running browser and its pages.
pub struct Browser {}
