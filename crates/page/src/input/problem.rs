//! Why an element can't take an action, from what our scripts found.

use super::aim::{Point, Target};
use super::script::AT_POINT;
use crate::snapshot::Handle;
use crate::{Evaluation, ExecutionContext};
use cdp::protocol::dom;
use records::{Failure, Uid};
use serde::Deserialize;

/// How far up from the element in the way a uid is looked for.
const UID_SEARCH: usize = 4;

/// What the script that waits for readiness answers when it gives up.
#[derive(Deserialize)]
pub(super) struct NotReady {
    state: String,
    /// More about `boxless`.
    #[serde(default)]
    why: String,
    /// What is in the way, for `covered`.
    #[serde(default)]
    by: String,
    #[serde(flatten)]
    point: Option<Point>,
}

impl NotReady {
    /// The failure that says it.
    pub(super) async fn into_failure(self, target: &Target<'_>) -> Failure {
        let uid = target.uid;
        let text = match (self.state.as_str(), self.why.as_str()) {
            ("detached", _) => {
                return Failure::StaleUid {
                    uid: uid.to_owned(),
                };
            }
            ("covered", _) => return covered(target, self.by, target.world, self.point).await,
            ("boxless", "option") => {
                format!(
                    "The element with uid {uid} is an option of a closed list: fill its list with the option's text"
                )
            }
            ("boxless", "closed details") => {
                format!(
                    "The element with uid {uid} lies in closed details: click their summary first"
                )
            }
            ("boxless", "empty") => format!("The element with uid {uid} has no area to click"),
            ("boxless", _) => format!("The element with uid {uid} is not rendered"),
            ("disabled", _) => format!("The element with uid {uid} is disabled"),
            ("inert", _) => {
                format!(
                    "The element with uid {uid} is inert: the page lets nothing inside it be used now"
                )
            }
            ("invisible", _) => format!("The element with uid {uid} is invisible"),
            ("moving", _) => format!("The element with uid {uid} keeps moving"),
            ("outside", _) => {
                format!("The element with uid {uid} can't be scrolled into view")
            }
            ("untouchable", _) => {
                format!("The element with uid {uid} takes no clicks (pointer-events: none)")
            }
            (state, _) => format!("The element with uid {uid} can't be clicked ({state})"),
        };
        Failure::NotActionable(text)
    }
}

/// Something else would take the click.
pub(super) async fn covered(
    target: &Target<'_>,
    by: String,
    world: &ExecutionContext,
    at: Option<Point>,
) -> Failure {
    let by_uid = match at {
        Some(point) => uid_at(target, world, point).await,
        None => None,
    };
    Failure::Covered {
        uid: target.uid.to_owned(),
        by,
        by_uid: by_uid.map(|uid| uid.to_string()),
    }
}

/// The uid of what lies at a point of the world's frame, or of what is around that.
async fn uid_at(target: &Target<'_>, world: &ExecutionContext, at: Point) -> Option<Uid> {
    let find = Evaluation::new(AT_POINT).value(at.x).value(at.y).awaiting();
    let mut object_id = world.call_for_handle(find).await.ok()??;
    let loader_id = target.page.frames().get(&world.frame)?.loader_id;
    for _ in 0..UID_SEARCH {
        let node = Handle::new(world.session.clone(), object_id);
        let describe = dom::DescribeNode {
            object_id: Some(node.id().to_owned()),
            ..Default::default()
        };
        let described = world.session.call(describe).await.ok()?.node;
        let known =
            target
                .page
                .snapshots()
                .known_uid(&world.frame, &loader_id, described.backend_node_id);
        if known.is_some() {
            return known;
        }
        let up = Evaluation::new("node => node.parentElement").object(node.id());
        object_id = world.call_for_handle(up).await.ok()??;
    }
    None
}
