//! The store, fed with events as recorded from Chromium 156 and with floods.

use super::issue::IssueAdded;
use super::store::Store;
use cdp::Event;
use cdp::protocol::{log, page, runtime};
use insta::assert_snapshot;
use records::{ConsoleMessage, StackTrace};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a page with every kind of message told, one event a line.
const CONSOLE: &str = include_str!("fixtures/console.jsonl");

/// Uncaught values of every kind, and a rejection that was handled later.
const EXCEPTIONS: &str = include_str!("fixtures/exceptions.jsonl");

fn read<T: DeserializeOwned>(params: Value) -> T {
    serde_json::from_value(params).expect("the event's shape")
}

fn feed(store: &mut Store, recorded: &str) {
    for line in recorded.lines() {
        let mut event: Value = serde_json::from_str(line).expect("a recorded event");
        let params = event["params"].take();
        match event["method"].as_str() {
            Some(runtime::event::ConsoleAPICalled::METHOD) => store.console_call(0, &read(params)),
            Some(runtime::event::ExceptionThrown::METHOD) => store.exception(0, &read(params)),
            Some(runtime::event::ExceptionRevoked::METHOD) => {
                let event: runtime::event::ExceptionRevoked = read(params);
                store.exception_revoked(0, event.exception_id);
            }
            Some(log::event::EntryAdded::METHOD) => {
                let event: log::event::EntryAdded = read(params);
                store.log_entry(0, &event.entry);
            }
            Some(IssueAdded::METHOD) => store.issue(0, read(params)),
            Some(page::event::FrameNavigated::METHOD) => store.navigated(),
            other => panic!("unexpected event {other:?}"),
        }
    }
}

fn say(store: &mut Store, text: &str) {
    let event = json!({"type": "log", "args": [{"type": "string", "value": text}]});
    store.console_call(0, &read(event));
}

fn shown(messages: &[ConsoleMessage]) -> String {
    let lines: Vec<String> = messages
        .iter()
        .map(|message| {
            format!(
                "{}{} [{}] {} ({} args){}",
                message.id,
                match message.count {
                    1 => String::new(),
                    count => format!(" x{count}"),
                },
                message.kind,
                message.text.replace('\n', "\\n"),
                message.argument_count,
                trace(&message.stack),
            )
        })
        .collect();
    lines.join("\n")
}

fn trace(stack: &StackTrace) -> String {
    stack
        .parts
        .iter()
        .flat_map(|part| {
            let mut words: Vec<String> = part
                .scheduled_by
                .iter()
                .map(|by| format!(" <{by}>"))
                .collect();
            words.extend(part.frames.iter().map(|frame| {
                let file = frame.url.rsplit('/').next().unwrap_or_default();
                format!(" {}@{file}:{}:{}", frame.function, frame.line, frame.column)
            }));
            words
        })
        .collect()
}

#[test]
fn every_kind_of_message() {
    let mut store = Store::default();
    feed(&mut store, CONSOLE);
    assert_snapshot!(shown(&store.list(&[], false)));
}

#[test]
fn every_kind_of_uncaught_value() {
    let mut store = Store::default();
    feed(&mut store, EXCEPTIONS);
    assert_snapshot!(shown(&store.list(&[], false)));
}

#[test]
fn only_the_kinds_asked_for() {
    let mut store = Store::default();
    feed(&mut store, CONSOLE);
    let kinds = ["issue".to_owned(), "warn".to_owned()];
    assert_snapshot!(shown(&store.list(&kinds, false)), @r"
    3 [warn] a warning (1 args) @console.html:3:58
    28 [issue] CorsIssue: MissingAllowOriginHeader (0 args)
    34 x2 [issue] GenericIssue: FormDuplicateIdForInputError (0 args)
    35 [issue] GenericIssue: FormLabelForMatchesNonExistingIdError (0 args)
    ");
}

#[test]
fn equal_messages_in_a_row_keep_their_numbers() {
    let mut store = Store::default();
    for text in ["a", "b", "b", "b", "c"] {
        say(&mut store, text);
    }
    assert_snapshot!(shown(&store.list(&[], false)), @r"
    1 [log] a (1 args)
    2 x3 [log] b (1 args)
    5 [log] c (1 args)
    ");
    let (detail, _) = store.get(4).expect("the third b");
    assert_eq!((detail.message.id, detail.message.text.as_str()), (4, "b"));
    assert_eq!(store.get(5).expect("c").0.message.text, "c");
    assert!(store.get(0).is_none() && store.get(6).is_none());
    assert_eq!(store.range(), Some((1, 5)));
}

#[test]
fn a_navigation_starts_the_list_anew_and_three_are_kept() {
    let mut store = Store::default();
    for document in 0..6 {
        say(&mut store, &format!("document {document}"));
        store.navigated();
    }
    assert!(store.list(&[], false).is_empty());
    assert_snapshot!(shown(&store.list(&[], true)), @r"
    4 [log] document 3 (1 args)
    5 [log] document 4 (1 args)
    6 [log] document 5 (1 args)
    ");
    let ago: Vec<u32> = store
        .list(&[], true)
        .iter()
        .map(|message| message.navigations_ago)
        .collect();
    assert_eq!(ago, [3, 2, 1]);
    assert!(store.get(3).is_none());
}

#[test]
fn a_flood_of_different_messages_is_bounded_and_told() {
    let mut store = Store::default();
    for number in 0..50_000 {
        say(&mut store, &format!("number {number}"));
    }
    let messages = store.list(&[], false);
    assert_eq!(messages.len(), 10_000);
    assert_eq!(messages[0].text, "number 40000");
    assert_eq!(store.dropped(false), 40_000);
    store.navigated();
    assert_eq!((store.dropped(false), store.dropped(true)), (0, 40_000));
}

#[test]
fn a_flood_of_equal_messages_is_one_line() {
    let mut store = Store::default();
    for _ in 0..50_000 {
        say(&mut store, "again");
    }
    assert_snapshot!(shown(&store.list(&[], false)), @"1 x50000 [log] again (1 args)");
    assert_eq!(store.dropped(false), 0);
}

#[test]
fn huge_messages_are_bounded_by_their_size() {
    let mut store = Store::default();
    for number in 0..1_000 {
        say(&mut store, &format!("{number} {}", "x".repeat(1_000_000)));
    }
    let kept = store.list(&[], false);
    let bytes: usize = kept.iter().map(|message| message.text.len()).sum();
    assert!(
        !kept.is_empty() && bytes < 17 * 1024 * 1024,
        "{bytes} bytes"
    );
    assert_eq!(store.dropped(false) + kept.len() as u64, 1_000);
}

#[test]
fn an_issue_lists_what_it_affects_once() {
    let mut store = Store::default();
    feed(&mut store, CONSOLE);
    let (detail, asked) = store.get(34).expect("the issue");
    assert_eq!(detail.message.count, 2);
    assert_eq!(detail.affected.len(), 2);
    let (detail, asked_cors) = store.get(28).expect("the CORS issue");
    assert!(asked_cors.requests[0].is_some() && asked.requests[0].is_none());
    assert!(detail.affected[0].data["request"]["requestId"].is_null());
}
