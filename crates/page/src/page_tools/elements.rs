//! Elements into a tool's arguments and out of its result.

use super::agent::{self, Agent, AgentError, ObjectGroup};
use super::arguments::{Arguments, ElementName};
use super::scope::Home;
use crate::{FrameId, Page, ResultExt};
use cdp::protocol::{dom, runtime};
use futures_util::future::{join_all, try_join_all};
use records::{Failure, PageToolElement};
use std::collections::BTreeMap;
use std::time::Duration;

/// Limit for finding one element.
const LIMIT: Duration = Duration::from_secs(5);
/// Elements of a result that get a uid.
const NAMED: usize = 100;

/// The handles of a call's elements; let go when dropped.
pub(super) struct Elements {
    pub handles: Vec<String>,
    _group: ObjectGroup,
}

impl Elements {
    /// Finds the elements that the arguments name, in the tool's document or, of the same origin, in another of the page's.
    pub(super) async fn find(
        page: &Page,
        agent: &Agent,
        arguments: &Arguments,
    ) -> Result<Self, Failure> {
        let group = ObjectGroup::new(&agent.session);
        let found = arguments
            .elements
            .iter()
            .map(|(_, name)| find(page, agent, &group, name));
        Ok(Self {
            handles: try_join_all(found).await?,
            _group: group,
        })
    }
}

async fn find(
    page: &Page,
    agent: &Agent,
    group: &ObjectGroup,
    name: &ElementName,
) -> Result<String, Failure> {
    match name {
        ElementName::Uid(uid) => by_uid(page, agent, group, uid).await,
        ElementName::Selector(selector) => by_selector(agent, group, selector).await,
    }
}

async fn by_uid(
    page: &Page,
    agent: &Agent,
    group: &ObjectGroup,
    uid: &str,
) -> Result<String, Failure> {
    let Home::Document { frame, world, .. } = &agent.scope.home else {
        return Err(Failure::BadArgument(
            "A worker's tool can't get elements: a worker has none".to_owned(),
        ));
    };
    let element = page.snapshots().resolve(page, uid).await?;
    if element.frame != *frame && !same_origin(page, &element.frame, frame) {
        return Err(Failure::BadArgument(format!(
            "The element with uid {uid} lives in a frame of another origin than the tool; a tool can only get elements of its own origin"
        )));
    }
    let command = dom::ResolveNode {
        backend_node_id: Some(element.backend_node_id),
        execution_context_id: Some(*world),
        object_group: group.name(),
        ..Default::default()
    };
    match agent.session.call_within(command, LIMIT).await {
        Ok(answer) => answer.object.object_id.ok_or_else(|| stale(uid)),
        Err(cdp::CommandError::Refused { .. }) => Err(stale(uid)),
        Err(other) => Err(other).or_failure("the element"),
    }
}

fn stale(uid: &str) -> Failure {
    Failure::StaleUid {
        uid: uid.to_owned(),
    }
}

/// Whether two frames may see into each other. Opaque origins (`null`) are like no other.
fn same_origin(page: &Page, one: &FrameId, other: &FrameId) -> bool {
    let origin = |id: &FrameId| {
        page.frames()
            .get(id)
            .map(|frame| (frame.origin, frame.session.id().cloned()))
    };
    match (origin(one), origin(other)) {
        (Some(one), Some(other)) => one == other && one.0 != "null" && one.0 != "://",
        _ => false,
    }
}

async fn by_selector(
    agent: &Agent,
    group: &ObjectGroup,
    selector: &str,
) -> Result<String, Failure> {
    let found = agent
        .ask_for_handle(group, "find", vec![agent::value(selector)], LIMIT)
        .await;
    match found {
        Ok(Some(handle)) => Ok(handle),
        Ok(None) => Err(Failure::BadArgument(format!(
            "No element matches the selector \"{selector}\""
        ))),
        Err(AgentError::Threw(_)) => Err(Failure::BadArgument(format!(
            "\"{selector}\" is not a CSS selector"
        ))),
        Err(AgentError::Command(error)) => Err(error).or_failure("the element"),
    }
}

/// An element of a result: its handle, and that of the frame element which its document is in, if that is another one
/// than the tool's.
struct Found {
    element: String,
    frame_element: Option<String>,
}

/// Names the elements of a call's result. The call is forgotten in the page.
pub(super) async fn name(page: &Page, agent: &Agent, call: &str) -> Vec<PageToolElement> {
    let group = ObjectGroup::new(&agent.session);
    let found = match found(agent, &group, call).await {
        Ok(found) => found,
        Err(error) => {
            tracing::debug!(%error, "the elements of a page tool's result can't be named");
            Vec::new()
        }
    };
    let named = found
        .iter()
        .take(NAMED)
        .map(|found| describe(page, agent, found));
    join_all(named).await
}

async fn found(agent: &Agent, group: &ObjectGroup, call: &str) -> Result<Vec<Found>, AgentError> {
    let handle = agent
        .ask_for_handle(group, "nodesOf", vec![agent::value(call)], LIMIT)
        .await?;
    let Some(object_id) = handle else {
        return Ok(Vec::new());
    };
    let command = runtime::GetProperties {
        object_id,
        own_properties: Some(true),
        ..Default::default()
    };
    let answer = agent.session.call_within(command, LIMIT).await?;
    let mut items = BTreeMap::new();
    for property in answer.result {
        if let Ok(index) = property.name.parse::<usize>() {
            items.insert(index, property.value.and_then(|value| value.object_id));
        }
    }
    let mut items = items.into_values();
    let mut found = Vec::new();
    while let (Some(Some(element)), Some(frame_element)) = (items.next(), items.next()) {
        found.push(Found {
            element,
            frame_element,
        });
    }
    Ok(found)
}

async fn describe(page: &Page, agent: &Agent, found: &Found) -> PageToolElement {
    let Some(node) = node(agent, &found.element).await else {
        return PageToolElement {
            uid: None,
            tag: "?".to_owned(),
            id: None,
        };
    };
    let frame = match &found.frame_element {
        None => agent.scope.frame().cloned(),
        Some(owner) => node_frame(agent, owner).await,
    };
    let frame = frame.and_then(|frame| page.frames().get(&frame));
    let uid = frame.map(|frame| {
        page.snapshots()
            .uid_of(&frame.id, &frame.loader_id, node.backend_node_id)
            .to_string()
    });
    PageToolElement {
        uid,
        id: attribute(&node, "id"),
        tag: node.local_name,
    }
}

/// The frame that a frame element shows.
async fn node_frame(agent: &Agent, owner: &str) -> Option<FrameId> {
    node(agent, owner)
        .await?
        .frame_id
        .map(|id| FrameId::from(id.as_str()))
}

async fn node(agent: &Agent, object_id: &str) -> Option<dom::Node> {
    let command = dom::DescribeNode {
        object_id: Some(object_id.to_owned()),
        ..Default::default()
    };
    Some(agent.session.call_within(command, LIMIT).await.ok()?.node)
}

fn attribute(node: &dom::Node, name: &str) -> Option<String> {
    let pairs = node
        .attributes
        .as_deref()
        .unwrap_or_default()
        .chunks_exact(2);
    let found = pairs
        .filter(|pair| pair[0] == name)
        .map(|pair| pair[1].clone())
        .next();
    found.filter(|value| !value.is_empty())
}
