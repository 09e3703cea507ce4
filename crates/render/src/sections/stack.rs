//! Stack traces as lines.

use crate::text::one_line;
use records::{ErrorCause, StackFrame, StackTrace};

/// Most lines of one stack trace that are shown.
const LINE_LIMIT: usize = 50;

/// Width to which the line before an asynchronous part is filled.
const PART_WIDTH: usize = 40;

/// Said once under stack traces.
pub(super) const POSITIONS_NOTE: &str =
    "Note: line and column numbers of stack traces count from 1";

/// The lines of a stack trace, outermost last.
pub(super) fn stack_lines(stack: &StackTrace) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &stack.parts {
        if let Some(scheduled_by) = &part.scheduled_by {
            let head = format!("--- {} ", one_line(scheduled_by));
            lines.push(format!("{head:-<PART_WIDTH$}"));
        }
        lines.extend(part.frames.iter().map(frame_line));
    }
    if lines.len() > LINE_LIMIT {
        let more = lines.len() - (LINE_LIMIT - 1);
        lines.truncate(LINE_LIMIT - 1);
        lines.push(format!("... and {more} more lines"));
    }
    lines
}

/// The lines of an error's causes, each with where it was made.
pub(super) fn cause_lines(causes: &[ErrorCause]) -> Vec<String> {
    let mut lines = Vec::new();
    for cause in causes {
        lines.push(format!("Caused by: {}", one_line(&cause.text)));
        lines.extend(stack_lines(&cause.stack));
    }
    lines
}

fn frame_line(frame: &StackFrame) -> String {
    let function = match frame.function.as_str() {
        "" => "<anonymous>".into(),
        name => one_line(name),
    };
    format!(
        "at {function} ({}:{}:{})",
        one_line(file_name(&frame.url)),
        frame.line,
        frame.column
    )
}

/// The last part of a URL's path, or as much of the URL as names the script best.
fn file_name(url: &str) -> &str {
    if url.is_empty() {
        return "<anonymous>";
    }
    if url.starts_with("data:") {
        return "data:";
    }
    let path = url.split(['?', '#']).next().unwrap_or(url);
    match path.rsplit('/').next() {
        Some("") | None => path,
        Some(name) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;
    use records::StackPart;

    fn frame(function: &str, url: &str, line: i64) -> StackFrame {
        StackFrame {
            function: function.into(),
            url: url.into(),
            line,
            column: 9,
        }
    }

    #[test]
    fn asynchronous_parts_follow_the_synchronous_one() {
        let stack = StackTrace {
            parts: vec![
                StackPart {
                    scheduled_by: None,
                    frames: vec![
                        frame("load", "http://localhost/src/app.js?v=1", 2),
                        frame("", "http://localhost/", 3),
                    ],
                },
                StackPart {
                    scheduled_by: Some("setTimeout".into()),
                    frames: vec![frame("a\n## Pages", "", 5)],
                },
            ],
        };
        assert_snapshot!(stack_lines(&stack).join("\n"), @r"
        at load (app.js:2:9)
        at <anonymous> (http://localhost/:3:9)
        --- setTimeout -------------------------
        at a\n## Pages (<anonymous>:5:9)
        ");
    }

    #[test]
    fn long_traces_are_cut_and_say_so() {
        let stack = StackTrace::of((0..200).map(|line| frame("f", "x.js", line)).collect());
        let lines = stack_lines(&stack);
        assert_eq!(lines.len(), 50);
        assert_eq!(lines[49], "... and 151 more lines");
    }
}
