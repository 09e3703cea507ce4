//! A page's tool that does not end, or ends otherwise than by returning.

use crate::page_tools_values::rig_of;
use crate::rig::SOON;
use serde_json::json;
use std::time::{Duration, Instant};

#[test]
fn a_tool_that_never_ends_is_told_to_stop() {
    let rig = rig_of(&[
        (
            "never",
            "extra.signal.addEventListener('abort', () => { window.told = extra.signal.reason.name }); return new Promise(() => {})",
        ),
        ("loop", "while (true);"),
        (
            "ticks",
            "const tick = () => Promise.resolve().then(tick); tick(); return new Promise(() => {})",
        ),
        ("fine", "return window.told ?? 'nothing'"),
    ]);
    rig.page_tool_with("never", json!({"timeout": 400}))
        .failed()
        .with("did not end within 400 ms")
        .without("blocked");
    rig.page_tool("fine", json!({})).ok().with("TimeoutError");
    for name in ["loop", "ticks"] {
        rig.page_tool_with(name, json!({"timeout": 400}))
            .failed()
            .with("did not end within 400 ms")
            .with("its script was ended");
        rig.page_tool("fine", json!({})).ok();
    }
}

#[test]
fn a_cancelled_call_aborts_its_tool() {
    let rig = rig_of(&[
        (
            "never",
            "window.started = 1; extra.signal.addEventListener('abort', () => { window.told = extra.signal.reason.name }); return new Promise(() => {})",
        ),
        ("loop", "while (true);"),
        ("fine", "return window.told ?? 'nothing'"),
    ]);
    for (name, told) in [("never", "AbortError"), ("loop", "AbortError")] {
        let call = rig.start(
            "execute_3p_developer_tool",
            json!({"toolName": name, "timeout": 120_000}),
        );
        std::thread::sleep(Duration::from_millis(400));
        call.cancel("not needed any more");
        let started = Instant::now();
        rig.page_tool("fine", json!({})).ok().with(told);
        assert!(started.elapsed() < SOON);
    }
}

#[test]
fn a_stuck_tool_keeps_no_other_page_waiting() {
    let rig = rig_of(&[
        ("never", "return new Promise(() => {})"),
        ("loop", "while (true);"),
    ]);
    let other = rig.another("/small.html");
    for name in ["never", "loop"] {
        let stuck = rig.start(
            "execute_3p_developer_tool",
            json!({"toolName": name, "timeout": 3000}),
        );
        rig.client.call("list_pages", json!({})).ok();
        rig.client
            .call("take_snapshot", json!({"pageId": other}))
            .ok();
        assert!(!stuck.is_answered(), "{name} should still run");
        stuck.answer().failed();
    }
}

#[test]
fn a_tool_that_opens_a_dialog_says_so() {
    let rig = rig_of(&[
        ("ask", "return confirm('from tool') ? 'yes' : 'no'"),
        ("fine", "return 'fine'"),
    ]);
    rig.page_tool("ask", json!({}))
        .failed()
        .with("from tool")
        .with("# Open dialog");
    rig.call("handle_dialog", json!({"action": "accept"})).ok();
    rig.page_tool("fine", json!({})).ok().with("fine");
}

#[test]
fn a_tool_that_navigates_says_so() {
    let rig = rig_of(&[
        (
            "leaves",
            "location.href = '/small.html'; return new Promise(() => {})",
        ),
        ("goes", "location.href = '/small.html?2'; return 'went'"),
    ]);
    rig.page_tool("leaves", json!({}))
        .failed()
        .with("small.html");
    rig.call("navigate_page", json!({"type": "back"})).ok();
    rig.page_tool("goes", json!({}))
        .ok()
        .with("went")
        .with("small.html?2");
    rig.page_tools().without("name=\"goes\"");
}

#[test]
fn a_tool_that_closes_its_page_says_so() {
    let rig = rig_of(&[("opens", "window.open('/child'); return 1")]);
    let child = crate::page_tools_values::page_of(&[(
        "closes",
        "window.close(); return new Promise(() => {})",
    )]);
    let site = testkit::site::Site::builder()
        .page("/child", child)
        .page(
            "/opener",
            "<button onclick=\"window.open('/child')\">Open</button>",
        )
        .start();
    let opened = rig
        .client
        .call("new_page", json!({"url": site.url("/opener")}))
        .ok();
    let page = opened.selected_page();
    let uid = rig
        .client
        .call("take_snapshot", json!({"pageId": page}))
        .ok()
        .uid("Open");
    rig.client
        .call("click", json!({"pageId": page, "uid": uid}))
        .ok();
    let pages = rig.client.call("list_pages", json!({})).ok();
    let child = pages
        .text
        .lines()
        .find(|line| line.contains("/child"))
        .and_then(|line| line.split(':').next())
        .and_then(|id| id.trim().parse::<i64>().ok())
        .expect("the child is listed");
    let answer = rig.client.call(
        "execute_3p_developer_tool",
        json!({"pageId": child, "toolName": "closes"}),
    );
    answer.failed().with("closed");
}

#[test]
fn a_frame_that_goes_takes_its_tool_with_it() {
    let site = testkit::site::Site::builder()
        .page("/page", "<iframe src=/inner></iframe>")
        .page(
            "/inner",
            crate::page_tools_values::page_of(&[(
                "removes",
                "parent.document.querySelector('iframe').remove(); return new Promise(() => {})",
            )]),
        )
        .start();
    let rig = crate::rig::Rig::open_with("/page", crate::rig::options(), site);
    rig.page_tool("removes", json!({}))
        .failed()
        .with("frame was removed");
}

#[test]
fn a_tool_that_floods_the_console_blocks_nothing() {
    let rig = rig_of(&[
        (
            "flood",
            "for (let i = 0; i < 20000; i++) console.log('line ' + i); return 'done'",
        ),
        ("fine", "return 'fine'"),
    ]);
    rig.page_tool("flood", json!({})).ok().with("done");
    rig.page_tool("fine", json!({})).ok().with("fine");
}
