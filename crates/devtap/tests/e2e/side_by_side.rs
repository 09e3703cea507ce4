//! Many calls at a time: in order on one page, side by side on several.

use crate::rig::Rig;
use serde_json::json;

#[test]
fn calls_on_one_page_run_in_order() {
    let rig = Rig::open("/small.html");
    rig.value("() => { window.order = []; return 1; }");
    let calls: Vec<_> = (0..10)
        .map(|number| {
            let wait = 20 - 2 * number;
            let function = format!(
                "async () => {{ await new Promise((done) => setTimeout(done, {wait})); window.order.push({number}); return {number}; }}"
            );
            rig.start("evaluate_script", json!({"function": function}))
        })
        .collect();
    for (number, call) in calls.iter().enumerate() {
        assert_eq!(call.answer().ok().json_block(), number);
    }
    assert_eq!(
        rig.value("() => window.order"),
        json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    );
}

#[test]
fn a_slow_page_holds_up_no_other() {
    let rig = Rig::open("/small.html");
    let other = rig.another("/form.html");
    let slow = rig.start(
        "evaluate_script",
        json!({"function": "() => new Promise((done) => { window.release = done; })"}),
    );
    for tool in [
        "take_snapshot",
        "list_console_messages",
        "list_network_requests",
        "take_screenshot",
    ] {
        rig.client.call(tool, json!({"pageId": other})).ok();
    }
    rig.client.call("list_pages", json!({})).ok();
    assert!(!slow.is_answered());
    slow.cancel("seen enough");
}

#[test]
fn twenty_calls_at_once_are_all_answered() {
    let rig = Rig::open("/small.html");
    let pages = [
        rig.page,
        rig.another("/form.html"),
        rig.another("/frames.html"),
    ];
    let calls: Vec<_> = (0..20)
        .map(|number| {
            rig.client.start_call(
                "take_snapshot",
                json!({"pageId": pages[number % pages.len()]}),
            )
        })
        .collect();
    for call in calls {
        call.answer().ok().with("RootWebArea");
    }
}
