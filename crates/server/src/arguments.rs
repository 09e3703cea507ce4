//! Arguments of a call against the tool's schema.

use render::text::{cut, one_line};
use schema::{Schema, Violation};
use serde_json::{Map, Value};
use tools::{SchemaOptions, Tool};

/// Violations told at most.
const VIOLATIONS_SHOWN: usize = 10;
/// Longest path or reason shown, in characters.
const PIECE_LIMIT: usize = 300;

/// The compiled schema of a tool's arguments.
pub(crate) struct Arguments {
    name: &'static str,
    schema: Result<Schema, String>,
}

impl Arguments {
    /// Compiles the published schema of a tool.
    pub fn of(tool: &Tool, options: SchemaOptions) -> Self {
        Self {
            name: tool.spec.name,
            schema: Schema::compile(&tool.input_schema(options)),
        }
    }

    /// Checks the arguments; the error is the text that the caller reads. Nothing is converted: `"2"` is not 2.
    pub fn check(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, String> {
        let schema = match &self.schema {
            Ok(schema) => schema,
            Err(reason) => {
                return Err(format!(
                    "Error: the schema of {} is broken: {reason}",
                    self.name
                ));
            }
        };
        let value = Value::Object(arguments);
        let violations = schema.check(&value);
        match value {
            Value::Object(arguments) if violations.is_empty() => Ok(arguments),
            _ => Err(refusal(self.name, &violations)),
        }
    }
}

fn refusal(name: &str, violations: &[Violation]) -> String {
    let mut parts: Vec<String> = violations
        .iter()
        .take(VIOLATIONS_SHOWN)
        .map(|violation| {
            let reason = piece(&violation.message);
            match violation.path.is_empty() {
                true => reason,
                false => format!("{}: {reason}", piece(&violation.path)),
            }
        })
        .collect();
    let more = violations.len().saturating_sub(VIOLATIONS_SHOWN);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    format!(
        "Input validation error: Invalid arguments for tool {name}: {}",
        parts.join(", ")
    )
}

fn piece(text: &str) -> String {
    cut(&one_line(text), PIECE_LIMIT, "...")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violation(path: &str, message: &str) -> Violation {
        Violation {
            path: path.to_owned(),
            message: message.to_owned(),
        }
    }

    #[test]
    fn names_each_field() {
        let violations = [
            violation("pageId", "\"2\" is a string, not a number"),
            violation("", "unknown argument \"uidd\"\n## Pages"),
        ];
        insta::assert_snapshot!(refusal("click", &violations), @r#"Input validation error: Invalid arguments for tool click: pageId: "2" is a string, not a number, unknown argument "uidd"\n## Pages"#);
    }

    #[test]
    fn is_bounded() {
        let violations = vec![violation(&"x".repeat(1000), "bad"); 5000];
        let text = refusal("click", &violations);
        assert!(text.ends_with("and 4990 more"), "{text}");
        assert!(text.len() < 4000);
    }
}
