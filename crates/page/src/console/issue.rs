//! Issues: what Chrome's audits find wrong with a page, grouped by kind.

use cdp::Event;
use serde_json::Value;

/// Most affected resources that are kept of one issue.
const AFFECTED_LIMIT: usize = 100;

/// Longest description of an affected resource that is kept, in bytes of JSON.
const DATA_LIMIT: usize = 4_000;

/// `Audits.issueAdded`, its details unread: their shape differs for each code, and new codes come with each Chrome.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
pub(super) struct IssueAdded {
    issue: Issue,
}

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Issue {
    code: String,
    details: Value,
}

impl Event for IssueAdded {
    const METHOD: &'static str = cdp::protocol::audits::event::IssueAdded::METHOD;
}

/// Issues of one kind.
#[derive(Debug)]
pub(super) struct IssueGroup {
    /// The code, and the reason within it: `CorsIssue: MissingAllowOriginHeader`.
    pub title: String,
    /// How many different resources are affected.
    pub count: u32,
    /// The first of them.
    pub affected: Vec<Affected>,
}

/// A resource that an issue affects.
#[derive(Debug, PartialEq)]
pub(super) struct Affected {
    /// Chrome's id of the request.
    pub request_id: Option<String>,
    /// Everything else that Chrome says.
    pub data: Value,
}

impl IssueAdded {
    /// The title of its group and what it affects.
    pub(super) fn read(self) -> (String, Affected) {
        // `details` holds one member, named after the code.
        let mut data = match self.issue.details {
            Value::Object(details) => details
                .into_iter()
                .map(|(_, value)| value)
                .next()
                .unwrap_or_default(),
            other => other,
        };
        let title = match reason(&data) {
            Some(reason) => format!("{}: {reason}", self.issue.code),
            None => self.issue.code,
        };
        let request_id = take_request_id(&mut data);
        let length = data.to_string().len();
        if length > DATA_LIMIT {
            data = Value::from(format!("<{length} bytes>"));
        }
        (title, Affected { request_id, data })
    }
}

impl IssueGroup {
    /// A group of one.
    pub(super) fn new(title: String, first: Affected) -> Self {
        Self {
            title,
            count: 1,
            affected: vec![first],
        }
    }

    /// Adds one; Chrome tells some twice.
    pub(super) fn add(&mut self, affected: Affected) {
        if self.affected.contains(&affected) {
            return;
        }
        self.count += 1;
        if self.affected.len() < AFFECTED_LIMIT {
            self.affected.push(affected);
        }
    }
}

/// What tells issues of one code apart: a member whose name says so, such as `errorType`, `blockedReason`,
/// `corsErrorStatus.corsError`, or a list of reasons.
fn reason(data: &Value) -> Option<String> {
    let data = data.as_object()?;
    if let Some(error) = data
        .get("corsErrorStatus")
        .and_then(|status| status["corsError"].as_str())
    {
        return Some(error.to_owned());
    }
    let tells = |name: &str| {
        ["Type", "Reason", "Error", "type", "reason", "error"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    if let Some(word) = data
        .iter()
        .find_map(|(name, value)| value.as_str().filter(|_| tells(name)))
    {
        return Some(word.to_owned());
    }
    data.iter()
        .filter(|(name, _)| name.ends_with("Reasons"))
        .filter_map(|(_, value)| value.as_array())
        .find(|reasons| !reasons.is_empty())
        .map(|reasons| {
            let words: Vec<&str> = reasons.iter().filter_map(Value::as_str).collect();
            words.join(", ")
        })
}

/// The id of the affected request is taken out: to a reader it says nothing.
fn take_request_id(data: &mut Value) -> Option<String> {
    let request = data.get_mut("request")?.as_object_mut()?;
    match request.remove("requestId")? {
        Value::String(id) => Some(id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(issue: &str) -> String {
        let issue: IssueAdded =
            serde_json::from_str(&format!(r#"{{"issue":{issue}}}"#)).expect("an issue");
        issue.read().0
    }

    #[test]
    fn titles_name_the_reason() {
        for (issue, expected) in [
            (
                r#"{"code":"CorsIssue","details":{"corsIssueDetails":{"corsErrorStatus":{"corsError":"MissingAllowOriginHeader"}}}}"#,
                "CorsIssue: MissingAllowOriginHeader",
            ),
            (
                r#"{"code":"GenericIssue","details":{"genericIssueDetails":{"errorType":"FormLabelForNameError"}}}"#,
                "GenericIssue: FormLabelForNameError",
            ),
            (
                r#"{"code":"CookieIssue","details":{"cookieIssueDetails":{"cookieWarningReasons":[],"cookieExclusionReasons":["ExcludeSameSiteLax","ExcludeX"]}}}"#,
                "CookieIssue: ExcludeSameSiteLax, ExcludeX",
            ),
            (
                r#"{"code":"QuirksModeIssue","details":{}}"#,
                "QuirksModeIssue",
            ),
            (r#"{"code":"New","details":7}"#, "New"),
            (r#"{}"#, ""),
        ] {
            assert_eq!(title(issue), expected);
        }
    }
}
