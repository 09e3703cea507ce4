//! wait_for.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::Site;

fn open(html: &str) -> Rig {
    let html = format!("<!doctype html>{html}");
    let site = Site::builder()
        .page("/", &html)
        .page("/next", "<h1>Arrived</h1>");
    Rig::open_with("/", options(), site.start())
}

impl Rig {
    /// Lets the page do this in a moment and waits for the text that it brings.
    #[track_caller]
    fn appears(&self, text: &str, script: &str) {
        self.value(&format!(
            "() => {{ setTimeout(() => {{ {script} }}, 400); return 1 }}"
        ));
        self.call("wait_for", json!({"text": ["never", text]}))
            .ok()
            .with(&format!(
                "Element matching one of [\"never\",\"{text}\"] found."
            ))
            .with("## Latest page snapshot");
    }
}

#[test]
fn what_is_there_is_found_at_once() {
    let rig = open(
        "<p>Hello <b>wide</b>\n world</p><p style='text-transform:uppercase'>shout</p><input placeholder='Your name' value='Ada'>
        <img alt='A chart' src='x'><x-box></x-box><script>
        customElements.get('x-box') ?? customElements.define('x-box', class extends HTMLElement {
            connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<i>In the shadow</i>' } })</script>",
    );
    for text in [
        "Hello wide world",
        "SHOUT",
        "Your name",
        "Ada",
        "A chart",
        "In the shadow",
    ] {
        rig.call("wait_for", json!({"text": [text]})).ok();
    }
}

#[test]
fn what_nobody_can_see_is_not_found() {
    let rig = open(
        "<p hidden>Secret</p><script>const t = 'Scripted'</script><p>fore</p><p>cast</p><input type=password value=hunter2>",
    );
    for text in ["Secret", "Scripted", "forecast", "hunter2"] {
        rig.call("wait_for", json!({"text": [text], "timeout": 300}))
            .failed()
            .with("Timed out after 300 ms")
            .with(text);
    }
}

#[test]
fn what_comes_later_is_found_wherever_it_comes() {
    let rig = open(
        "<p id=p>start</p><p id=hidden style='display:none'>Now shown</p><iframe id=frame srcdoc='<p>inner'></iframe><input id=i>",
    );
    rig.appears("changed text", "p.firstChild.data = 'changed  text'");
    rig.appears("Now shown", "hidden.style.display = 'block'");
    rig.appears(
        "inside a frame",
        "frame.contentDocument.body.append('inside a frame')",
    );
    rig.appears(
        "Arrived",
        "frame.removeAttribute('srcdoc'); frame.src = `http://localhost:${location.port}/next`",
    );
    rig.appears("typed by a script", "i.value = 'typed by a script'");
}

#[test]
fn a_navigation_meanwhile_is_followed() {
    let rig = open("<p>start</p>");
    rig.appears("Arrived", "location.href = '/next'");
}

#[test]
fn an_empty_text_is_refused() {
    let rig = open("<p>start</p>");
    rig.call("wait_for", json!({"text": [" "]})).failed();
    rig.call("wait_for", json!({"text": []}))
        .failed()
        .with("text");
}

#[test]
fn a_dialog_meanwhile_ends_it() {
    let rig = open("<p>start</p>");
    rig.value("() => { setTimeout(() => alert('stop'), 300); return 1 }");
    rig.call("wait_for", json!({"text": ["never"]}))
        .failed()
        .with("alert: stop");
    rig.call("handle_dialog", json!({"action": "accept"})).ok();
    rig.call("wait_for", json!({"text": ["start"]})).ok();
}
