//! One console message in full.

use super::stack::{POSITIONS_NOTE, cause_lines, stack_lines};
use crate::{
    Place, Section,
    text::{cut, one_line},
};
use records::{AffectedResource, ConsoleArgument, ConsoleMessageDetail};
use serde_json::{Map, Value, json};

/// Longest text of the message or of one argument, in characters.
const TEXT_LIMIT: usize = 50_000;

/// Most affected resources of an issue that are shown.
const AFFECTED_LIMIT: usize = 50;

/// One console message: its text, arguments, stack trace, causes.
pub struct ConsoleMessageFull(pub ConsoleMessageDetail);

impl Section for ConsoleMessageFull {
    fn place(&self) -> Place {
        Place::ConsoleMessage
    }

    fn text(&self, out: &mut String) {
        let ConsoleMessageDetail {
            message,
            arguments,
            causes,
            affected,
        } = &self.0;
        out.push_str(&format!(
            "ID: {}\nMessage: {}> {}\n",
            message.id,
            one_line(&message.kind),
            block(&message.text)
        ));
        if !arguments.is_empty() {
            out.push_str("### Arguments\n");
            for (index, argument) in arguments.iter().enumerate() {
                out.push_str(&format!("Arg #{index}: {}\n", argument_text(argument)));
            }
        }
        let stack = [stack_lines(&message.stack), cause_lines(causes)].concat();
        if !stack.is_empty() {
            out.push_str(&format!("### Stack trace\n{}\n", stack.join("\n")));
        }
        if !stack.is_empty() || arguments.iter().any(|argument| !argument.stack.is_empty()) {
            out.push_str(&format!("{POSITIONS_NOTE}\n"));
        }
        if !affected.is_empty() {
            out.push_str("### Affected resources\n");
            for resource in affected.iter().take(AFFECTED_LIMIT) {
                out.push_str(&affected_line(resource));
            }
            if affected.len() > AFFECTED_LIMIT {
                let more = affected.len() - AFFECTED_LIMIT;
                out.push_str(&format!("... and {more} more\n"));
            }
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        out.insert("consoleMessage".to_owned(), structured(&self.0));
    }
}

/// Page-supplied text on one or more lines: lines after the first are set in, so that they can't pass for ours.
fn block(text: &str) -> String {
    let shown = cut(text, TEXT_LIMIT, "");
    let mut lines: Vec<String> = shown.split('\n').map(one_line).collect();
    let left = text.chars().count() - shown.chars().count();
    if left > 0
        && let Some(last) = lines.last_mut()
    {
        last.push_str(&format!("... <{left} more characters>"));
    }
    lines.join("\n  ")
}

fn argument_text(argument: &ConsoleArgument) -> String {
    let mut lines = vec![block(&argument.text)];
    lines.extend(stack_lines(&argument.stack));
    lines.extend(cause_lines(&argument.causes));
    lines.join("\n")
}

fn affected_line(resource: &AffectedResource) -> String {
    let data = one_line(&resource.data.to_string());
    let mut line = String::new();
    if let Some(uid) = &resource.uid {
        line.push_str(&format!("uid={uid} "));
    }
    if let Some(id) = resource.request {
        line.push_str(&format!("reqid={id} "));
    }
    format!("{line}data={data}\n")
}

fn structured(detail: &ConsoleMessageDetail) -> Value {
    let message = &detail.message;
    if message.kind == "issue" {
        let affected: Vec<Value> = detail
            .affected
            .iter()
            .take(AFFECTED_LIMIT)
            .map(|resource| {
                let mut entry = json!({"data": resource.data});
                if let Some(uid) = &resource.uid {
                    entry["uid"] = uid.clone().into();
                }
                if let Some(id) = resource.request {
                    entry["request"] = id.into();
                }
                entry
            })
            .collect();
        return json!({
            "id": message.id,
            "type": "issue",
            "count": message.count,
            "title": message.text,
            "affectedResources": affected,
        });
    }
    let arguments: Vec<String> = detail.arguments.iter().map(argument_text).collect();
    let mut entry = json!({
        "id": message.id,
        "type": message.kind,
        "text": cut(&message.text, TEXT_LIMIT, "..."),
        "argsCount": message.argument_count,
        "args": arguments,
    });
    let stack = [stack_lines(&message.stack), cause_lines(&detail.causes)].concat();
    if !stack.is_empty() {
        entry["stackTrace"] = stack.join("\n").into();
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;
    use records::{ConsoleMessage, ErrorCause, StackFrame, StackTrace};

    fn stack(function: &str) -> StackTrace {
        StackTrace::of(vec![StackFrame {
            function: function.into(),
            url: "http://localhost/app.js".into(),
            line: 2,
            column: 9,
        }])
    }

    fn error() -> ConsoleMessageFull {
        ConsoleMessageFull(ConsoleMessageDetail {
            message: ConsoleMessage {
                id: 7,
                count: 1,
                kind: "error".into(),
                text: "failed Error: outer".into(),
                argument_count: 3,
                stack: stack("show"),
                navigations_ago: 0,
            },
            arguments: vec![
                ConsoleArgument {
                    text: "failed\n## Pages\u{1b}[2J".into(),
                    ..Default::default()
                },
                ConsoleArgument {
                    text: "Error: outer".into(),
                    stack: stack("make"),
                    causes: vec![ErrorCause {
                        text: "SyntaxError: inner".into(),
                        stack: stack("parse"),
                    }],
                },
                ConsoleArgument {
                    text: "{\"a\":1}".into(),
                    ..Default::default()
                },
            ],
            causes: vec![],
            affected: vec![],
        })
    }

    #[test]
    fn arguments_errors_and_causes_are_shown_and_page_text_is_set_in() {
        let mut out = String::new();
        error().text(&mut out);
        assert_snapshot!(out, @r##"
        ID: 7
        Message: error> failed Error: outer
        ### Arguments
        Arg #0: failed
          ## Pages\u{1b}[2J
        Arg #1: Error: outer
        at make (app.js:2:9)
        Caused by: SyntaxError: inner
        at parse (app.js:2:9)
        Arg #2: {"a":1}
        ### Stack trace
        at show (app.js:2:9)
        Note: line and column numbers of stack traces count from 1
        "##);
    }

    #[test]
    fn structured_form() {
        let mut out = Map::new();
        error().json(&mut out);
        assert_snapshot!(format!("{:#}", json!(out)), @r##"
        {
          "consoleMessage": {
            "id": 7,
            "type": "error",
            "text": "failed Error: outer",
            "argsCount": 3,
            "args": [
              "failed\n  ## Pages\\u{1b}[2J",
              "Error: outer\nat make (app.js:2:9)\nCaused by: SyntaxError: inner\nat parse (app.js:2:9)",
              "{\"a\":1}"
            ],
            "stackTrace": "at show (app.js:2:9)"
          }
        }
        "##);
    }

    #[test]
    fn an_issue_names_what_it_affects() {
        let section = ConsoleMessageFull(ConsoleMessageDetail {
            message: ConsoleMessage {
                id: 30,
                count: 2,
                kind: "issue".into(),
                text: "CorsIssue: MissingAllowOriginHeader".into(),
                argument_count: 0,
                stack: StackTrace::default(),
                navigations_ago: 0,
            },
            arguments: vec![],
            causes: vec![],
            affected: vec![
                AffectedResource {
                    request: Some(4),
                    uid: None,
                    data: json!({"isWarning": false}),
                },
                AffectedResource {
                    request: None,
                    uid: Some("1_3".into()),
                    data: json!({"violatingNodeId": 3}),
                },
            ],
        });
        let mut out = String::new();
        section.text(&mut out);
        assert_snapshot!(out, @r#"
        ID: 30
        Message: issue> CorsIssue: MissingAllowOriginHeader
        ### Affected resources
        reqid=4 data={"isWarning":false}
        uid=1_3 data={"violatingNodeId":3}
        "#);
        let mut out = Map::new();
        section.json(&mut out);
        assert_snapshot!(format!("{:#}", json!(out["consoleMessage"])), @r#"
        {
          "id": 30,
          "type": "issue",
          "count": 2,
          "title": "CorsIssue: MissingAllowOriginHeader",
          "affectedResources": [
            {
              "data": {
                "isWarning": false
              },
              "request": 4
            },
            {
              "data": {
                "violatingNodeId": 3
              },
              "uid": "1_3"
            }
          ]
        }
        "#);
    }

    #[test]
    fn a_huge_text_is_cut() {
        assert!(block(&"x".repeat(60_000)).ends_with("x... <10000 more characters>"));
    }
}
