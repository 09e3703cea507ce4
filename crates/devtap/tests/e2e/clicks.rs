//! What a click does when the element is covered, moves, hides in shadow roots or lies deep in frames.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::{Builder, Site};

fn open(html: &str) -> Rig {
    open_site(Site::builder().page("/", html))
}

fn open_site(site: Builder) -> Rig {
    Rig::open_with("/", options(), site.start())
}

/// Pages note here what happened to them.
const LOG: &str = "<!doctype html><title>t</title><script>const log = word => document.title += ' ' + word</script>";

impl Rig {
    /// What the page noted since it was loaded.
    #[track_caller]
    fn noted(&self) -> String {
        let title = self.value("() => document.title");
        title.as_str().unwrap_or_default()[1..].trim().to_owned()
    }
}

#[test]
fn what_covers_a_button_is_named_with_its_uid_and_gets_no_click() {
    let rig = open(&format!(
        "{LOG}<button onclick=\"log('pay')\">Pay</button>
        <div id=veil class='dark full' tabindex=0 aria-label=Veil onclick=\"log('veil')\" style='position:fixed;inset:0'>
        <button style='position:absolute;bottom:9px' onclick='event.stopPropagation();veil.remove()'>Close</button></div>"
    ));
    let veil = rig.uid("\"Veil\"");
    rig.click("button \"Pay\"")
        .failed()
        .with("div#veil.dark.full")
        .with(&format!("uid {veil}"));
    assert_eq!(rig.noted(), "");
    rig.click("button \"Close\"").ok();
    rig.click("button \"Pay\"").ok();
    assert_eq!(rig.noted(), "pay");
}

#[test]
fn what_passes_is_waited_for() {
    let rig = open(&format!(
        "{LOG}<button onclick=\"log('pay')\">Pay</button><div id=veil style='position:fixed;inset:0'></div>"
    ));
    rig.value("() => { setTimeout(() => veil.remove(), 700); return 1 }");
    rig.click("button \"Pay\"").ok();
    assert_eq!(rig.noted(), "pay");
}

#[test]
fn a_cover_that_comes_with_the_mouse_gets_no_click() {
    let rig = open(&format!(
        "{LOG}<button onclick=\"log('pay')\" onmousemove='veil.hidden = false'>Pay</button>
        <div id=veil hidden style='position:fixed;inset:0' onmousedown=\"log('veil down')\" onclick=\"log('veil')\"></div>"
    ));
    rig.click("button \"Pay\"").failed().with("div#veil");
    assert_eq!(rig.noted(), "");
}

#[test]
fn a_button_under_a_fixed_header_is_brought_out() {
    let rig = open(&format!(
        "{LOG}<header style='position:fixed;top:0;left:0;right:0;height:80px' onclick=\"log('header')\">H</header>
        <div style='height:3000px'></div><button onclick=\"log('pay')\">Pay</button><div style='height:3000px'></div>"
    ));
    let uid = rig.uid("button \"Pay\"");
    rig.value(
        "() => { document.querySelector('button').scrollIntoView({block: 'start'}); return 1 }",
    );
    rig.call("click", json!({"uid": uid})).ok();
    assert_eq!(rig.noted(), "pay");
}

#[test]
fn a_button_that_moves_is_hit() {
    let rig = open(&format!(
        "{LOG}<button onclick=\"log('hit')\" style='position:relative;animation:move 1s linear 1 forwards'>Run</button>
        <style>@keyframes move {{ to {{ left: 500px }} }}</style>"
    ));
    rig.click("button \"Run\"").ok();
    assert_eq!(rig.noted(), "hit");
}

#[test]
fn each_reason_not_to_click_is_told() {
    let rig = open(
        "<button disabled>Off</button><div id=inert><button>Asleep</button></div><button id=none>None</button>
        <details id=d open><summary>More</summary><button>Folded</button></details>
        <select aria-label=Size><option>Small<option>Large</select>
        <button style='pointer-events:none'>Ghost</button><button id=invisible>Invisible</button>",
    );
    let snapshot = rig.snapshot();
    rig.value("() => { inert.inert = true; none.style.display = 'none'; d.open = false; invisible.style.visibility = 'hidden'; return 1 }");
    for (name, reason) in [
        ("button \"Off\"", "is disabled"),
        ("button \"Asleep\"", "is inert"),
        ("button \"None\"", "is not rendered"),
        ("button \"Folded\"", "closed details"),
        ("option \"Large\"", "option of a closed list"),
        ("button \"Ghost\"", "pointer-events"),
        ("button \"Invisible\"", "is invisible"),
    ] {
        let uid = snapshot.uid(name);
        rig.call("click", json!({"uid": uid}))
            .failed()
            .with(reason)
            .with(&uid);
    }
}

#[test]
fn text_labels_and_wrapped_links_take_clicks() {
    let rig = open(&format!(
        "{LOG}<div style='width:60px'><a href='#x' onclick=\"log('link')\">a link that is wrapped over some lines</a></div>
        <label><input type=checkbox onchange=\"log('box')\" style='display:none'>Home-made box</label>
        <button onclick=\"log('button')\"><span style='pointer-events:none'>Inner</span></button>"
    ));
    rig.click("link \"a link").ok();
    rig.click("\"Home-made box\"").ok();
    rig.click("button \"Inner\"").ok();
    assert_eq!(rig.noted(), "link box button");
}

