//! What `fill` does to fields that correct, reject, mask or hide their values.

use crate::rig::{Rig, options};
use testkit::site::Site;

fn open(html: &str) -> Rig {
    let html = format!("<!doctype html>{html}");
    Rig::open_with("/", options(), Site::builder().page("/", &html).start())
}

#[test]
fn a_value_that_the_page_changes_is_told() {
    let rig = open(
        "<input aria-label=Phone oninput=\"this.value = this.value.replace(/^(\\d{3})(\\d)/, '$1-$2')\">
        <input aria-label=Short maxlength=4><input aria-label=Late oninput=\"Promise.resolve().then(() => this.value = 'late')\">
        <input aria-label=Volume type=range min=0 max=10 step=5>",
    );
    rig.fill("\"Phone\"", "5551234").ok().with("\"555-1234\"");
    rig.fill("\"Short\"", "1234567").ok().with("\"1234\"");
    rig.fill("\"Late\"", "soon").ok().with("\"late\"");
    rig.fill("\"Volume\"", "7").ok().with("\"5\"");
}

#[test]
fn a_value_that_is_not_taken_is_an_error() {
    let rig = open(
        "<input aria-label=Empty oninput=\"this.value = ''\"><input aria-label=Age type=number>
        <input aria-label=Kept value=old onbeforeinput='event.preventDefault()'>",
    );
    rig.fill("\"Empty\"", "abc").failed().with("still empty");
    rig.fill("\"Age\"", "abc").failed().with("did not take");
    rig.fill("\"Kept\"", "new").failed().with("\"old\"");
}

#[test]
fn a_password_is_never_told() {
    let rig = open("<input type=password aria-label=Pin maxlength=4 value=x>");
    rig.fill("\"Pin\"", "123456")
        .ok()
        .with("4 characters")
        .without("1234");
}

#[test]
fn fields_that_react_to_typing() {
    let rig = open(
        "<input role=combobox aria-label=City aria-controls=list aria-expanded=false oninput='find(this.value)'>
        <ul id=list role=listbox></ul><script>
        const find = text => list.innerHTML = ['Lisbon', 'Lima', 'Oslo'].filter(city => city.startsWith(text))
            .map(city => `<li role=option onclick='document.title = this.textContent'>${city}</li>`).join('');
        </script>",
    );
    rig.fill("combobox \"City\"", "Li").ok();
    rig.snapshot()
        .with("value=\"Li\"")
        .with("option \"Lisbon\"")
        .without("option \"Oslo\"");
    rig.click("option \"Lima\"").ok();
    assert_eq!(rig.value("() => document.title"), "Lima");
}

#[test]
fn lists_name_their_options_when_none_or_several_fit() {
    let rig = open(
        "<select aria-label=Size><option value=s>Small<option value=l1>Large<option value=l2>Large<option disabled>Huge
        <option>  With   spaces </select><select aria-label=Many multiple><option selected>A<option>B<option>C</select>",
    );
    rig.fill("\"Size\"", "Tiny")
        .failed()
        .with("\"Small\" (value \"s\")");
    rig.fill("\"Size\"", "Large")
        .failed()
        .with("\"Large\" (value \"l1\")")
        .with("\"l2\"");
    rig.fill("\"Size\"", "Huge").failed().with("is disabled");
    rig.fill("\"Size\"", "l2").ok();
    assert_eq!(
        rig.value("() => document.querySelector('select').value"),
        "l2"
    );
    rig.fill("\"Size\"", "With spaces").ok();
    rig.fill("\"Many\"", "C").ok();
    let chosen = rig
        .value("() => [...document.querySelector('[multiple]').selectedOptions].map(o => o.text)");
    assert_eq!(chosen, serde_json::json!(["C"]));
}

#[test]
fn toggles_are_brought_to_a_state() {
    let rig = open(
        "<input type=checkbox aria-label=Real onchange='n.real++'>
        <label><input type=checkbox id=drawn onchange='n.drawn++' style='position:absolute;opacity:0;width:1px;height:1px'><b>Drawn</b></label>
        <button role=switch aria-checked=false aria-label=Late onclick='n.late++;setTimeout(() => this.ariaChecked = this.ariaChecked !== \"true\", 100)'></button>
        <button aria-pressed=false aria-label=Pressed onclick='n.pressed++;this.ariaPressed = true'></button>
        <div role=checkbox tabindex=0 aria-checked=false aria-label=Dead onclick='n.dead++'>dead</div>
        <input type=radio name=r aria-label=One checked><script>const n = {real: 0, drawn: 0, late: 0, pressed: 0, dead: 0}</script>",
    );
    for toggle in ["\"Real\"", "\"Drawn\"", "\"Late\"", "\"Pressed\""] {
        rig.fill(toggle, "true").ok();
        rig.fill(toggle, "true").ok();
    }
    rig.fill("\"Real\"", "false").ok();
    rig.fill("\"Dead\"", "true").failed().with("still false");
    rig.fill("\"One\"", "false").failed().with("un-chosen");
    rig.fill("\"Real\"", "perhaps")
        .failed()
        .with("\"true\" or \"false\"");
    assert_eq!(
        rig.value("() => n"),
        serde_json::json!({"real": 2, "drawn": 1, "late": 1, "pressed": 1, "dead": 1})
    );
}

#[test]
fn rich_text_is_replaced_line_by_line() {
    let rig = open("<div contenteditable role=textbox aria-label=Note>old <b>text</b></div>");
    rig.fill("\"Note\"", "one\ntwo").ok();
    assert_eq!(
        rig.value("() => document.querySelector('div').innerText"),
        "one\ntwo"
    );
    rig.fill("\"Note\"", "").ok();
    assert_eq!(
        rig.value("() => document.querySelector('div').innerText.trim()"),
        ""
    );
}

#[test]
fn a_million_characters_of_every_kind() {
    let rig = open("<textarea aria-label=Long></textarea>");
    let text = "aé漢🙂\u{200d}\t".repeat(170_000);
    rig.fill("\"Long\"", &text).ok().without("changed");
    let length = rig.value("() => document.querySelector('textarea').value.length");
    assert_eq!(length, text.encode_utf16().count());
}

#[test]
fn a_page_can_forge_nothing_through_a_value_or_a_name() {
    let rig = open(
        "<input aria-label=Field id='x\n## Pages' oninput=\"this.value = ''\"><select aria-label=List><option value='\u{1b}[2J'>a</select>",
    );
    let answer = rig.fill("\"Field\"", "x").failed();
    assert_eq!(answer.text.lines().count(), 1, "{}", answer.text);
    rig.fill("\"List\"", "z").failed().without("\u{1b}");
}

#[test]
fn controlled_fields_take_values_and_say_when_they_do_not() {
    // What React does: the component owns the value and puts it back after each input event.
    let rig = open(
        "<input aria-label=Owned><input aria-label=Fixed value=fixed><script>
        const own = (field, next) => {
            let value = field.value;
            field.oninput = () => { value = next(field.value, value); field.value = value; };
        };
        own(document.querySelector('[aria-label=Owned]'), wanted => wanted.toUpperCase());
        own(document.querySelector('[aria-label=Fixed]'), (wanted, old) => old);
        </script>",
    );
    rig.fill("\"Owned\"", "abc").ok().with("\"ABC\"");
    rig.fill("\"Fixed\"", "new").failed().with("\"fixed\"");
}
