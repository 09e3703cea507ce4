//! A uid names one node of one document, and never acts on another.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::Site;

fn open(html: &str) -> Rig {
    let html = format!("<!doctype html>{html}");
    Rig::open_with("/", options(), Site::builder().page("/", &html).start())
}

const GONE: &str = "no longer on the page";

#[test]
fn of_a_removed_node() {
    let rig = open("<button>Go</button>");
    let uid = rig.uid("button \"Go\"");
    rig.value(
        "() => { globalThis.kept = document.querySelector('button'); kept.remove(); return 1 }",
    );
    rig.call("click", json!({"uid": uid})).failed().with(GONE);
    // Put back, it is the same node again.
    rig.value("() => { document.body.append(kept); return 1 }");
    rig.call("click", json!({"uid": uid})).ok();
    assert_eq!(rig.uid("button \"Go\""), uid);
}

#[test]
fn of_a_node_drawn_anew() {
    let rig = open("<main><button>Go</button></main>");
    let uid = rig.uid("button \"Go\"");
    rig.value(
        "() => { document.querySelector('main').innerHTML = '<button>Go</button>'; return 1 }",
    );
    rig.call("click", json!({"uid": uid})).failed().with(GONE);
    assert_ne!(rig.uid("button \"Go\""), uid);
}

#[test]
fn of_the_document_before() {
    let rig = open("<button>Go</button>");
    let uid = rig.uid("button \"Go\"");
    rig.call("navigate_page", json!({"type": "reload"})).ok();
    for tool in ["click", "fill", "take_screenshot"] {
        rig.call(tool, with_value(tool, &uid)).failed().with(GONE);
    }
    assert_ne!(rig.uid("button \"Go\""), uid);
}

fn with_value(tool: &str, uid: &str) -> serde_json::Value {
    match tool {
        "fill" => json!({"uid": uid, "value": "x"}),
        _ => json!({"uid": uid}),
    }
}

#[test]
fn of_another_page_or_none() {
    let rig = open("<button>Go</button>");
    rig.call("click", json!({"uid": "1_0"}))
        .failed()
        .with("No snapshot");
    let uid = rig.uid("button \"Go\"");
    let other = rig.another("/");
    let there = rig
        .client
        .call("take_snapshot", json!({"pageId": other}))
        .ok()
        .uid("button \"Go\"");
    assert_ne!(there, uid);
    for unknown in [there.as_str(), "1_99", "99_0", "", "x", "1_0 ", "01_0"] {
        rig.call("click", json!({"uid": unknown}))
            .failed()
            .with("There is no element with uid");
    }
    rig.call("click", json!({"uid": uid})).ok();
}

#[test]
fn of_an_older_snapshot_while_the_node_lives() {
    let rig = open("<button onclick=\"document.title += 'x'\">Go</button>");
    let uid = rig.uid("button \"Go\"");
    for _ in 0..5 {
        rig.value("() => { document.body.append(document.createElement('hr')); return 1 }");
        rig.call("take_snapshot", json!({"verbose": true})).ok();
    }
    rig.call("click", json!({"uid": uid})).ok();
    assert_eq!(rig.value("() => document.title"), "x");
}

#[test]
fn of_a_frame_that_was_taken_away() {
    let rig = open("<iframe srcdoc='<button>Go</button>'></iframe>");
    let uid = rig.uid("button \"Go\"");
    rig.value("() => { document.querySelector('iframe').remove(); return 1 }");
    rig.call("click", json!({"uid": uid})).failed().with(GONE);
}