#[test]
fn slotted_and_nested_shadow_content_takes_clicks() {
    let rig = open(&format!(
        "{LOG}<x-outer><span>Slotted</span></x-outer><script>
        customElements.define('x-outer', class extends HTMLElement {{ connectedCallback() {{
            const root = this.attachShadow({{mode: 'closed'}});
            root.innerHTML = '<button><slot></slot></button><x-inner></x-inner>';
            root.querySelector('button').onclick = () => log('slotted');
        }} }});
        customElements.define('x-inner', class extends HTMLElement {{ connectedCallback() {{
            const root = this.attachShadow({{mode: 'closed'}});
            root.innerHTML = '<button>Nested</button>';
            root.querySelector('button').onclick = event => log('nested' + event.isTrusted);
        }} }});</script>"
    ));
    rig.click("button \"Slotted\"").ok();
    rig.click("button \"Nested\"").ok();
    assert_eq!(rig.noted(), "slotted nestedtrue");
}

/// A page far down in which a frame of the other site shows `inner`, with a border.
fn framed(style: &str, inner: &str) -> Builder {
    let outer = format!(
        "<!doctype html><div style='height:2500px'></div>
        <div style='position:relative;width:400px'>{}<div id=veil hidden style='position:absolute;inset:0'></div></div>",
        frame_of("localhost", "/inner", style)
    );
    Site::builder().page("/", &outer).page("/inner", inner)
}

/// A frame at another host name of the same server.
fn frame_of(host: &str, path: &str, style: &str) -> String {
    format!(
        "<script>document.write(`<iframe src='http://{host}:${{location.port}}{path}' width=400 height=200
        style='border:11px solid;padding:7px;{style}'></iframe>`)</script>"
    )
}

const INNER: &str = "<!doctype html><div style='height:900px'></div>
    <button onclick=\"this.textContent = 'pressed ' + event.isTrusted\">Press</button><div style='height:900px'></div>";

#[test]
fn frames_below_the_fold_with_borders_and_scales() {
    for style in ["", "transform:scale(.5);transform-origin:0 0"] {
        let rig = open_site(framed(style, INNER));
        rig.click("button \"Press\"").ok();
        rig.snapshot().with("pressed true");
    }
}

#[test]
fn what_covers_a_frame_is_named() {
    let rig = open_site(framed("", INNER));
    rig.value("() => { veil.hidden = false; return 1 }");
    rig.click("button \"Press\"").failed().with("div#veil");
    rig.snapshot().without("pressed");
}

#[test]
fn frames_of_two_sites_in_each_other() {
    let middle = format!(
        "<!doctype html><div style='height:700px'></div>{}",
        frame_of("127.0.0.1", "/innermost", "")
    );
    let rig = open_site(framed("", &middle).page("/innermost", INNER));
    rig.call("wait_for", json!({"text": ["Press"]})).ok();
    rig.click("button \"Press\"").ok();
    rig.snapshot().with("pressed true");
}

#[test]
fn a_page_behind_another_takes_clicks_and_text() {
    let rig = open(&format!(
        "{LOG}<button onclick=\"log('pressed')\">Press</button><input aria-label=Name>"
    ));
    rig.another("/");
    rig.click("button \"Press\"").ok();
    rig.fill("textbox \"Name\"", "Ada").ok();
    assert_eq!(rig.noted(), "pressed");
    rig.snapshot().with("value=\"Ada\"");
}

#[test]
fn a_dialog_on_the_way_down_is_told_and_the_mouse_comes_up_again() {
    let rig = open(&format!(
        "{LOG}<button onmousedown=\"alert('down')\">Ask</button><button onclick=\"log('next')\">Next</button>"
    ));
    let snapshot = rig.snapshot();
    rig.call("click", json!({"uid": snapshot.uid("\"Ask\"")}))
        .ok()
        .with("The element was clicked and it opened a dialog.")
        .with("alert: down");
    rig.call("handle_dialog", json!({"action": "accept"})).ok();
    rig.call("click", json!({"uid": snapshot.uid("\"Next\"")}))
        .ok();
    assert_eq!(rig.noted(), "next");
}

#[test]
fn sandboxed_frames_and_frames_without_a_url() {
    let rig = open(
        "<!doctype html><title>t</title><iframe sandbox srcdoc='<button>No scripts</button><input aria-label=Name>'></iframe><iframe id=bare></iframe>
        <script>bare.contentDocument.body.innerHTML = '<button onclick=\"top.document.title += `bare`\">Bare</button>'</script>",
    );
    rig.call("wait_for", json!({"text": ["No scripts"]})).ok();
    rig.click("button \"No scripts\"").ok();
    rig.fill("textbox \"Name\"", "Ada").ok();
    rig.click("button \"Bare\"").ok();
    rig.snapshot().with("value=\"Ada\"");
    assert_eq!(rig.value("() => document.title"), "tbare");
}

#[test]
fn a_page_that_breaks_its_own_built_ins_is_used_all_the_same() {
    let rig = open(
        "<!doctype html><script>
        Array.prototype.map = Array.prototype[Symbol.iterator] = () => { throw 1 };
        window.Promise = class {}; window.requestAnimationFrame = window.setTimeout = () => 0;
        Element.prototype.getBoundingClientRect = () => ({left: 0, top: 0, width: 0, height: 0});
        Element.prototype.getClientRects = () => []; Document.prototype.elementFromPoint = () => null;
        HTMLInputElement.prototype.select = Element.prototype.closest = () => { throw 2 };
        Object.defineProperty(Node.prototype, 'isConnected', {get: () => false});
        Object.defineProperty(Object.prototype, 'state', {set() { throw 3 }});
        </script><button onclick=\"document.title = 'hit'\">Go</button><input aria-label=Name><input type=checkbox aria-label=Box>",
    );
    rig.click("button \"Go\"").ok();
    rig.fill("\"Name\"", "Ada").ok();
    rig.fill("\"Box\"", "true").ok();
    rig.call("wait_for", json!({"text": ["Go"]})).ok();
    rig.snapshot()
        .with("RootWebArea \"hit\"")
        .with("value=\"Ada\"")
        .with("checkbox \"Box\" checked");
}
