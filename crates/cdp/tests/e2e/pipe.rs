//! Chromium over a pipe.

use crate::browser::{Browser, attach, page};
use cdp::protocol::{browser, page as page_domain, runtime, target};
use cdp::{Command, CommandError, Event, Session};
use serde_json::value::RawValue;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

fn evaluate(expression: impl Into<String>) -> runtime::Evaluate {
    runtime::Evaluate {
        expression: expression.into(),
        return_by_value: Some(true),
        await_promise: Some(true),
        ..Default::default()
    }
}

async fn value(session: &Session, expression: &str) -> serde_json::Value {
    let answer = session
        .call_within(evaluate(expression), MINUTE)
        .await
        .expect("the page evaluates");
    answer.result.value.unwrap_or_default()
}

#[tokio::test]
async fn commands_events_and_refusals() {
    let (_browser, connection) = Browser::over_pipe().await;
    let version = connection.browser().call(browser::GetVersion {}).await;
    assert!(version.unwrap().product.contains("Chrome/"));

    let page = page(&connection).await;
    page.call(page_domain::Enable::default()).await.unwrap();
    let navigated = page.next_event::<page_domain::event::FrameNavigated>();
    let answer = page
        .call(page_domain::Navigate {
            url: "data:text/html,<title>here</title>".into(),
            ..Default::default()
        })
        .await
        .unwrap();
    let frame = navigated.await.unwrap().frame;
    assert_eq!(frame.id, answer.frame_id);
    assert_eq!(value(&page, "document.title").await, "here");

    let params = RawValue::from_string("{}".into()).unwrap();
    let unknown = page.call_raw("Page.unheardOf", &params, MINUTE).await;
    let Err(CommandError::Refused { code: -32601, .. }) = unknown else {
        panic!("{unknown:?}");
    };
    let half = page.call(evaluate("'a\\ud800b'")).await.unwrap();
    assert_eq!(half.result.value.unwrap(), "a\u{fffd}b");
}

