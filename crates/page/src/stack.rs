//! Stack traces: from Chrome's structures, and from the text of an error's `stack`.

use crate::text::head;
use cdp::protocol::runtime;
use records::{StackFrame, StackPart, StackTrace};
use std::sync::Arc;

/// Most frames of one stack trace that are kept, over all of its parts.
const FRAME_LIMIT: usize = 60;

/// Longest function name or URL that is kept, in bytes.
const NAME_LIMIT: usize = 2_000;

/// Chrome's stack trace as a record. Chrome counts positions from 0, readers count them from 1.
pub(crate) fn stack_trace(stack: &runtime::StackTrace) -> StackTrace {
    let mut parts = Vec::new();
    let mut urls = Urls::default();
    let mut left = FRAME_LIMIT;
    let mut next = Some(stack);
    while let Some(part) = next
        && left > 0
    {
        let frames: Vec<StackFrame> = part
            .call_frames
            .iter()
            .take(left)
            .map(|frame| StackFrame {
                function: bounded(&frame.function_name).to_owned(),
                url: urls.shared(bounded(&frame.url)),
                line: frame.line_number + 1,
                column: frame.column_number + 1,
            })
            .collect();
        left -= frames.len();
        parts.push(StackPart {
            scheduled_by: (!parts.is_empty())
                .then(|| bounded(part.description.as_deref().unwrap_or("async")).to_owned()),
            frames,
        });
        next = part.parent.as_deref();
    }
    StackTrace { parts }
}

/// Takes an error's `stack` text apart: name and message, and the frames. Text without frames is all message.
pub(crate) fn parse_error_stack(text: &str) -> (&str, StackTrace) {
    let Some(start) = text.find("\n    at ") else {
        return (text, StackTrace::default());
    };
    let mut urls = Urls::default();
    let frames = text[start + 1..]
        .lines()
        .map_while(|line| line.strip_prefix("    at "))
        .filter_map(|line| parse_frame(line, &mut urls))
        .take(FRAME_LIMIT)
        .collect();
    (&text[..start], StackTrace::of(frames))
}

/// `name (url:line:column)` or `url:line:column`.
fn parse_frame(line: &str, urls: &mut Urls) -> Option<StackFrame> {
    let (function, place) = match (line.strip_suffix(')'), line.find(" (")) {
        (Some(inner), Some(at)) => (&line[..at], &inner[at + 2..]),
        _ => ("", line.strip_prefix("async ").unwrap_or(line)),
    };
    // Code from `eval` names the place of the call first.
    let place = match place.starts_with("eval at ") {
        true => place.rsplit(", ").next().unwrap_or(place),
        false => place,
    };
    let (rest, column) = place.rsplit_once(':')?;
    let (url, line) = rest.rsplit_once(':')?;
    Some(StackFrame {
        function: bounded(function).to_owned(),
        url: urls.shared(bounded(url)),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    })
}

/// The start of a text, at most [`NAME_LIMIT`] bytes.
fn bounded(text: &str) -> &str {
    head(text, NAME_LIMIT)
}

/// Frames in a row mostly share their script: its URL is kept once.
#[derive(Default)]
struct Urls(Option<Arc<str>>);

impl Urls {
    fn shared(&mut self, url: &str) -> Arc<str> {
        match &self.0 {
            Some(last) if **last == *url => last.clone(),
            _ => {
                let url: Arc<str> = url.into();
                self.0 = Some(url.clone());
                url
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    fn shown(stack: &StackTrace) -> String {
        let mut out = String::new();
        for part in &stack.parts {
            if let Some(scheduled_by) = &part.scheduled_by {
                out.push_str(&format!("-- {scheduled_by}\n"));
            }
            for frame in &part.frames {
                out.push_str(&format!(
                    "[{}] {} {}:{}\n",
                    frame.function, frame.url, frame.line, frame.column
                ));
            }
        }
        out
    }

    #[test]
    fn chromes_positions_are_counted_from_one() {
        let stack: runtime::StackTrace = serde_json::from_str(
            r#"{"callFrames":[{"functionName":"d","scriptId":"3","url":"http://localhost/a.js","lineNumber":0,"columnNumber":20}],
                "parent":{"description":"setTimeout","callFrames":[{"functionName":"","scriptId":"3","url":"http://localhost/a.js","lineNumber":2,"columnNumber":77}]}}"#,
        )
        .expect("a stack trace");
        assert_snapshot!(shown(&stack_trace(&stack)), @r"
        [d] http://localhost/a.js 1:21
        -- setTimeout
        [] http://localhost/a.js 3:78
        ");
    }

    #[test]
    fn the_text_of_a_stack_is_taken_apart() {
        let text = "TypeError: two\nlines\n    at d (http://localhost/a.js:1:21)\n    at http://localhost/a.js:4:1\n    at async Promise.all (index 0)\n    at async load (http://localhost/a.js:5:2)\n    at eval (eval at go (http://localhost/a.js:7:1), <anonymous>:1:3)\n    at new Foo (webpack:///./src/foo.ts:2:3)";
        let (head, stack) = parse_error_stack(text);
        assert_eq!(head, "TypeError: two\nlines");
        assert_snapshot!(shown(&stack), @r"
        [d] http://localhost/a.js 1:21
        [] http://localhost/a.js 4:1
        [async load] http://localhost/a.js 5:2
        [eval] <anonymous> 1:3
        [new Foo] webpack:///./src/foo.ts 2:3
        ");
    }

    #[test]
    fn text_without_frames_is_all_message() {
        let (head, stack) = parse_error_stack("just text\nat noon");
        assert_eq!(head, "just text\nat noon");
        assert!(stack.is_empty());
    }
}
