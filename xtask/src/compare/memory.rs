//! Memory over many mixed calls.

use super::Amount;
use super::report::{Report, Unit};
use super::side::{Side, close, resident};
use crate::Failure;
use serde_json::{Value, json};
use testkit::mcp::{Answer, Client};
use testkit::site::Site;

/// Measures memory after a tenth of the calls and after all of them.
pub fn measure(
    sides: &[Side; 2],
    site: &Site,
    amount: Amount,
    report: &mut Report,
) -> Result<(), Failure> {
    let total = amount.mixed_calls;
    println!("Memory: {total} mixed calls of each.");
    let mut early = [None, None];
    let mut late = [None, None];
    for (side, server) in sides.iter().enumerate() {
        let client = server.spawn();
        client.initialize();
        let page =
            call(&client, "new_page", json!({"url": site.url("/small.html")}))?.selected_page();
        let button =
            call(&client, "take_snapshot", json!({"pageId": page}))?.uid("button \"More\"");
        for number in 0..total {
            let (tool, arguments) = mixed(number, page, &button);
            call(&client, tool, arguments)?;
            if number + 1 == total / 10 {
                early[side] = Some(resident(&client) as f64);
            }
        }
        late[side] = Some(resident(&client) as f64);
        close(&client)?;
    }
    report.row(
        &format!("resident memory, after {} calls", total / 10),
        Unit::Megabytes,
        early,
    );
    report.row(
        &format!("resident memory, after {total} calls"),
        Unit::Megabytes,
        late,
    );
    Ok(())
}

/// What the call of this number is: mostly looking, sometimes acting.
fn mixed(number: usize, page: i64, button: &str) -> (&'static str, Value) {
    match number % 10 {
        0 | 4 => ("take_snapshot", json!({"pageId": page})),
        1 | 5 => ("list_console_messages", json!({"pageId": page})),
        2 | 6 => ("list_network_requests", json!({"pageId": page})),
        3 => (
            "evaluate_script",
            json!({"pageId": page, "function": "() => document.title"}),
        ),
        7 => ("list_3p_developer_tools", json!({"pageId": page})),
        8 => ("click", json!({"pageId": page, "uid": button})),
        _ => ("list_pages", json!({})),
    }
}

/// A call that must succeed.
pub fn call(client: &Client, tool: &str, arguments: Value) -> Result<Answer, Failure> {
    let answer = client
        .try_call(tool, arguments)
        .map_err(|error| format!("{tool}: {error}"))?;
    if answer.is_error {
        return Err(format!("{tool}: {}", answer.text).into());
    }
    Ok(answer)
}
