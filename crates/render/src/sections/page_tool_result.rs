//! What a tool of the page's answered.

use crate::value::{Cut, json_text, path_text, write};
use crate::{Place, Section, text::one_line};
use records::{PageToolElement, PageToolResult, PageToolValue};
use serde_json::{Map, Value, json};

/// Elements described below the value.
const ELEMENTS: usize = 20;
/// Cuts named below the value.
const CUTS: usize = 3;

/// What a tool of the page's answered.
pub struct PageToolAnswer(pub PageToolResult);

/// The answer went into a file.
pub struct SavedPageToolAnswer {
    /// The file, absolute.
    pub path: String,
    /// Its size in bytes.
    pub bytes: usize,
}

/// A value in words.
struct Words {
    text: String,
    cuts: Vec<Cut>,
}

impl PageToolAnswer {
    /// The value alone, without anything around it: what is written to a file.
    pub fn value_text(&self) -> String {
        self.words().text
    }

    fn words(&self) -> Words {
        let element = |index: usize| element_json(self.0.elements.get(index)).to_string();
        match &self.0.value {
            PageToolValue::Nothing => Words {
                text: "Tool returned no result.".to_owned(),
                cuts: Vec::new(),
            },
            PageToolValue::Json(text) => Words {
                text: json_text(text, &element),
                cuts: Vec::new(),
            },
            PageToolValue::Tree(value) => {
                let written = write(value, &self.0.path, &element);
                Words {
                    text: written.text,
                    cuts: written.cuts,
                }
            }
        }
    }

    fn lines(&self, words: &Words, out: &mut String) {
        if !self.0.path.is_empty() {
            out.push_str(&format!("{}:\n", one_line(&path_text(&self.0.path))));
        }
        out.push_str(&words.text);
        out.push('\n');
        for element in self.0.elements.iter().take(ELEMENTS) {
            out.push_str(&element_line(element));
        }
        out.push_str(&cut_lines(&words.cuts));
    }
}

impl Section for PageToolAnswer {
    fn place(&self) -> Place {
        Place::Message
    }

    fn text(&self, out: &mut String) {
        self.lines(&self.words(), out);
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let words = self.words();
        let mut text = String::new();
        self.lines(&words, &mut text);
        super::Message(text.trim_end().to_owned()).json(out);
        if let PageToolValue::Json(_) = self.0.value
            && let Ok(value) = serde_json::from_str(&words.text)
        {
            out.insert("result".to_owned(), value);
        }
        if !words.cuts.is_empty() {
            out.insert("resultTruncated".to_owned(), Value::Bool(true));
        }
    }
}

impl Section for SavedPageToolAnswer {
    fn place(&self) -> Place {
        Place::Message
    }

    fn text(&self, out: &mut String) {
        out.push_str(&format!(
            "Saved the tool's answer ({} bytes) to {}.\n",
            self.bytes, self.path
        ));
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let mut text = String::new();
        self.text(&mut text);
        super::Message(text.trim_end().to_owned()).json(out);
        out.insert(
            "resultFilePath".to_owned(),
            Value::String(self.path.clone()),
        );
    }
}

fn element_json(element: Option<&PageToolElement>) -> Value {
    match element.and_then(|element| element.uid.as_ref()) {
        Some(uid) => json!({"uid": uid}),
        None => json!({"uid": null}),
    }
}

fn element_line(element: &PageToolElement) -> String {
    let Some(uid) = &element.uid else {
        return String::new();
    };
    let id = element
        .id
        .as_ref()
        .map(|id| format!(" id={}", Value::from(id.as_str())))
        .unwrap_or_default();
    format!("uid={uid} <{}{}>\n", one_line(&element.tag), one_line(&id))
}

/// How to see what was cut.
fn cut_lines(cuts: &[Cut]) -> String {
    if cuts.is_empty() {
        return String::new();
    }
    let named: Vec<String> = cuts
        .iter()
        .take(CUTS)
        .map(|cut| {
            let path = one_line(&Value::from(cut.path.as_str()).to_string());
            match cut.offset {
                Some(offset) => format!("path {path} offset {offset}"),
                None => format!("path {path}"),
            }
        })
        .collect();
    let more = match cuts.len().saturating_sub(CUTS) {
        0 => String::new(),
        more => format!("; and {more} more places"),
    };
    format!(
        "Shortened. To see more, call again with {}{more}; or with a larger budget, or filePath for the whole.\n",
        named.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::{PathStep, ScriptText, ScriptValue};

    fn answer(value: PageToolValue, elements: Vec<PageToolElement>) -> String {
        let mut out = String::new();
        PageToolAnswer(PageToolResult {
            tool: "t".to_owned(),
            value,
            elements,
            failed: false,
            path: vec![],
        })
        .text(&mut out);
        out
    }

    #[test]
    fn plain_data_is_json() {
        insta::assert_snapshot!(answer(PageToolValue::Json(r#"{"sum":3}"#.into()), vec![]), @r#"
        {
          "sum": 3
        }
        "#);
        insta::assert_snapshot!(answer(PageToolValue::Nothing, vec![]), @"Tool returned no result.");
    }

    #[test]
    fn elements_are_named_by_uid() {
        let elements = vec![PageToolElement {
            uid: Some("2_0".into()),
            tag: "button".into(),
            id: Some("b1".into()),
        }];
        insta::assert_snapshot!(answer(PageToolValue::Json(r#"{"el":@0@}"#.into()), elements), @r#"
        {
          "el": {
            "uid": "2_0"
          }
        }
        uid=2_0 <button id="b1">
        "#);
    }

    #[test]
    fn a_cut_says_how_to_go_on() {
        let text = ScriptText {
            text: "abc".into(),
            from: 0,
            to: 3,
            length: 90,
        };
        insta::assert_snapshot!(answer(PageToolValue::Tree(ScriptValue::Text(text)), vec![]), @r#"
        "abc" (characters 0 to 3 of 90)
        Shortened. To see more, call again with path "$" offset 3; or with a larger budget, or filePath for the whole.
        "#);
    }

    #[test]
    fn a_part_says_where_it_lies() {
        let mut out = String::new();
        PageToolAnswer(PageToolResult {
            tool: "t".to_owned(),
            value: PageToolValue::Tree(ScriptValue::Circular("$".into())),
            elements: vec![],
            failed: false,
            path: vec![PathStep::Name("a".into()), PathStep::Index(3)],
        })
        .text(&mut out);
        insta::assert_snapshot!(out, @"
        $.a[3]:
        (circular: $.a[3])
        ");
    }

    #[test]
    fn structured_results_are_json_when_they_can_be() {
        let mut out = Map::new();
        PageToolAnswer(PageToolResult {
            tool: "t".to_owned(),
            value: PageToolValue::Json(r#"[1,"a"]"#.into()),
            elements: vec![],
            failed: false,
            path: vec![],
        })
        .json(&mut out);
        insta::assert_snapshot!(Value::Object(out), @r#"{"message":"[\n  1,\n  \"a\"\n]","result":[1,"a"]}"#);
    }
}
