//! click and fill.

use crate::rig::Rig;
use serde_json::{Value, json};

impl Rig {
    /// The named field's value as the page sees it.
    #[track_caller]
    fn field(&self, name: &str) -> Value {
        self.value(&format!(
            "() => document.querySelector('[name={name}]').value"
        ))
    }
}

#[test]
fn a_click_is_a_real_one() {
    let rig = Rig::open("/small.html");
    rig.click("button \"More\"")
        .ok()
        .with("Successfully clicked on the element");
    assert_eq!(rig.text_of("#count"), "1 clicks");
}

#[test]
fn a_double_click_clicks_twice() {
    let rig = Rig::open("/form.html");
    let uid = rig.uid("button \"Far below\"");
    rig.call("click", json!({"uid": uid, "dblClick": true}))
        .ok();
    let events = rig.value("() => window.events.filter((event) => event.type === 'dblclick')");
    assert_eq!(events, json!([{"type": "dblclick", "name": "far"}]));
}

#[test]
fn a_click_scrolls_to_what_is_far_below() {
    let rig = Rig::open("/form.html");
    rig.click("button \"Far below\"").ok();
    assert_eq!(rig.text_of("#result"), "Far clicked");
}

#[test]
fn a_click_that_navigates_tells_where_to() {
    let rig = Rig::open("/change.html");
    rig.click("link \"To small\"")
        .ok()
        .with(&rig.site.url("/small.html"));
    assert_eq!(rig.text_of("h1"), "Small");
}

#[test]
fn a_covered_button_is_refused_naming_what_covers_it() {
    let rig = Rig::open("/covered.html");
    rig.click("button \"Below\"").failed().with("veil");
    assert_eq!(rig.text_of("#state"), "not clicked");
}

#[test]
fn a_disabled_button_is_refused() {
    let rig = Rig::open("/small.html");
    rig.click("button \"Less\"").failed().with("disabled");
}

#[test]
fn includes_a_snapshot_when_asked() {
    let rig = Rig::open("/small.html");
    let uid = rig.uid("button \"More\"");
    rig.call("click", json!({"uid": uid, "includeSnapshot": true}))
        .ok()
        .with("## Latest page snapshot")
        .with("1 clicks");
}

#[test]
fn fills_text_fields_and_replaces_what_was_there() {
    let rig = Rig::open("/form.html");
    rig.fill("textbox \"Name\"", "Zoë \"Q\" O'Neil")
        .ok()
        .with("Successfully filled out the element");
    rig.fill("textbox \"Email\"", "new@example.org").ok();
    rig.fill("textbox \"Notes\"", "one\ntwo").ok();
    assert_eq!(rig.field("name"), "Zoë \"Q\" O'Neil");
    assert_eq!(rig.field("email"), "new@example.org");
    assert_eq!(rig.field("notes"), "one\ntwo");
    let trusted = rig.value("() => window.events.filter((event) => event.type === 'input').every((event) => event.trusted)");
    assert_eq!(trusted, true);
}

#[test]
fn an_empty_value_clears() {
    let rig = Rig::open("/form.html");
    rig.fill("textbox \"Email\"", "").ok();
    assert_eq!(rig.field("email"), "");
}

#[test]
fn fills_every_kind_of_input() {
    let rig = Rig::open("/form.html");
    let set = |label: &str, value: &str| {
        rig.fill(label, value).ok();
    };
    set("\"Age\"", "42");
    set("\"Day\"", "2026-03-04");
    set("\"Time\"", "13:30");
    set("\"Colour\"", "#336699");
    set("\"Volume\"", "7");
    assert_eq!(
        ["age", "day", "time", "colour", "volume"].map(|name| rig.field(name)),
        ["42", "2026-03-04", "13:30", "#336699", "7"].map(Value::from)
    );
}

#[test]
fn a_select_takes_the_text_of_an_option() {
    let rig = Rig::open("/form.html");
    rig.fill("combobox \"Size\"", "Large").ok();
    assert_eq!(rig.field("size"), "l");
    rig.fill("combobox \"Size\"", "Gigantic")
        .failed()
        .with("Gigantic");
    assert_eq!(rig.field("size"), "l");
}

#[test]
fn boxes_and_radios_take_true_and_false() {
    let rig = Rig::open("/form.html");
    let checked =
        |name: &str| rig.value(&format!("() => document.querySelector('{name}').checked"));
    rig.fill("checkbox \"Newsletter\"", "true").ok();
    assert_eq!(checked("[name=news]"), true);
    rig.fill("checkbox \"Newsletter\"", "true").ok();
    assert_eq!(checked("[name=news]"), true);
    rig.fill("checkbox \"Newsletter\"", "false").ok();
    assert_eq!(checked("[name=news]"), false);
    rig.fill("radio \"Bike\"", "true").ok();
    assert_eq!(checked("[value=bike]"), true);
}

#[test]
fn what_can_not_be_filled_is_an_error() {
    let rig = Rig::open("/form.html");
    rig.fill("textbox \"Fixed\"", "new").failed();
    rig.fill("textbox \"Off\"", "new").failed();
    rig.fill("button \"Send\"", "new").failed();
    rig.fill("\"Colour\"", "not a colour").failed();
    assert_eq!(rig.field("fixed"), "cannot change");
    assert_eq!(rig.field("off"), "disabled");
}

#[test]
fn fills_what_is_editable_without_being_a_field() {
    let rig = Rig::open("/form.html");
    rig.fill("textbox \"Rich\"", "new text").ok();
    assert_eq!(rig.text_of("#rich"), "new text");
}

#[test]
fn acts_inside_shadow_roots() {
    let rig = Rig::open("/shadow.html");
    rig.click("button \"Inside closed\"").ok();
    rig.snapshot().with("closed pressed");
}
