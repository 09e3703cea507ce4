//! Chrome's accessibility tree, read leanly.
//!
//! The generated types hold all that Chrome tells, most of it about where a name came from: three quarters of an answer.
//! These leave it out while reading, so that a tree of some ten thousand nodes costs little more than its text.

use cdp::Command;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// `Accessibility.getFullAXTree` for one frame.
///
/// <https://chromedevtools.github.io/devtools-protocol/tot/Accessibility/#method-getFullAXTree>
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GetTree {
    /// The frame; one that the session speaks for.
    pub(super) frame_id: String,
}

impl Command for GetTree {
    const METHOD: &'static str = "Accessibility.getFullAXTree";
    type Response = Tree;
}

/// The nodes of one document, its root first.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<AxNode>,
}

/// A node of Chrome's tree.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct AxNode {
    pub(super) node_id: String,
    pub(super) ignored: bool,
    #[serde(deserialize_with = "text_of")]
    pub(super) role: String,
    #[serde(deserialize_with = "text_of")]
    pub(super) name: String,
    #[serde(deserialize_with = "text_of")]
    pub(super) description: String,
    pub(super) value: Option<AxValue>,
    pub(super) properties: Vec<AxProperty>,
    pub(super) child_ids: Vec<String>,
    #[serde(rename = "backendDOMNodeId")]
    pub(super) backend_node_id: Option<i64>,
    pub(super) ignored_reasons: Vec<AxReason>,
}

/// Why a node is ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AxReason {
    pub(super) name: String,
}

/// A property of a node, for example `focusable`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AxProperty {
    pub(super) name: PropertyName,
    pub(super) value: AxValue,
}

/// The name of a property that is read here; all others are empty. Every node has several, so none is allocated.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct PropertyName(&'static str);

/// All properties that are read here.
const PROPERTIES: &[&str] = &[
    "atomic",
    "autocomplete",
    "busy",
    "checked",
    "details",
    "disabled",
    "editable",
    "errormessage",
    "expanded",
    "focusable",
    "focused",
    "hasPopup",
    "hidden",
    "invalid",
    "keyshortcuts",
    "level",
    "live",
    "modal",
    "multiline",
    "multiselectable",
    "orientation",
    "pressed",
    "readonly",
    "relevant",
    "required",
    "roledescription",
    "selected",
    "url",
    "valuemax",
    "valuemin",
    "valuetext",
];

impl<'de> Deserialize<'de> for PropertyName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Known;
        impl Visitor<'_> for Known {
            type Value = PropertyName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E>(self, name: &str) -> Result<PropertyName, E> {
                let at = PROPERTIES.binary_search(&name);
                Ok(PropertyName(at.map_or("", |at| PROPERTIES[at])))
            }
        }
        deserializer.deserialize_str(Known)
    }
}

/// A value of whatever type.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct AxValue {
    pub(super) value: Option<Scalar>,
}

/// What a value may be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Scalar {
    Flag(bool),
    Number(f64),
    Text(String),
    /// Anything else, left out.
    Other,
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyScalar)
    }
}

struct AnyScalar;

impl<'de> Visitor<'de> for AnyScalar {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Scalar, E> {
        Ok(Scalar::Flag(flag))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number as f64))
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Scalar, E> {
        Ok(Scalar::Text(text))
    }

    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Scalar, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Scalar, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

impl AxNode {
    /// The value of a property.
    pub(super) fn property(&self, name: &str) -> Option<&Scalar> {
        self.properties
            .iter()
            .find(|property| property.name.0 == name)?
            .value
            .value
            .as_ref()
    }

    /// Whether a property is there, whatever it says.
    pub(super) fn has(&self, name: &str) -> bool {
        self.properties
            .iter()
            .any(|property| property.name.0 == name)
    }

    /// Whether a property is there and true.
    pub(super) fn is(&self, name: &str) -> bool {
        match self.property(name) {
            Some(Scalar::Flag(flag)) => *flag,
            Some(Scalar::Number(number)) => *number != 0.0,
            Some(Scalar::Text(text)) => text == "true",
            _ => false,
        }
    }

    /// The text of a property; empty if there is none.
    pub(super) fn text(&self, name: &str) -> &str {
        match self.property(name) {
            Some(Scalar::Text(text)) => text,
            _ => "",
        }
    }
}

/// The `value` of an `AXValue`, as a text; anything that is none is empty.
fn text_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let value = Option::<AxValue>::deserialize(deserializer)?;
    Ok(match value.and_then(|value| value.value) {
        Some(Scalar::Text(text)) => text,
        _ => String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_names_are_found() {
        assert!(PROPERTIES.is_sorted());
    }

    #[test]
    fn odd_shapes_break_nothing() {
        let tree: Tree = serde_json::from_str(
            r#"{"nodes": [
                {"nodeId": "1", "ignored": false, "role": {"type": "role", "value": "button"}, "newField": [1],
                 "name": {"type": "computedString", "value": "Go", "sources": [{"type": "contents"}]},
                 "value": {"type": "number", "value": 3},
                 "properties": [
                    {"name": "focusable", "value": {"type": "booleanOrUndefined", "value": true}},
                    {"name": "labelledby", "value": {"type": "nodeList", "relatedNodes": []}},
                    {"name": "details", "value": {"type": "nodeList", "relatedNodes": [{"idref": "x"}]}},
                    {"name": "url", "value": {"type": "new", "value": {"a": [1]}}}
                 ], "childIds": ["2"], "backendDOMNodeId": 7},
                {"nodeId": "2", "ignored": true, "ignoredReasons": [{"name": "notRendered", "value": {"type": "boolean", "value": true}}]}
            ]}"#,
        )
        .expect("reads");
        let button = &tree.nodes[0];
        assert_eq!(
            (button.role.as_str(), button.name.as_str()),
            ("button", "Go")
        );
        assert!(button.is("focusable"));
        assert!(!button.has("labelledby"), "not read");
        assert!(button.has("details"));
        assert_eq!(button.property("details"), None);
        assert_eq!(button.property("url"), Some(&Scalar::Other));
        assert_eq!(tree.nodes[1].ignored_reasons[0].name, "notRendered");
    }
}
