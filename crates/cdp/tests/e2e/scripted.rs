//! What no browser does on demand, from a scripted peer over a socket pair.

use cdp::protocol::{browser, page, runtime, target};
use cdp::{CommandError, ConnectError, Connection, Endpoint, Event, Session, SessionId};
use serde_json::{Value, json};
use std::os::fd::OwnedFd;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

/// The browser's end of the pipe.
struct Peer(BufReader<UnixStream>);

impl Peer {
    async fn connect() -> (Self, Connection) {
        let (ours, theirs) = std::os::unix::net::UnixStream::pair().expect("a socket pair");
        theirs.set_nonblocking(true).expect("a socket");
        let theirs = UnixStream::from_std(theirs).expect("a socket");
        let connection = Connection::open(Endpoint::Pipe {
            read: OwnedFd::from(ours.try_clone().expect("a socket")),
            write: OwnedFd::from(ours),
        })
        .await
        .expect("the pipe opens");
        (Self(BufReader::new(theirs)), connection)
    }

    async fn command(&mut self) -> Value {
        let mut message = Vec::new();
        self.0.read_until(0, &mut message).await.expect("a command");
        assert_eq!(message.pop(), Some(0));
        serde_json::from_slice(&message).expect("JSON")
    }

    async fn send(&mut self, message: &str) {
        let message = format!("{message}\0");
        let written = self.0.get_mut().write_all(message.as_bytes()).await;
        written.expect("the connection reads");
    }

    async fn answer(&mut self, result: &str) {
        let id = self.command().await["id"].clone();
        self.send(&format!("{{\"id\":{id},\"result\":{result}}}"))
            .await;
    }

    /// Tells of a new session, and waits until the connection knows it.
    async fn attach(&mut self, connection: &Connection, id: &str, parent: Option<&str>) -> Session {
        let mut event = json!({
            "method": "Target.attachedToTarget",
            "params": {"sessionId": id, "targetInfo": {"targetId": format!("target of {id}")}},
        });
        if let Some(parent) = parent {
            event["sessionId"] = parent.into();
        }
        self.send(&event.to_string()).await;
        self.sync(connection).await;
        connection.session(SessionId::from(id))
    }

    /// Returns when the connection has taken everything sent so far.
    async fn sync(&mut self, connection: &Connection) {
        let browser = connection.browser();
        let (answer, ()) = tokio::join!(browser.call(browser::GetVersion {}), self.answer("{}"));
        answer.expect("an answer");
    }
}

