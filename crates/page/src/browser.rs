//! One running browser and its pages.

use crate::Page;
use records::Failure;
use std::sync::Arc;

/// One running browser and its pages.
pub struct Browser {}

impl Browser {
    /// A page by its number.
    pub fn page(&self, _id: i64) -> Result<Arc<Page>, Failure> {
        todo!()
    }

    /// The page that calls without `pageId` work on.
    pub async fn selected_page(&self) -> Result<Arc<Page>, Failure> {
        todo!()
    }
}
