//! One page.

use crate::{
    ExecutionContext, FrameId, Frames, console::Console, network::Network, page_tools::PageTools,
    snapshot::Snapshots,
};
use cdp::Session;
use records::{Dialog, Failure, PageId};
use std::sync::Arc;

/// One page: a tab, its frames and everything that is collected about it.
///
/// Its parts are lent out rather than wrapped: [`Page::frames`], [`Page::console`], [`Page::network`],
/// [`Page::snapshots`], [`Page::page_tools`].
pub struct Page {}

impl Page {
    /// Its number.
    pub fn id(&self) -> PageId {
        todo!()
    }

    /// The session of its main target.
    pub fn session(&self) -> Session {
        todo!()
    }

    /// Its frames.
    pub fn frames(&self) -> &Frames {
        todo!()
    }

    /// What its console said.
    pub fn console(&self) -> &Arc<Console> {
        todo!()
    }

    /// What it asked the network for.
    pub fn network(&self) -> &Arc<Network> {
        todo!()
    }

    /// Its accessibility snapshots and the uids given out.
    pub fn snapshots(&self) -> &Snapshots {
        todo!()
    }

    /// The page's own tools.
    pub fn page_tools(&self) -> &Arc<PageTools> {
        todo!()
    }

    /// The dialog that stops it, if one is open.
    pub fn dialog(&self) -> Option<Dialog> {
        todo!()
    }

    /// Waits for the page's queue, first come first served; held while a call runs.
    pub async fn lock(&self) -> PageLock {
        todo!()
    }

    /// Runs work that touches the page; ends early with a failure when a dialog opens meanwhile, when the page closes or
    /// crashes, or when the browser goes.
    pub async fn guard<T>(
        &self,
        _work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        todo!()
    }

    /// The main world of a frame's document. Fails when the frame is gone.
    pub async fn main_world(&self, _frame: &FrameId) -> Result<ExecutionContext, Failure> {
        todo!()
    }

    /// Our isolated world of a frame's document, made when first needed.
    pub async fn isolated_world(&self, _frame: &FrameId) -> Result<ExecutionContext, Failure> {
        todo!()
    }
}

/// The page's queue, held.
pub struct PageLock {}
