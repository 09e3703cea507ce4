//! What a tool call answered.

use serde_json::{Map, Value};

/// An image part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its media type.
    pub mime_type: String,
    /// Its bytes as base64.
    pub base64: String,
}

/// What a tool call answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The text parts, joined by line breaks.
    pub text: String,
    /// `structuredContent`; empty if there is none.
    pub structured: Map<String, Value>,
    /// The image parts.
    pub images: Vec<Image>,
    /// The tool says that it failed.
    pub is_error: bool,
    /// The result as it came.
    pub raw: Value,
}

impl Answer {
    pub(super) fn read(result: Value) -> Self {
        let field = |part: &Value, name: &str| part[name].as_str().unwrap_or_default().to_owned();
        let parts = result["content"].as_array().cloned().unwrap_or_default();
        let texts: Vec<String> = parts
            .iter()
            .filter(|part| part["type"] == "text")
            .map(|part| field(part, "text"))
            .collect();
        let images = parts.iter().filter(|part| part["type"] == "image");
        Self {
            text: texts.join("\n"),
            structured: result["structuredContent"]
                .as_object()
                .cloned()
                .unwrap_or_default(),
            images: images
                .map(|part| Image {
                    mime_type: field(part, "mimeType"),
                    base64: field(part, "data"),
                })
                .collect(),
            is_error: result["isError"] == true,
            raw: result,
        }
    }

    /// The answer itself, if the call succeeded.
    ///
    /// # Panics
    /// If the tool failed; the message is its text.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!(!self.is_error, "the call failed: {}", self.text);
        self
    }

    /// The answer itself, if the tool failed with a text that says why.
    ///
    /// # Panics
    /// If the tool succeeded, or failed without a word.
    #[track_caller]
    pub fn failed(self) -> Self {
        assert!(self.is_error, "the call should have failed: {}", self.text);
        assert!(!self.text.trim().is_empty(), "a failure without a word");
        self
    }

    /// The answer itself, if its text holds `phrase`.
    ///
    /// # Panics
    /// If it does not.
    #[track_caller]
    pub fn with(self, phrase: &str) -> Self {
        assert!(
            self.text.contains(phrase),
            "{phrase:?} is missing in: {}",
            self.text
        );
        self
    }

    /// The answer itself, if its text does not hold `phrase`.
    ///
    /// # Panics
    /// If it does.
    #[track_caller]
    pub fn without(self, phrase: &str) -> Self {
        assert!(
            !self.text.contains(phrase),
            "{phrase:?} does not belong in: {}",
            self.text
        );
        self
    }

    /// The uid on the first snapshot line that contains `needle`, such as `button "Save"`.
    ///
    /// # Panics
    /// If no line does.
    #[track_caller]
    pub fn uid(&self, needle: &str) -> String {
        self.find_uid(needle)
            .unwrap_or_else(|| panic!("no line of the snapshot has {needle:?}: {}", self.text))
    }

    /// The uid on the first snapshot line that contains `needle`, if there is one.
    pub fn find_uid(&self, needle: &str) -> Option<String> {
        self.text.lines().find_map(|line| {
            let entry = line.trim_start().strip_prefix("uid=")?;
            let (uid, rest) = entry.split_once(' ')?;
            rest.contains(needle).then(|| uid.to_owned())
        })
    }

    /// The number of the page marked `[selected]` in the list of pages.
    ///
    /// # Panics
    /// If the answer has no such list.
    #[track_caller]
    pub fn selected_page(&self) -> i64 {
        self.text
            .lines()
            .filter(|line| line.contains("[selected]"))
            .find_map(|line| line.split_once(": ")?.0.parse().ok())
            .unwrap_or_else(|| panic!("no selected page in: {}", self.text))
    }

    /// What stands between ` ```json ` and ` ``` `, parsed: the value of `evaluate_script`.
    ///
    /// # Panics
    /// If there is no such block or it is no JSON.
    #[track_caller]
    pub fn json_block(&self) -> Value {
        let block = self
            .text
            .split_once("```json\n")
            .and_then(|(_, rest)| rest.rsplit_once("\n```"))
            .map(|(block, _)| block)
            .unwrap_or_else(|| panic!("no JSON block in: {}", self.text));
        serde_json::from_str(block).unwrap_or_else(|error| panic!("{error} in: {block}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer(text: &str) -> Answer {
        Answer::read(json!({"content": [{"type": "text", "text": text}]}))
    }

    #[test]
    fn reads_parts() {
        let answer = Answer::read(json!({
            "content": [
                {"type": "text", "text": "one"},
                {"type": "image", "mimeType": "image/png", "data": "AA=="},
                {"type": "text", "text": "two"},
            ],
            "structuredContent": {"message": "one"},
            "isError": true,
        }));
        assert_eq!(answer.text, "one\ntwo");
        assert_eq!(answer.images[0].mime_type, "image/png");
        assert_eq!(answer.structured["message"], "one");
        answer.failed().with("two").without("three");
    }

    #[test]
    fn finds_uids_pages_and_values() {
        let answer = answer(
            "## Pages\n1: about:blank\n2: Shop (http://x/) [selected]\n## Latest page snapshot\nuid=1_0 RootWebArea\n  uid=1_7 button \"Save\"\n```json\n{\"a\":1}\n```",
        );
        assert_eq!(answer.uid("button \"Save\""), "1_7");
        assert_eq!(answer.find_uid("link"), None);
        assert_eq!(answer.selected_page(), 2);
        assert_eq!(answer.json_block(), json!({"a": 1}));
    }
}
