//! Reading the accessibility trees of all frames.

use super::ax::{AxNode, GetTree};
use super::build::Document;
use super::uids::DocumentKey;
use crate::{Frame, Frames, Page, ResultExt};
use cdp::protocol::dom;
use cdp::protocol::page::GetFrameTree;
use futures_util::future::{join, join_all};
use records::Failure;
use std::time::Duration;

/// Limit for the tree of the main frame. Chrome takes about 50 µs a node.
const MAIN_LIMIT: Duration = Duration::from_secs(30);
/// Limit for the tree of any other frame: the rest of the page is worth reading without it.
const FRAME_LIMIT: Duration = Duration::from_secs(5);
/// Limit for a frame to appear in a process of its own.
const MOVE_LIMIT: Duration = Duration::from_millis(500);
/// How often reading is tried, when the document changes under it.
const ATTEMPTS: usize = 3;

/// What was read of one frame.
struct Reading {
    frame: Frame,
    /// The element that holds it, in its parent's document.
    owner: Option<i64>,
    tree: Result<Vec<AxNode>, Failure>,
}

impl Reading {
    /// Whether what was read is still the frame's document.
    fn is_current(&self, page: &Page) -> bool {
        page.frames().get(&self.frame.id).is_some_and(|now| {
            !now.loader_id.is_empty()
                && now.loader_id == self.frame.loader_id
                && now.session.id() == self.frame.session.id()
        })
    }

    fn key(&self) -> DocumentKey {
        DocumentKey {
            frame: self.frame.id.clone(),
            loader: self.frame.loader_id.clone(),
        }
    }
}

/// Reads all documents of the page, the main frame's first.
pub(super) async fn read_documents(page: &Page) -> Result<Vec<Document>, Failure> {
    let mut attempt = 1;
    loop {
        know_documents(page).await;
        let frames = page.frames().all();
        let readings = join_all(frames.into_iter().map(|frame| read(page, frame))).await;
        let current = readings.iter().all(|reading| reading.is_current(page));
        if current || attempt == ATTEMPTS {
            return documents(page, readings);
        }
        attempt += 1;
    }
}

/// Asks for the documents of frames that were attached but not told about yet: some never are, such as the empty one of
/// a frame without a URL.
async fn know_documents(page: &Page) {
    let unknown: Vec<Frame> = without_document(page.frames());
    for frame in &unknown {
        let answer = frame
            .session
            .call_within(GetFrameTree {}, FRAME_LIMIT)
            .await;
        if let Ok(answer) = answer {
            page.frames().adopt_tree(&frame.session, &answer.frame_tree);
        }
    }
    // What is left moves to a process of its own.
    let known = |frames: &Frames| without_document(frames).is_empty().then_some(());
    let _ = page
        .frames()
        .wait_for("the frames' documents", MOVE_LIMIT, known)
        .await;
}

fn without_document(frames: &Frames) -> Vec<Frame> {
    let mut all = frames.all();
    all.retain(|frame| frame.loader_id.is_empty());
    all
}

async fn read(page: &Page, frame: Frame) -> Reading {
    let limit = match frame.parent {
        None => MAIN_LIMIT,
        Some(_) => FRAME_LIMIT,
    };
    let command = GetTree {
        frame_id: frame.id.to_string(),
    };
    let tree = async {
        let answer = frame.session.call_within(command, limit).await;
        answer
            .map(|tree| tree.nodes)
            .or_failure("the accessibility tree")
    };
    let (owner, tree) = join(owner_of(page, &frame), tree).await;
    Reading { frame, owner, tree }
}

/// The backend node of the element that holds the frame, in its parent's process.
pub(crate) async fn owner_of(page: &Page, frame: &Frame) -> Option<i64> {
    let parent = page.frames().get(frame.parent.as_ref()?)?;
    let command = dom::GetFrameOwner {
        frame_id: frame.id.to_string(),
    };
    let answer = parent.session.call_within(command, FRAME_LIMIT).await;
    answer.ok().map(|owner| owner.backend_node_id)
}

fn documents(page: &Page, readings: Vec<Reading>) -> Result<Vec<Document>, Failure> {
    let keys: Vec<DocumentKey> = readings.iter().map(Reading::key).collect();
    let mut documents = Vec::with_capacity(readings.len());
    for reading in readings {
        let current = reading.is_current(page);
        let key = reading.key();
        let outer = reading.frame.parent.as_ref();
        let owner = outer.and_then(|outer| keys.iter().find(|key| key.frame == *outer).cloned());
        let tree = match (reading.tree, current) {
            (Err(failure), _) if outer.is_none() => return Err(failure),
            (Err(failure), _) => Err(failure.to_string()),
            (Ok(_), false) => Err("it is loading another document".to_owned()),
            (Ok(nodes), true) if nodes.is_empty() => Err("it has no document yet".to_owned()),
            (Ok(nodes), true) => Ok(nodes),
        };
        documents.push(Document {
            key,
            owner: owner.zip(reading.owner),
            tree,
        });
    }
    match documents.first() {
        Some(Document {
            tree: Err(problem), ..
        }) => Err(Failure::Protocol(format!(
            "The page can't be read: {problem}"
        ))),
        Some(_) => Ok(documents),
        None => Err(Failure::PageClosed { page: page.id() }),
    }
}
