//! Frames of the same and of another site: the latter live in a process of their own.

use crate::rig::Rig;
use serde_json::json;
use testkit::process;

#[test]
fn the_other_site_really_is_out_of_process() {
    let rig = Rig::open("/frames.html");
    let renderers = process::chromium_under(rig.client.pid())
        .iter()
        .filter(|process| process.command.contains("--type=renderer"))
        .count();
    assert!(renderers >= 2, "{renderers} renderers");
}

#[test]
fn a_snapshot_shows_what_is_inside() {
    let rig = Rig::open("/frames.html");
    rig.snapshot()
        .with("Iframe \"same\"")
        .with("Iframe \"cross\"")
        .with("button \"Press same\"")
        .with("button \"Press cross\"");
}

#[test]
fn clicks_arrive_inside_frames() {
    let rig = Rig::open("/frames.html");
    rig.click("button \"Press same\"").ok();
    rig.click("button \"Press cross\"").ok();
    rig.snapshot()
        .with("same pressed")
        .with("cross pressed")
        .without("synthetic");
}

#[test]
fn fields_inside_frames_are_filled() {
    let rig = Rig::open("/frames.html");
    let snapshot = rig.snapshot();
    let fields: Vec<String> = snapshot
        .text
        .lines()
        .filter(|line| line.contains("textbox \"Inner field\""))
        .filter_map(|line| line.trim().strip_prefix("uid=")?.split(' ').next())
        .map(str::to_owned)
        .collect();
    assert_eq!(fields.len(), 2, "{}", snapshot.text);
    for (uid, value) in fields.iter().zip(["to the same", "to the other"]) {
        rig.call("fill", json!({"uid": uid, "value": value})).ok();
    }
    rig.snapshot()
        .with("value=\"to the same\"")
        .with("value=\"to the other\"");
}

#[test]
fn a_script_takes_an_element_of_another_site() {
    let rig = Rig::open("/frames.html");
    let uid = rig.uid("button \"Press cross\"");
    let value = rig
        .call(
            "evaluate_script",
            json!({"function": "(element) => element.ownerDocument.location.hostname + ' ' + element.id", "args": [uid]}),
        )
        .ok()
        .json_block();
    assert_eq!(value, "localhost inner");
}

#[test]
fn console_messages_and_requests_of_frames_are_collected() {
    let rig = Rig::open("/frames.html");
    rig.call("list_console_messages", json!({}))
        .ok()
        .with("inner same is ready")
        .with("inner cross is ready");
    rig.call("list_network_requests", json!({}))
        .ok()
        .with("/inner.html?same")
        .with("/inner.html?cross");
}

#[test]
fn a_uid_of_a_frame_that_went_elsewhere_is_stale() {
    let rig = Rig::open("/frames.html");
    let uid = rig.uid("button \"Press cross\"");
    rig.value("() => { document.getElementById('cross').src = '/small.html'; return 1; }");
    rig.call("wait_for", json!({"text": ["0 clicks"]})).ok();
    rig.call("click", json!({"uid": uid})).failed().with(&uid);
}