#[tokio::test]
async fn a_hundred_megabytes_each_way() {
    let (_browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    let length = 120_000_000;
    let answer = value(&page, &format!("'x'.repeat({length})")).await;
    assert_eq!(answer.as_str().map(str::len), Some(length));

    let length = 90_000_000;
    let expression = format!("'{}'.length", "y".repeat(length));
    assert_eq!(value(&page, &expression).await, length);
}

#[tokio::test]
async fn a_command_without_answer_runs_out_of_time() {
    let (_browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    let limit = Duration::from_millis(200);
    let never = page.call_within(evaluate("new Promise(() => {})"), limit);
    let Err(CommandError::Timeout { limit: told, .. }) = never.await else {
        panic!("it was answered");
    };
    assert_eq!(told, limit);
    assert_eq!(value(&page, "1 + 1").await, 2);
}

#[tokio::test]
async fn a_closed_page_ends_its_session() {
    let (_browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    let mut events = page.events(&[page_domain::event::FrameNavigated::METHOD]);
    let never = page.call_within(evaluate("new Promise(() => {})"), MINUTE);
    let closing = page.call(page_domain::Close {});
    let (never, _) = tokio::join!(never, closing);
    // Chrome itself answers some commands before it detaches.
    assert!(
        matches!(
            never,
            Err(CommandError::SessionClosed { .. } | CommandError::Refused { .. })
        ),
        "{never:?}"
    );
    page.closed().await;
    assert!(page.is_closed() && !connection.is_closed());
    assert!(events.next().await.is_none());
    assert!(page.events(&["Page.frameNavigated"]).next().await.is_none());
    let late = page.call(evaluate("1")).await;
    assert!(
        matches!(late, Err(CommandError::SessionClosed { .. })),
        "{late:?}"
    );
    let id = page.id().cloned().unwrap();
    assert!(connection.session(id).is_closed());
}

#[tokio::test]
async fn a_detached_session_fails_waiting_commands() {
    let (_browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    let never = page.call_within(evaluate("new Promise(() => {})"), MINUTE);
    let browser = connection.browser();
    let detach = browser.call(target::DetachFromTarget {
        session_id: page.id().map(ToString::to_string),
        ..Default::default()
    });
    let (never, detached) = tokio::join!(never, async {
        // The command must be on its way before.
        value(&page, "1").await;
        detach.await
    });
    detached.unwrap();
    assert!(
        matches!(never, Err(CommandError::SessionClosed { .. })),
        "{never:?}"
    );
    assert!(page.is_closed());
}

#[tokio::test]
async fn a_crash_fails_waiting_commands_and_leaves_the_session() {
    let (_browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    page.call(page_domain::Enable::default()).await.unwrap();
    let never = page.call_within(evaluate("new Promise(() => {})"), MINUTE);
    let crash = page.call_within(page_domain::Crash {}, MINUTE);
    let (never, crash) = tokio::join!(never, crash);
    for answer in [never.map(drop), crash.map(drop)] {
        assert!(
            matches!(
                answer,
                Err(CommandError::SessionClosed { .. } | CommandError::Refused { .. })
            ),
            "{answer:?}"
        );
    }
    assert!(!page.is_closed());
    let loaded = page.next_event::<page_domain::event::LoadEventFired>();
    let revived = page
        .call(page_domain::Navigate {
            url: "data:text/html,<title>again</title>".into(),
            ..Default::default()
        })
        .await;
    assert!(revived.is_ok(), "{revived:?}");
    assert!(loaded.await.is_some());
    assert_eq!(value(&page, "document.title").await, "again");
}

#[tokio::test]
async fn a_killed_browser_fails_waiting_commands() {
    let (mut browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    let never = page.call_within(evaluate("new Promise(() => {})"), MINUTE);
    let (never, ()) = tokio::join!(never, async {
        value(&page, "1").await;
        browser.kill();
    });
    assert!(
        matches!(never, Err(CommandError::ConnectionClosed { .. })),
        "{never:?}"
    );
    assert_eq!(connection.closed().await, "the browser closed the pipe");
    page.closed().await;
    let late = connection.browser().call(browser::GetVersion {}).await;
    assert!(matches!(late, Err(CommandError::ConnectionClosed { .. })));
}

#[tokio::test]
async fn a_flood_loses_the_oldest_events_and_stops_nothing() {
    let (_browser, connection) = Browser::over_pipe().await;
    let page = page(&connection).await;
    let console = runtime::event::ConsoleAPICalled::METHOD;
    let mut slow = page.events(&[console]);
    page.call(runtime::Enable {}).await.unwrap();
    value(&page, "for (let i = 0; i < 50_000; i++) console.log(i)").await;
    // Chrome reports to the console before it answers the evaluation.
    let mut kept = Vec::new();
    while let Some(event) = slow.try_next() {
        let event: runtime::event::ConsoleAPICalled = event.read().unwrap();
        let number = event.args[0]
            .value
            .as_ref()
            .and_then(|value| value.as_u64());
        kept.push(number.unwrap());
    }
    assert_eq!(slow.lost(), 40_000);
    assert_eq!(kept, (40_000..50_000).collect::<Vec<u64>>());
}

#[tokio::test]
async fn two_sessions_on_one_target_are_apart() {
    let (_browser, connection) = Browser::over_pipe().await;
    let created = connection
        .browser()
        .call(target::CreateTarget {
            url: "about:blank".into(),
            ..Default::default()
        })
        .await
        .unwrap();
    let one = attach(&connection, &created.target_id).await;
    let two = attach(&connection, &created.target_id).await;
    let mut events_of_two = two.events(&[runtime::event::ConsoleAPICalled::METHOD]);
    let heard = one.next_event::<runtime::event::ConsoleAPICalled>();
    one.call(runtime::Enable {}).await.unwrap();
    two.call(evaluate("console.log('hello')")).await.unwrap();
    let heard = heard.await.unwrap();
    assert_eq!(heard.args[0].value.as_ref().unwrap(), "hello");
    assert!(events_of_two.try_next().is_none());
    assert_eq!(runtime::Enable::METHOD, "Runtime.enable");
}