fn evaluate(expression: &str) -> runtime::Evaluate {
    runtime::Evaluate {
        expression: expression.into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn commands_are_written_as_the_protocol_wants() {
    let (mut peer, connection) = Peer::connect().await;
    let page = peer.attach(&connection, "S\"1", None).await;
    page.send(evaluate("1"));
    connection.browser().send(target::SetDiscoverTargets {
        discover: true,
        filter: None,
    });
    assert_eq!(
        peer.command().await,
        json!({"id": 2, "method": "Runtime.evaluate", "params": {"expression": "1"}, "sessionId": "S\"1"})
    );
    assert_eq!(
        peer.command().await,
        json!({"id": 3, "method": "Target.setDiscoverTargets", "params": {"discover": true}})
    );
}

#[tokio::test]
async fn refusals_and_bad_answers_are_told_apart() {
    let (mut peer, connection) = Peer::connect().await;
    let browser = connection.browser();
    for (answer, expected) in [
        (
            r#""error":{"code":-32000,"message":"No","data":"why"}"#,
            "Browser.getVersion: No (why)",
        ),
        (r#""error":{}"#, "Browser.getVersion: "),
        (
            r#""result":{"product":5}"#,
            "Browser.getVersion: unexpected answer: invalid type: integer `5`, expected a string at line 1 column 12",
        ),
        (
            r#""result":[5]"#,
            "Browser.getVersion: unexpected answer: invalid type: integer `5`, expected a string at line 1 column 2",
        ),
    ] {
        let (told, ()) = tokio::join!(browser.call(browser::GetVersion {}), async {
            let id = peer.command().await["id"].clone();
            peer.send(&format!("{{{answer},\"id\":{id}}}")).await;
        });
        assert_eq!(told.unwrap_err().to_string(), expected);
    }
}

#[tokio::test]
async fn nonsense_is_skipped() {
    let (mut peer, connection) = Peer::connect().await;
    for nonsense in [
        "",
        "null",
        "{\"a",
        "{}",
        "{\"id\":999,\"result\":{}}",
        "{\"id\":-1}",
        "{\"error\":{\"message\":\"?\"}}",
        "{\"method\":\"Target.attachedToTarget\"}",
        "{\"method\":\"Target.attachedToTarget\",\"params\":[[[[]]]]}",
        "{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"?\"}}",
        "{\"method\":\"Target.targetCrashed\",\"params\":{\"targetId\":7}}",
        "{\"method\":\"Inspector.targetCrashed\"}",
        "{\"method\":\"Un.known\",\"params\":{},\"sessionId\":\"?\"}",
    ] {
        peer.send(nonsense).await;
    }
    peer.sync(&connection).await;
}

#[tokio::test]
async fn events_go_to_their_session_in_order() {
    let (mut peer, connection) = Peer::connect().await;
    let one = peer.attach(&connection, "1", None).await;
    let two = peer.attach(&connection, "2", None).await;
    let methods = [
        "Page.frameNavigated",
        "Page.loadEventFired",
        "Page.loadEventFired",
    ];
    let mut events = one.events(&methods);
    let mut others = two.events(&methods);
    for event in [
        r#"{"method":"Page.frameNavigated","params":{"frame":{"id":"F"}},"sessionId":"1"}"#,
        r#"{"sessionId":"1","params":{"timestamp":5},"method":"Page.loadEventFired"}"#,
        r#"{"method":"Page.loadEventFired","params":{},"sessionId":"3"}"#,
        r#"{"method":"Page.loadEventFired","params":{}}"#,
        r#"{"method":"Page.frameDetached","params":{},"sessionId":"1"}"#,
        r#"{"method":"Page.frameNavigated","sessionId":"1"}"#,
        r#"{"method":"Page.frameNavigated","params":7,"sessionId":"1"}"#,
    ] {
        peer.send(event).await;
    }
    peer.sync(&connection).await;

    let first = events.next().await.unwrap();
    assert_eq!(first.method(), "Page.frameNavigated");
    assert!(first.read::<page::event::LoadEventFired>().is_none());
    let navigated: page::event::FrameNavigated = first.read().unwrap();
    assert_eq!(navigated.frame.id, "F");
    let second = events.next().await.unwrap();
    let loaded: page::event::LoadEventFired = second.read().unwrap();
    assert_eq!(loaded.timestamp, 5.0);
    let third = events.try_next().unwrap();
    assert!(third.read::<page::event::FrameNavigated>().is_some());
    let fourth = events.try_next().unwrap();
    assert!(fourth.read::<page::event::FrameNavigated>().is_none());
    assert!(events.try_next().is_none());
    assert!(others.try_next().is_none());
    assert_eq!(events.lost(), 0);
}

#[tokio::test]
async fn a_dropped_listener_leaves_the_others() {
    let (mut peer, connection) = Peer::connect().await;
    let browser = connection.browser();
    let method = target::event::TargetCreated::METHOD;
    let dropped = browser.events(&[method]);
    let mut kept = browser.events(&[method]);
    drop(dropped);
    drop(browser.next_event::<target::event::TargetCreated>());
    peer.send(r#"{"method":"Target.targetCreated","params":{}}"#)
        .await;
    peer.sync(&connection).await;
    assert!(kept.try_next().is_some());
    assert!(browser.events(&[]).next().await.is_none());
}

#[tokio::test]
async fn a_detached_session_takes_its_children_along() {
    let (mut peer, connection) = Peer::connect().await;
    let parent = peer.attach(&connection, "parent", None).await;
    let child = peer.attach(&connection, "child", Some("parent")).await;
    let grandchild = peer.attach(&connection, "grandchild", Some("child")).await;
    let other = peer.attach(&connection, "other", None).await;
    let mut detached = other.events(&[target::event::DetachedFromTarget::METHOD]);
    let (answer, ()) = tokio::join!(grandchild.call(evaluate("1")), async {
        assert_eq!(peer.command().await["sessionId"], "grandchild");
        // Whoever tells of it.
        peer.send(r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"parent"},"sessionId":"other"}"#)
            .await;
    });
    assert!(matches!(answer, Err(CommandError::SessionClosed { .. })));
    assert!(parent.is_closed() && child.is_closed() && grandchild.is_closed());
    assert!(!other.is_closed() && !connection.browser().is_closed());
    assert!(detached.try_next().is_some());
    assert!(connection.session("unheard of".into()).is_closed());
}

#[tokio::test]
async fn a_session_that_chrome_does_not_know_ends() {
    let (mut peer, connection) = Peer::connect().await;
    let page = peer.attach(&connection, "1", None).await;
    let (answer, ()) = tokio::join!(page.call(evaluate("1")), async {
        let id = peer.command().await["id"].clone();
        peer.send(&format!(
            r#"{{"error":{{"code":-32001,"message":"Session with given id not found."}},"id":{id}}}"#
        ))
        .await;
    });
    assert!(matches!(answer, Err(CommandError::SessionClosed { .. })));
    assert!(page.is_closed());
}

#[tokio::test]
async fn a_crash_fails_the_waiting_commands_of_its_sessions() {
    let (mut peer, connection) = Peer::connect().await;
    let one = peer.attach(&connection, "1", None).await;
    let two = peer.attach(&connection, "2", None).await;
    for crash in [
        r#"{"method":"Inspector.targetCrashed","params":{},"sessionId":"1"}"#,
        r#"{"method":"Target.targetCrashed","params":{"targetId":"target of 1","status":"","errorCode":0}}"#,
    ] {
        let (crashed, answered, ()) =
            tokio::join!(one.call(evaluate("1")), two.call(evaluate("1")), async {
                assert_eq!(peer.command().await["sessionId"], "1");
                peer.send(crash).await;
                peer.answer("{}").await;
            });
        assert!(matches!(crashed, Err(CommandError::SessionClosed { .. })));
        answered.unwrap();
        assert!(!one.is_closed());
    }
}

#[tokio::test]
async fn a_dropped_command_is_forgotten() {
    let (mut peer, connection) = Peer::connect().await;
    let browser = connection.browser();
    let limit = Duration::from_millis(10);
    let late = browser.call_within(browser::GetVersion {}, limit).await;
    assert!(
        matches!(late, Err(CommandError::Timeout { .. })),
        "{late:?}"
    );
    // Its answer comes all the same, and then that of the next one.
    peer.answer(r#"{"product":"late"}"#).await;
    let (answer, ()) = tokio::join!(
        browser.call(browser::GetVersion {}),
        peer.answer(r#"{"product":"in time"}"#)
    );
    assert_eq!(answer.unwrap().product, "in time");
}

#[tokio::test]
async fn the_end_reaches_everybody() {
    let (mut peer, connection) = Peer::connect().await;
    let page = peer.attach(&connection, "1", None).await;
    let mut events = page.events(&["Page.loadEventFired"]);
    let next = connection
        .browser()
        .next_event::<target::event::TargetCreated>();
    peer.send(r#"{"method":"Page.loadEventFired","params":{},"sessionId":"1"}"#)
        .await;
    let (answer, ()) = tokio::join!(page.call(evaluate("1")), async {
        peer.command().await;
        drop(peer);
    });
    assert_eq!(
        answer.unwrap_err().to_string(),
        "Runtime.evaluate: the connection to the browser is closed (the browser closed the pipe)"
    );
    assert!(events.next().await.is_some(), "it came before the end");
    assert!(events.next().await.is_none());
    assert!(next.await.is_none());
    page.closed().await;
    assert!(connection.is_closed() && page.is_closed());
}

#[tokio::test]
async fn closing_ends_both_sides() {
    let (mut peer, connection) = Peer::connect().await;
    let browser = connection.browser();
    let (answer, ()) = tokio::join!(browser.call(browser::GetVersion {}), async {
        peer.command().await;
        connection.close();
    });
    assert!(matches!(answer, Err(CommandError::ConnectionClosed { .. })));
    assert_eq!(connection.closed().await, "closed by this program");
    let mut rest = Vec::new();
    assert_eq!(peer.0.read_until(0, &mut rest).await.unwrap(), 0);
}

#[tokio::test]
async fn a_connection_that_nobody_holds_ends() {
    let (mut peer, connection) = Peer::connect().await;
    let page = peer.attach(&connection, "1", None).await;
    drop(connection);
    assert!(!page.is_closed());
    drop(page);
    let mut rest = Vec::new();
    assert_eq!(peer.0.read_until(0, &mut rest).await.unwrap(), 0);
}

#[tokio::test]
async fn a_peer_that_does_not_read_stops_no_reader() {
    let (mut peer, connection) = Peer::connect().await;
    let browser = connection.browser();
    // More than the socket takes.
    let large = browser.call(evaluate(&"x".repeat(10_000_000)));
    let created = browser.next_event::<target::event::TargetCreated>();
    let script = async {
        peer.send(r#"{"method":"Target.targetCreated","params":{"targetInfo":{"targetId":"T"}}}"#)
            .await;
        let created = created.await.unwrap();
        assert_eq!(created.target_info.target_id, "T");
        peer.answer("{}").await;
    };
    let (answer, ()) = tokio::join!(large, script);
    answer.unwrap();
}

#[tokio::test]
async fn what_is_no_pipe_is_refused() {
    let file = || OwnedFd::from(std::fs::File::open("/dev/null").unwrap());
    let opened = Connection::open(Endpoint::Pipe {
        read: file(),
        write: file(),
    });
    assert!(matches!(opened.await, Err(ConnectError::Pipe(_))));
}
