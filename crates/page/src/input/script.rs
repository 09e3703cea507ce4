//! The scripts that run beside the page, put together from their parts.

use crate::{Evaluation, ExecutionContext};
use records::Failure;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// What a call may take on top of the patience of its script.
const MARGIN: Duration = Duration::from_secs(10);

macro_rules! script {
    ($arguments:literal: $($part:literal)+) => {
        concat!(
            "async (", $arguments, ") => {\n",
            $(include_str!(concat!("scripts/", $part, ".js")),)+
            "}"
        )
    };
}

pub(super) const READY: &str = script!("node, patience": "dom" "hit" "guard" "ready");
pub(super) const THROUGH_FRAME: &str =
    script!("owner, x, y, patience": "dom" "hit" "through_frame");
pub(super) const FIELD: &str =
    script!("node, value, patience": "dom" "toggle" "choose" "set_value" "field");
pub(super) const TOGGLED: &str = script!("wanted": "dom" "toggle" "toggled");
pub(super) const READ_BACK: &str = script!("value": "dom" "read_back");
pub(super) const VERDICT: &str = include_str!("scripts/verdict.js");
pub(super) const TOGGLE_TARGET: &str = include_str!("scripts/toggle_target.js");

/// Whether the mouse arrived where the guard waits for it.
pub(super) const ARRIVED: &str = script!("patience": "dom" "arrived");

/// The element at a point of the frame.
pub(super) const AT_POINT: &str = script!("x, y": "dom" "hit" "at_point");

/// An element's box.
pub(super) const BOUNDS: &str = script!("node": "dom" "bounds");

/// Calls a script that may wait for `patience` and reads its answer.
pub(super) async fn ask<T: DeserializeOwned>(
    world: &ExecutionContext,
    evaluation: Evaluation<'_>,
    patience: Duration,
) -> Result<T, Failure> {
    let answer = world
        .call(evaluation.awaiting().within(patience + MARGIN))
        .await?;
    serde_json::from_value(answer).map_err(|error| {
        Failure::Protocol(format!("an unexpected answer of our own script: {error}"))
    })
}
