//! Where to click: a point of the element that nothing else covers, and the same point of the page.

use super::problem::{NotReady, covered};
use super::script::{BOUNDS, READY, THROUGH_FRAME, VERDICT, ask};
use crate::snapshot::{ElementRef, Handle, OBJECT_GROUP, owner_of};
use crate::{Evaluation, ExecutionContext, Frame, FrameId, Page, ResultExt};
use cdp::protocol::dom;
use records::Failure;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// How long an element may move before it is given up.
const MOVING: Duration = Duration::from_secs(5);
/// How long something may be in the way, or the element disabled, before it is given up.
const BLOCKED: Duration = Duration::from_secs(3);
/// How long an element may be invisible or without a place before it is given up.
const OTHERS: Duration = Duration::from_secs(1);

/// A node to act on, in our world of its document.
pub(super) struct Target<'a> {
    pub(super) page: &'a Page,
    pub(super) world: &'a ExecutionContext,
    pub(super) node: &'a Handle,
    /// The uid that the caller named it by.
    pub(super) uid: &'a str,
}

/// A point, in CSS pixels of a viewport.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Deserialize)]
#[serde(tag = "state", rename_all = "camelCase")]
enum Readiness {
    Ready(Point),
    #[serde(untagged)]
    Not(NotReady),
}

#[derive(Deserialize)]
struct Through {
    #[serde(flatten)]
    point: Point,
    by: Option<String>,
}

/// Waits until the target can be clicked. Answers with a point of the page's viewport; a guard watches the next press in
/// the target's document.
pub(super) async fn aim(target: &Target<'_>) -> Result<Point, Failure> {
    scroll_into_view(target).await;
    let ready = Evaluation::new(READY)
        .object(target.node.id())
        .value(json!({
            "moving": MOVING.as_millis() as u64,
            "covered": BLOCKED.as_millis() as u64,
            "disabled": BLOCKED.as_millis() as u64,
            "others": OTHERS.as_millis() as u64,
        }));
    match ask(target.world, ready, MOVING).await? {
        Readiness::Ready(point) => match to_page(target, point, BLOCKED).await? {
            (point, None) => Ok(point),
            (_, Some(cover)) => {
                // Takes the guard off.
                let _ = target.world.call(Evaluation::new(VERDICT)).await;
                Err(covered(target, cover.by, &cover.world, Some(cover.point)).await)
            }
        },
        Readiness::Not(problem) => Err(problem.into_failure(target).await),
    }
}

async fn scroll_into_view(target: &Target<'_>) {
    let scroll = dom::ScrollIntoViewIfNeeded {
        object_id: Some(target.node.id().to_owned()),
        ..Default::default()
    };
    // Refused for what has no box; the scripts say better what is wrong.
    let _ = target.world.session.call(scroll).await;
}

/// Something that lies over a frame.
struct Cover {
    by: String,
    world: ExecutionContext,
    point: Point,
}

/// From a point of the target's frame to the same point of the page, and what lies over the frames on the way.
async fn to_page(
    target: &Target<'_>,
    mut point: Point,
    patience: Duration,
) -> Result<(Point, Option<Cover>), Failure> {
    let page = target.page;
    let mut cover = None;
    let mut frame = frame(page, &target.world.frame)?;
    while let Some(parent) = frame.parent.clone() {
        let world = page.isolated_world(&parent).await?;
        let owner = owner_in(&world, page, &frame).await?;
        let through = Evaluation::new(THROUGH_FRAME)
            .object(owner.id())
            .value(point.x)
            .value(point.y)
            .value(patience.as_millis() as u64);
        let through: Through = ask(&world, through, patience).await?;
        point = through.point;
        if let Some(by) = through.by {
            cover = Some(Cover { by, world, point });
        }
        frame = self::frame(page, &parent)?;
    }
    Ok((point, cover))
}

fn frame(page: &Page, id: &FrameId) -> Result<Frame, Failure> {
    page.frames()
        .get(id)
        .ok_or_else(|| Failure::NotActionable("The element's frame is gone".to_owned()))
}

/// The element that holds a frame, in the world of the document around it.
async fn owner_in(world: &ExecutionContext, page: &Page, frame: &Frame) -> Result<Handle, Failure> {
    let gone = || Failure::NotActionable("The element's frame is gone".to_owned());
    let backend_node_id = owner_of(page, frame).await.ok_or_else(gone)?;
    let command = dom::ResolveNode {
        backend_node_id: Some(backend_node_id),
        execution_context_id: Some(world.id),
        object_group: Some(OBJECT_GROUP.to_owned()),
        ..Default::default()
    };
    let answer = world
        .session
        .call(command)
        .await
        .or_failure("the frame's element")?;
    let object_id = answer.object.object_id.ok_or_else(gone)?;
    Ok(Handle::new(world.session.clone(), object_id))
}

/// Where an element's box is in the page's viewport, after it was scrolled into view: left, top, right, bottom in CSS
/// pixels.
pub(crate) async fn bounds_on_page(page: &Page, element: &ElementRef) -> Result<[f64; 4], Failure> {
    let world = page.isolated_world(&element.frame).await?;
    let node = element.handle_in(&world).await?;
    let target = Target {
        page,
        world: &world,
        node: &node,
        uid: &element.uid,
    };
    scroll_into_view(&target).await;
    let bounds = Evaluation::new(BOUNDS).object(node.id());
    let bounds: Option<[f64; 4]> = ask(&world, bounds, Duration::ZERO).await?;
    let Some([left, top, right, bottom]) = bounds else {
        return Err(Failure::NotActionable(format!(
            "The element with uid {} has no area to take a picture of",
            element.uid
        )));
    };
    let corner = async |x, y| to_page(&target, Point { x, y }, Duration::ZERO).await;
    let (from, _) = corner(left, top).await?;
    let (to, _) = corner(right, bottom).await?;
    Ok([from.x, from.y, to.x, to.y])
}
