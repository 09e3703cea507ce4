//! Each tool's time and the bytes of its answer.

use super::Amount;
use super::memory::call;
use super::report::{Report, Unit};
use super::side::{Side, close};
use super::startup::order;
use super::statistics::percentile;
use crate::Failure;
use serde_json::{Value, json};
use testkit::mcp::Client;
use testkit::site::Site;

/// An open server, ready for measured calls.
struct Subject {
    client: Client,
    page: i64,
    button: String,
    field: String,
    /// Addresses that calls go to.
    url: String,
}

/// What is called for the call of this number; some measured tools need another call before or after them.
struct Probe {
    name: &'static str,
    tool: &'static str,
    arguments: fn(&Subject, usize) -> Value,
}

const PROBES: &[Probe] = &[
    Probe {
        name: "list_pages",
        tool: "list_pages",
        arguments: |_, _| json!({}),
    },
    Probe {
        name: "select_page",
        tool: "select_page",
        arguments: |subject, _| json!({"pageId": subject.page}),
    },
    Probe {
        name: "take_snapshot",
        tool: "take_snapshot",
        arguments: |subject, _| json!({"pageId": subject.page}),
    },
    Probe {
        name: "click",
        tool: "click",
        arguments: |subject, _| json!({"pageId": subject.page, "uid": subject.button}),
    },
    Probe {
        name: "fill",
        tool: "fill",
        arguments: |subject, number| json!({"pageId": subject.page, "uid": subject.field, "value": format!("value {number}")}),
    },
    Probe {
        name: "evaluate_script",
        tool: "evaluate_script",
        arguments: |subject, number| json!({"pageId": subject.page, "function": format!("() => document.title + {number}")}),
    },
    Probe {
        name: "evaluate_script, no wait for a stable DOM",
        tool: "evaluate_script",
        arguments: |subject, _| json!({"pageId": subject.page, "function": "() => document.title", "waitForStableDom": false}),
    },
    Probe {
        name: "wait_for, text that is there",
        tool: "wait_for",
        arguments: |subject, _| json!({"pageId": subject.page, "text": ["Small"]}),
    },
    Probe {
        name: "take_screenshot",
        tool: "take_screenshot",
        arguments: |subject, _| json!({"pageId": subject.page}),
    },
    Probe {
        name: "list_console_messages",
        tool: "list_console_messages",
        arguments: |subject, _| json!({"pageId": subject.page}),
    },
    Probe {
        name: "get_console_message",
        tool: "get_console_message",
        arguments: |subject, _| json!({"pageId": subject.page, "msgid": 1}),
    },
    Probe {
        name: "list_network_requests",
        tool: "list_network_requests",
        arguments: |subject, _| json!({"pageId": subject.page}),
    },
    Probe {
        name: "get_network_request",
        tool: "get_network_request",
        arguments: |subject, _| json!({"pageId": subject.page, "reqid": 1}),
    },
    Probe {
        name: "list_3p_developer_tools",
        tool: "list_3p_developer_tools",
        arguments: |subject, _| json!({"pageId": subject.page}),
    },
    Probe {
        name: "execute_3p_developer_tool",
        tool: "execute_3p_developer_tool",
        arguments: |subject, number| json!({"pageId": subject.page, "toolName": "echo", "params": json!({"v": number}).to_string()}),
    },
    Probe {
        name: "navigate_page",
        tool: "navigate_page",
        arguments: |subject, number| json!({"pageId": subject.page, "url": format!("{}?{number}", subject.url)}),
    },
];

