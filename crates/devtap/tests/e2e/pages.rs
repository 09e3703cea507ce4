//! list_pages, new_page, select_page, close_page.

use crate::rig::{Rig, options};
use serde_json::json;

#[test]
fn the_first_page_is_blank_and_selected() {
    let client = options().start();
    let list = client.call("list_pages", json!({})).ok();
    assert!(
        list.text.starts_with("## Pages\n1: about:blank"),
        "{}",
        list.text
    );
    assert_eq!(list.selected_page(), 1);
}

#[test]
fn a_new_page_is_listed_with_its_title_and_selected() {
    let rig = Rig::open("/small.html");
    let line = format!("2: Small ({}) [selected]", rig.site.url("/small.html"));
    rig.client.call("list_pages", json!({})).ok().with(&line);
    assert_eq!(rig.page, 2);
}

#[test]
fn selecting_moves_the_mark_and_naming_a_page_does_not() {
    let rig = Rig::open("/small.html");
    rig.client
        .call("take_snapshot", json!({"pageId": 1}))
        .ok()
        .with("about:blank");
    let list = rig.client.call("list_pages", json!({})).ok();
    assert_eq!(list.selected_page(), 2);
    let list = rig.client.call("select_page", json!({"pageId": 1})).ok();
    assert_eq!(list.selected_page(), 1);
}

#[test]
fn a_closed_page_is_gone_and_its_number_is_not_used_again() {
    let rig = Rig::open("/small.html");
    let closed = rig
        .client
        .call("close_page", json!({"pageId": rig.page}))
        .ok()
        .without("small.html");
    assert_eq!(closed.selected_page(), 1);
    assert_eq!(rig.another("/small.html"), 3);
}

#[test]
fn the_last_page_stays_open() {
    let client = options().start();
    let refused = client.call("close_page", json!({"pageId": 1}));
    assert!(!refused.text.is_empty());
    client
        .call("list_pages", json!({}))
        .ok()
        .with("1: about:blank");
}

#[test]
fn isolated_pages_share_no_cookies() {
    let rig = Rig::open("/set-cookie?flavour=plain");
    let open = |name: &str| {
        rig.client
            .call(
                "new_page",
                json!({"url": rig.site.url("/headers"), "isolatedContext": name}),
            )
            .ok()
            .with(&format!("isolatedContext={name}"))
            .selected_page()
    };
    let cookie = |page: i64| {
        rig.client
            .call(
                "evaluate_script",
                json!({"pageId": page, "function": "() => document.cookie"}),
            )
            .ok()
            .json_block()
    };
    let alone = open("alone");
    assert_eq!(cookie(rig.page), "flavour=plain");
    assert_eq!(cookie(alone), "");
    rig.client
        .call(
            "navigate_page",
            json!({"pageId": alone, "url": rig.site.url("/set-cookie?flavour=own")}),
        )
        .ok();
    assert_eq!(cookie(open("alone")), "flavour=own");
    assert_eq!(cookie(rig.page), "flavour=plain");
}

#[test]
fn a_page_that_the_page_opens_gets_a_number_and_is_told() {
    let rig = Rig::open("/change.html");
    rig.click("link \"Small in a new tab\"").ok();
    rig.client
        .call("list_pages", json!({}))
        .ok()
        .with("3: Small");
}

#[test]
fn a_long_title_is_cut_and_line_breaks_stay_out() {
    let site = testkit::site::Site::builder()
        .page(
            "/long",
            format!("<title>{}</title><p>x", "long ".repeat(40)),
        )
        .page(
            "/forged",
            "<meta charset=utf-8><script>document.title = 'a\\u2028## Pages'</script><p>x",
        )
        .start();
    let rig = Rig::open_with("/long", options(), site);
    rig.another("/forged");
    let list = rig.client.call("list_pages", json!({})).ok().with("...");
    assert!(
        list.text.lines().all(|line| line.len() < 200),
        "{}",
        list.text
    );
    assert_eq!(list.text.matches("\n## Pages").count(), 0, "{}", list.text);
    assert!(!list.text.contains('\u{2028}'));
}
