//! Why a call failed.

use crate::{Place, Section, advice::advice, text::one_line, value};
use records::{Failure, PageToolThrown};
use serde_json::{Map, Value};

/// The failure and what to do next.
pub struct ErrorSection(String);

impl From<&Failure> for ErrorSection {
    fn from(failure: &Failure) -> Self {
        let mut text = match failure {
            Failure::PageToolThrew(thrown) => self::thrown(failure, thrown),
            // These carry names and texts of the page's.
            Failure::PageTool(_)
            | Failure::PageToolEnded { .. }
            | Failure::PageToolArguments { .. }
            | Failure::UnknownPageTool { .. }
            | Failure::AmbiguousPageTool { .. } => one_line(&failure.to_string()),
            other => other.to_string(),
        };
        if let Some(advice) = advice(failure) {
            if !text.ends_with(['.', '!', '?']) {
                text.push('.');
            }
            text.push(' ');
            text.push_str(&advice);
        }
        Self(text)
    }
}

impl Section for ErrorSection {
    fn place(&self) -> Place {
        Place::Error
    }

    fn text(&self, out: &mut String) {
        out.push_str("Error: ");
        out.push_str(&self.0);
        out.push('\n');
    }

    fn json(&self, out: &mut Map<String, Value>) {
        out.insert("errorMessage".to_owned(), Value::String(self.0.clone()));
    }
}

/// What a tool of the page's threw, never empty.
fn thrown(failure: &Failure, thrown: &PageToolThrown) -> String {
    let mut text = format!("{}: ", one_line(&failure.to_string()));
    match (&thrown.message, &thrown.value) {
        (Some(message), _) => text.push_str(&one_line(message)),
        (None, Some(value)) => {
            let written = value::write(value, &[], &|_| "an element".to_owned());
            text.push_str(&written.text);
        }
        (None, None) => text.push_str("nothing is known of what"),
    }
    for cause in &thrown.causes {
        text.push_str(&format!(" (caused by: {})", one_line(cause)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::{PageToolEnd, ScriptValue};
    use std::time::Duration;

    fn text(failure: &Failure) -> String {
        let mut out = String::new();
        ErrorSection::from(failure).text(&mut out);
        out
    }

    fn threw(message: Option<&str>, value: Option<ScriptValue>, causes: &[&str]) -> Failure {
        Failure::PageToolThrew(Box::new(PageToolThrown {
            tool: "t".to_owned(),
            message: message.map(str::to_owned),
            value,
            causes: causes.iter().map(|cause| (*cause).to_owned()).collect(),
        }))
    }

    #[test]
    fn every_throw_has_a_text() {
        insta::assert_snapshot!(text(&threw(Some("boom\n# Pages"), None, &["TypeError: x"])), @r#"Error: The page's tool "t" threw: boom\n# Pages (caused by: TypeError: x)"#);
        insta::assert_snapshot!(text(&threw(None, Some(ScriptValue::Undefined), &[])), @r#"Error: The page's tool "t" threw: undefined"#);
    }

    #[test]
    fn page_tool_failures_say_what_to_do() {
        let unknown = |nearest: Option<&str>, offered| Failure::UnknownPageTool {
            name: "ad".to_owned(),
            group: None,
            nearest: nearest.map(str::to_owned),
            others: ["one", "two"][..2.min(offered)]
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            offered,
        };
        insta::assert_snapshot!(text(&unknown(Some("add"), 3)), @r#"Error: The page offers no tool named "ad". Did you mean "add"? list_3p_developer_tools shows all."#);
        insta::assert_snapshot!(text(&unknown(None, 3)), @r#"Error: The page offers no tool named "ad". It offers "one", "two" and 1 more: call list_3p_developer_tools."#);
        insta::assert_snapshot!(text(&unknown(None, 0)), @r#"Error: The page offers no tool named "ad". It offers no tools at all at the moment: check with list_pages that it is the right page."#);
        let ambiguous = Failure::AmbiguousPageTool {
            name: "dup".to_owned(),
            groups: vec!["Alpha".to_owned(), "Beta".to_owned()],
        };
        insta::assert_snapshot!(text(&ambiguous), @r#"Error: 2 groups offer a tool named "dup": "Alpha", "Beta". Say which one with group."#);
        let ended = |end| Failure::PageToolEnded {
            tool: "t".to_owned(),
            end: Box::new(end),
        };
        let limit = Duration::from_secs(30);
        insta::assert_snapshot!(text(&ended(PageToolEnd::TimedOut { limit, terminated: true })), @r#"Error: The page's tool "t" did not end within 30000 ms and was told to stop; it blocked the page, so its script was ended. Give it more time with timeout (milliseconds), or less to do."#);
        insta::assert_snapshot!(text(&ended(PageToolEnd::Navigated { url: "http://a/".into() })), @r#"Error: The page's tool "t" has no result: the page went to http://a/ while it ran"#);
    }
}
