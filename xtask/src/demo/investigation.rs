//! Four questions about the shop, each answered with a tool of its own page.

use super::transcript::Transcript;
use crate::Failure;
use serde_json::{Value, json};

/// Asks everything; how many of the four faults were found.
pub fn run(calls: &mut Transcript<'_>, url: &str) -> Result<usize, Failure> {
    calls.initialize();
    calls.chapter("What does the page show, and what does it offer?");
    let page = calls.call("new_page", json!({"url": url}))?.selected_page();
    // The orders come last: they need two answers of the server's.
    calls.call(
        "wait_for",
        json!({"pageId": page, "text": ["Daan de Vries"]}),
    )?;
    let offered = calls.call("list_3p_developer_tools", json!({"pageId": page}))?;
    for tool in [
        "getCacheStatistics",
        "getFeatureFlags",
        "getGlobalState",
        "queryDatabaseTable",
    ] {
        if !offered.text.contains(tool) {
            return Err(format!("The page's tool {tool} was not found").into());
        }
    }
    Ok(cache(calls, page)? + flags(calls, page)? + cart(calls, page)? + tax(calls, page)?)
}

/// A lead goes to another seller: does one answer become stale, or all of them?
fn cache(calls: &mut Transcript<'_>, page: i64) -> Result<usize, Failure> {
    calls.chapter("1. The dashboard lags after a lead is given to another seller. Why?");
    let before = calls.page_tool(page, "getCacheStatistics", &json!({}))?;
    press(calls, page, "Give Harbour Café to Jonas")?;
    calls.call(
        "wait_for",
        json!({"pageId": page, "text": ["Give Harbour Café to Ines"]}),
    )?;
    let after = calls.page_tool(page, "getCacheStatistics", &json!({}))?;
    let missed = number(&after, "misses") - number(&before, "misses");
    Ok(calls.finding(
        missed > 1,
        &format!("One lead changed, yet {missed} answers were fetched anew: the whole cache is thrown away."),
    ))
}

/// The page says that a flag is on: does this session have it?
fn flags(calls: &mut Transcript<'_>, page: i64) -> Result<usize, Failure> {
    calls.chapter(
        "2. The page says that beta search is on for the team, but Mia does not see it. Why?",
    );
    let note = calls.script(
        page,
        "() => document.getElementById('flag-note').textContent",
    )?;
    let flags = calls.page_tool(page, "getFeatureFlags", &json!({}))?;
    let promised = note
        .as_str()
        .is_some_and(|note| note.contains("switched on"));
    Ok(calls.finding(
        promised && flags["beta-search-v2"] == false,
        &format!(
            "In this session beta-search-v2 is {}, experiment-group is {}: the roll-out does not reach it.",
            flags["beta-search-v2"], flags["experiment-group"]
        ),
    ))
}

/// Two pieces go into the cart: do the state and the page agree?
fn cart(calls: &mut Transcript<'_>, page: i64) -> Result<usize, Failure> {
    calls.chapter("3. The number on the cart does not go up with the second piece. Is the state wrong, or the page?");
    press(calls, page, "Add Wool throw")?;
    press(calls, page, "Add Wool throw")?;
    let items = calls.page_tool(page, "getGlobalState", &json!({"path": "cart.items"}))?;
    let shown = calls.script(
        page,
        "() => Number(document.getElementById('cart-count').textContent)",
    )?;
    let pieces: i64 = items
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| number(item, "quantity"))
        .sum();
    Ok(calls.finding(
        pieces == 2 && shown.as_f64() == Some(1.0),
        &format!(
            "The state holds {pieces} pieces, the page shows {shown}: it counts lines, not pieces."
        ),
    ))
}

/// The last order looks too cheap: does the page show it wrongly, or was it stored so?
fn tax(calls: &mut Transcript<'_>, page: i64) -> Result<usize, Failure> {
    calls.chapter(
        "4. The last order's total looks wrong. A fault of the page, or of the checkout behind it?",
    );
    let shown = calls.script(
        page,
        "() => [...document.querySelector('#orders tr').cells].map((cell) => cell.textContent)",
    )?;
    let answer = calls.page_tool(
        page,
        "queryDatabaseTable",
        &json!({"tableName": "orders", "limit": 1}),
    )?;
    let order = &answer["rows"][0];
    let (subtotal, tax) = (number(order, "subtotal_cents"), number(order, "tax_cents"));
    Ok(calls.finding(
        shown[4] == euros(tax) && tax * 5 != subtotal,
        &format!(
            "The page shows what is stored ({}). Tax should be a fifth of {}, that is {}: the checkout took rule {}.",
            euros(tax),
            euros(subtotal),
            euros(subtotal / 5),
            order["tax_rule"]
        ),
    ))
}

/// Looks at the page and clicks the button of this name.
fn press(calls: &mut Transcript<'_>, page: i64, button: &str) -> Result<(), Failure> {
    let snapshot = calls.call("take_snapshot", json!({"pageId": page}))?;
    let uid = snapshot
        .find_uid(&format!("button \"{button}\""))
        .ok_or_else(|| format!("The snapshot has no button \"{button}\""))?;
    calls.call("click", json!({"pageId": page, "uid": uid}))?;
    Ok(())
}

fn number(value: &Value, key: &str) -> i64 {
    value[key].as_i64().unwrap_or_default()
}

/// An amount as the shop's page writes it.
fn euros(cents: i64) -> String {
    format!("€{}.{:02}", cents / 100, cents % 100)
}
