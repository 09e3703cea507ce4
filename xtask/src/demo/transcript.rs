//! Calls, printed one by one: what was asked, what was answered, how long it took.

use crate::Failure;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::mcp::{Answer, CallError, Client};

/// Columns of the printed text.
const WIDTH: usize = 100;

/// Lines shown of an answer.
const LINES: usize = 9;

/// Calls through one client, printed as they are made.
pub struct Transcript<'a> {
    client: &'a Client,
    calls: usize,
}

impl<'a> Transcript<'a> {
    pub fn new(client: &'a Client) -> Self {
        Self { client, calls: 0 }
    }

    /// How many tools have been called.
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// Shakes hands with the server.
    pub fn initialize(&self) {
        let hello = self.client.initialize();
        let (took, _) = self.client.last_timing();
        println!("{}", headline("    initialize", took));
        println!(
            "      {} {}, protocol {}\n",
            text(&hello["serverInfo"]["name"]),
            text(&hello["serverInfo"]["version"]),
            text(&hello["protocolVersion"]),
        );
    }

    /// A heading between calls.
    pub fn chapter(&self, question: &str) {
        println!("{}\n{question}\n", "─".repeat(WIDTH));
    }

    /// Calls a tool.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Result<Answer, Failure> {
        self.calls += 1;
        let outcome = self.client.try_call(tool, arguments.clone());
        let (took, _) = self.client.last_timing();
        println!("{}", headline(&format!("{:>2}  {tool}", self.calls), took));
        println!("    → {}", cut(&arguments.to_string(), WIDTH - 6));
        match outcome {
            Ok(answer) => {
                println!("{}\n", indented(&answer.text));
                if answer.is_error {
                    return Err(format!("{tool} failed: {}", answer.text).into());
                }
                Ok(answer)
            }
            Err(CallError::Rpc(error)) => Err(format!("{tool}: {}", error.message).into()),
            Err(error) => Err(format!("{tool}: {error}").into()),
        }
    }

    /// Calls a tool of the page; its result.
    pub fn page_tool(&mut self, page: i64, tool: &str, params: &Value) -> Result<Value, Failure> {
        let answer = self.call(
            "execute_3p_developer_tool",
            json!({"pageId": page, "toolName": tool, "params": params.to_string()}),
        )?;
        first_json(&answer.text).ok_or_else(|| format!("{tool} answered no JSON").into())
    }

    /// Runs a script on the page; its value.
    pub fn script(&mut self, page: i64, function: &str) -> Result<Value, Failure> {
        let answer = self.call(
            "evaluate_script",
            json!({"pageId": page, "function": function}),
        )?;
        first_json(&answer.text).ok_or_else(|| "the script answered no JSON".into())
    }

    /// What follows from the calls; whether it is what was to be found.
    pub fn finding(&self, found: bool, sentence: &str) -> usize {
        println!("    {} {sentence}\n", if found { "✔" } else { "✘" });
        usize::from(found)
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What was asked, with the time at the end of the line.
fn headline(asked: &str, took: Duration) -> String {
    let time = format!("{:.1} ms", took.as_secs_f64() * 1000.0);
    let room = WIDTH - 12;
    format!("{:<room$}{time:>12}", cut(asked, room - 1))
}

/// The first lines of an answer, indented, and how many are left out.
fn indented(answer: &str) -> String {
    let lines: Vec<&str> = answer.lines().collect();
    let mut shown: Vec<String> = lines
        .iter()
        .take(LINES)
        .map(|line| format!("      {}", cut(line, WIDTH - 6)))
        .collect();
    if lines.len() > LINES {
        shown.push(format!("      … {} more lines", lines.len() - LINES));
    }
    shown.join("\n")
}

fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let mut short: String = line.chars().take(width - 1).collect();
    short.push('…');
    short
}

/// The first JSON value that begins on a line of its own.
fn first_json(text: &str) -> Option<Value> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let rest = text[start..].trim_start();
        if rest.starts_with(['{', '[', '"']) || rest.starts_with(|c: char| c.is_ascii_digit()) {
            let mut values = serde_json::Deserializer::from_str(rest).into_iter();
            if let Some(Ok(value)) = values.next() {
                return Some(value);
            }
        }
        start += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_json_between_lines() {
        assert_eq!(
            first_json("Result of x:\n{\n \"a\": 1\n}\nend"),
            Some(json!({"a": 1}))
        );
        assert_eq!(first_json("Done.\n```json\n\"2\"\n```"), Some(json!("2")));
        assert_eq!(first_json("nothing here"), None);
    }

    #[test]
    fn shortens_what_is_long() {
        assert_eq!(cut("abcdef", 4), "abc…");
        assert_eq!(cut("äöü", 3), "äöü");
        let long = "line\n".repeat(20);
        assert!(indented(&long).ends_with("… 11 more lines"));
    }

    #[test]
    fn the_time_stands_at_the_end_of_the_line() {
        let line = headline(&"x".repeat(300), Duration::from_micros(1500));
        assert_eq!(line.chars().count(), WIDTH);
        assert!(line.ends_with(" 1.5 ms"));
    }
}
