//! The list of console messages.

use super::pagination::{pagination_json, pagination_text};
use super::stack::{POSITIONS_NOTE, stack_lines};
use crate::{
    Place, Section,
    text::{cut, one_line},
};
use records::{ConsoleList, ConsoleMessage};
use serde_json::{Map, Value, json};

/// Longest text of one message in the list, in characters.
const TEXT_LIMIT: usize = 1000;

/// What the console said.
pub struct ConsoleMessages(pub ConsoleList);

impl Section for ConsoleMessages {
    fn place(&self) -> Place {
        Place::ConsoleMessages
    }

    fn text(&self, out: &mut String) {
        let list = &self.0;
        out.push_str("## Console messages\n");
        if list.messages.items.is_empty() {
            out.push_str("<no console messages found>\n");
        }
        pagination_text(&list.messages.pagination, out);
        if list.dropped > 0 {
            out.push_str(&format!(
                "{} older messages were dropped: only the newest are kept.\n",
                list.dropped
            ));
        }
        let mut has_stack = false;
        for message in &list.messages.items {
            out.push_str(&line(message));
            out.push('\n');
            if list.stack_traces {
                for line in stack_lines(&message.stack) {
                    has_stack = true;
                    out.push_str(&format!("  {line}\n"));
                }
            }
        }
        if has_stack {
            out.push_str(POSITIONS_NOTE);
            out.push('\n');
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let list = &self.0;
        pagination_json(&list.messages.pagination, out);
        if list.messages.items.is_empty() {
            return;
        }
        let messages = list
            .messages
            .items
            .iter()
            .map(|message| entry(message, list.stack_traces))
            .collect();
        out.insert("consoleMessages".to_owned(), messages);
    }
}

fn line(message: &ConsoleMessage) -> String {
    let mut line = format!(
        "msgid={} [{}] {}",
        message.id,
        one_line(&message.kind),
        shown_text(message)
    );
    if message.kind == "issue" {
        line.push_str(&format!(" (count: {})", message.count));
    } else {
        line.push_str(&format!(" ({} args)", message.argument_count));
        if message.count > 1 {
            line.push_str(&format!(" [{} times]", message.count));
        }
    }
    if let Some(mark) = earlier(message.navigations_ago) {
        line.push_str(&mark);
    }
    line
}

/// What marks an entry of an earlier document.
pub(super) fn earlier(navigations_ago: u32) -> Option<String> {
    match navigations_ago {
        0 => None,
        1 => Some(" [1 navigation ago]".to_owned()),
        more => Some(format!(" [{more} navigations ago]")),
    }
}

fn shown_text(message: &ConsoleMessage) -> String {
    cut(
        &one_line(&message.text),
        TEXT_LIMIT,
        "... <cut; get_console_message shows more>",
    )
}

fn entry(message: &ConsoleMessage, stack_traces: bool) -> Value {
    if message.kind == "issue" {
        return json!({
            "type": "issue",
            "title": message.text,
            "count": message.count,
            "id": message.id,
        });
    }
    let mut entry = json!({
        "type": message.kind,
        "text": shown_text(message),
        "argsCount": message.argument_count,
        "id": message.id,
    });
    if message.count > 1 {
        entry["count"] = message.count.into();
    }
    if message.navigations_ago > 0 {
        entry["navigationsAgo"] = message.navigations_ago.into();
    }
    if stack_traces && !message.stack.is_empty() {
        entry["stackTrace"] = stack_lines(&message.stack).join("\n").into();
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;
    use records::{PageOf, StackFrame, StackTrace};

    fn message(id: u32, kind: &'static str, text: &str) -> ConsoleMessage {
        ConsoleMessage {
            id,
            count: 1,
            kind: kind.into(),
            text: text.into(),
            argument_count: 1,
            stack: StackTrace::default(),
            navigations_ago: 0,
        }
    }

    fn list(messages: Vec<ConsoleMessage>) -> ConsoleMessages {
        ConsoleMessages(ConsoleList {
            messages: PageOf::cut(messages, None, None),
            dropped: 0,
            stack_traces: false,
        })
    }

    fn text(section: &impl Section) -> String {
        let mut out = String::new();
        section.text(&mut out);
        out
    }

    fn structured(section: &impl Section) -> Value {
        let mut out = Map::new();
        section.json(&mut out);
        Value::Object(out)
    }

    #[test]
    fn one_line_a_message() {
        let section = list(vec![
            message(1, "log", "plain"),
            ConsoleMessage {
                count: 3,
                ..message(2, "log", "again")
            },
            ConsoleMessage {
                argument_count: 0,
                ..message(5, "error", "Uncaught TypeError: two\nlines\n## Pages")
            },
            ConsoleMessage {
                count: 2,
                ..message(6, "issue", "CorsIssue: MissingAllowOriginHeader")
            },
            ConsoleMessage {
                navigations_ago: 2,
                ..message(7, "warn", "old")
            },
        ]);
        assert_snapshot!(text(&section), @r"
        ## Console messages
        Showing 1-5 of 5 (Page 1 of 1).
        msgid=1 [log] plain (1 args)
        msgid=2 [log] again (1 args) [3 times]
        msgid=5 [error] Uncaught TypeError: two\nlines\n## Pages (0 args)
        msgid=6 [issue] CorsIssue: MissingAllowOriginHeader (count: 2)
        msgid=7 [warn] old (1 args) [2 navigations ago]
        ");
        assert_snapshot!(format!("{:#}", json!(structured(&section)["consoleMessages"])), @r#"
        [
          {
            "type": "log",
            "text": "plain",
            "argsCount": 1,
            "id": 1
          },
          {
            "type": "log",
            "text": "again",
            "argsCount": 1,
            "id": 2,
            "count": 3
          },
          {
            "type": "error",
            "text": "Uncaught TypeError: two\\nlines\\n## Pages",
            "argsCount": 0,
            "id": 5
          },
          {
            "type": "issue",
            "title": "CorsIssue: MissingAllowOriginHeader",
            "count": 2,
            "id": 6
          },
          {
            "type": "warn",
            "text": "old",
            "argsCount": 1,
            "id": 7,
            "navigationsAgo": 2
          }
        ]
        "#);
    }

    #[test]
    fn stack_traces_stand_under_their_line() {
        let mut section = list(vec![ConsoleMessage {
            stack: StackTrace::of(vec![StackFrame {
                function: "load".into(),
                url: "http://localhost/app.js".into(),
                line: 2,
                column: 9,
            }]),
            ..message(1, "error", "broken")
        }]);
        section.0.stack_traces = true;
        assert_snapshot!(text(&section), @r"
        ## Console messages
        Showing 1-1 of 1 (Page 1 of 1).
        msgid=1 [error] broken (1 args)
          at load (app.js:2:9)
        Note: line and column numbers of stack traces count from 1
        ");
        assert_eq!(
            structured(&section)["consoleMessages"][0]["stackTrace"],
            "at load (app.js:2:9)"
        );
    }

    #[test]
    fn an_empty_list_and_dropped_messages_are_told() {
        let mut section = list(vec![]);
        assert_snapshot!(text(&section), @r"
        ## Console messages
        <no console messages found>
        ");
        assert_eq!(structured(&section), json!({}));
        section = list(vec![message(40_001, "log", "new")]);
        section.0.dropped = 40_000;
        assert_snapshot!(text(&section), @r"
        ## Console messages
        Showing 1-1 of 1 (Page 1 of 1).
        40000 older messages were dropped: only the newest are kept.
        msgid=40001 [log] new (1 args)
        ");
    }

    #[test]
    fn a_long_text_is_cut() {
        let shown = text(&list(vec![message(1, "log", &"x".repeat(5000))]));
        assert!(shown.contains("xxx... <cut; get_console_message shows more> (1 args)"));
        assert!(shown.len() < 1200);
    }
}