/// Measures every tool, both servers side by side, a call of the one after a call of the other.
pub fn measure(
    sides: &[Side; 2],
    site: &Site,
    amount: Amount,
    report: &mut Report,
) -> Result<(), Failure> {
    println!("Tools: {} calls of each.", amount.calls);
    let subjects = [open(&sides[0], site)?, open(&sides[1], site)?];
    for probe in PROBES {
        let mut samples = Samples::default();
        for number in 0..=amount.calls {
            for side in order(number) {
                let subject = &subjects[side];
                let arguments = (probe.arguments)(subject, number);
                samples.take(side, number, &subject.client, probe.tool, arguments);
            }
        }
        samples.report(probe.name, report);
    }
    pages(&subjects, site, amount, report)?;
    large_snapshot(&subjects, site, amount, report)?;
    for subject in &subjects {
        close(&subject.client)?;
    }
    Ok(())
}

fn open(side: &Side, site: &Site) -> Result<Subject, Failure> {
    let client = side.spawn();
    client.initialize();
    let url = site.url("/small.html");
    let page = call(&client, "new_page", json!({"url": url}))?.selected_page();
    let snapshot = call(&client, "take_snapshot", json!({"pageId": page}))?;
    Ok(Subject {
        page,
        button: snapshot.uid("button \"More\""),
        field: snapshot.uid("textbox \"F3\""),
        client,
        url,
    })
}

/// new_page and close_page, which come in pairs.
fn pages(
    subjects: &[Subject; 2],
    site: &Site,
    amount: Amount,
    report: &mut Report,
) -> Result<(), Failure> {
    let (mut opening, mut closing) = (Samples::default(), Samples::default());
    for number in 0..=amount.calls / 2 {
        for side in order(number) {
            let client = &subjects[side].client;
            let opened = opening.take(
                side,
                number,
                client,
                "new_page",
                json!({"url": site.url("/small.html")}),
            );
            let page = opened.ok_or("new_page failed")?;
            closing.take(side, number, client, "close_page", json!({"pageId": page}));
        }
    }
    opening.report("new_page", report);
    closing.report("close_page", report);
    Ok(())
}

/// A snapshot of a page with 5,000 links.
fn large_snapshot(
    subjects: &[Subject; 2],
    site: &Site,
    amount: Amount,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut samples = Samples::default();
    for subject in subjects {
        let url = site.url("/list.html?n=5000");
        call(
            &subject.client,
            "navigate_page",
            json!({"pageId": subject.page, "url": url}),
        )?;
    }
    for number in 0..=(amount.calls / 8).max(3) {
        for side in order(number) {
            let Subject { client, page, .. } = &subjects[side];
            samples.take(
                side,
                number,
                client,
                "take_snapshot",
                json!({"pageId": page}),
            );
        }
    }
    samples.report("take_snapshot of 5,000 links", report);
    Ok(())
}

/// Times and sizes of one measure, both sides.
#[derive(Default)]
struct Samples {
    times: [Vec<f64>; 2],
    bytes: [Option<f64>; 2],
    failure: Option<String>,
}

impl Samples {
    /// Makes one call. The first of each side warms up and is not counted. The selected page of the answer comes back,
    /// or the page 0 if it names none; `None` if the call failed.
    fn take(
        &mut self,
        side: usize,
        number: usize,
        client: &Client,
        tool: &str,
        arguments: Value,
    ) -> Option<i64> {
        let answer = match call(client, tool, arguments) {
            Ok(answer) => answer,
            Err(failure) => {
                self.failure.get_or_insert(failure.to_string());
                return None;
            }
        };
        let (took, bytes) = client.last_timing();
        if number > 0 {
            self.times[side].push(took.as_secs_f64() * 1000.0);
        }
        self.bytes[side] = Some(bytes as f64);
        let selected = answer.text.contains("[selected]");
        Some(if selected { answer.selected_page() } else { 0 })
    }

    fn report(self, name: &str, report: &mut Report) {
        if let Some(failure) = &self.failure {
            report.note(&format!("{name}: {failure}"));
        }
        for percent in [50.0, 95.0] {
            let times = self
                .times
                .each_ref()
                .map(|times| percentile(times, percent));
            report.row(&format!("{name}, p{percent}"), Unit::Milliseconds, times);
        }
        report.row(&format!("{name}, answer"), Unit::Bytes, self.bytes);
    }
}
