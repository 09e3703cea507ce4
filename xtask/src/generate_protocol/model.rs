//! The protocol as its JSON tells it.

use serde::Deserialize;

/// One domain.
#[derive(Debug, Deserialize)]
pub struct Domain {
    #[serde(rename = "domain")]
    pub name: String,
    #[serde(default)]
    pub types: Vec<Type>,
    #[serde(default)]
    pub commands: Vec<Command>,
    #[serde(default)]
    pub events: Vec<Event>,
    #[serde(flatten)]
    pub about: About,
}

/// What the documentation says of anything.
#[derive(Debug, Default, Deserialize)]
pub struct About {
    pub description: Option<String>,
    #[serde(default)]
    pub experimental: bool,
    #[serde(default)]
    pub deprecated: bool,
}

/// A named type.
#[derive(Debug, Deserialize)]
pub struct Type {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(rename = "enum")]
    pub values: Option<Vec<String>>,
    pub items: Option<Shape>,
    pub properties: Option<Vec<Member>>,
    #[serde(flatten)]
    pub about: About,
}

/// A command.
#[derive(Debug, Deserialize)]
pub struct Command {
    pub name: String,
    /// The domain that really has this command.
    pub redirect: Option<String>,
    #[serde(default)]
    pub parameters: Vec<Member>,
    #[serde(default)]
    pub returns: Vec<Member>,
    #[serde(flatten)]
    pub about: About,
}

/// An event.
#[derive(Debug, Deserialize)]
pub struct Event {
    pub name: String,
    #[serde(default)]
    pub parameters: Vec<Member>,
    #[serde(flatten)]
    pub about: About,
}

/// A property, parameter or return value.
#[derive(Debug, Deserialize)]
pub struct Member {
    pub name: String,
    #[serde(default)]
    pub optional: bool,
    #[serde(flatten)]
    pub shape: Shape,
    #[serde(flatten)]
    pub about: About,
}

/// The type of a member or of an array's items.
#[derive(Debug, Deserialize)]
pub struct Shape {
    #[serde(rename = "$ref")]
    pub reference: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<String>,
    #[serde(rename = "enum")]
    pub values: Option<Vec<String>>,
    pub items: Option<Box<Shape>>,
}

impl Shape {
    /// The type that this shape or its items name, and whether it is held by value rather than in an array.
    pub fn mentions(&self) -> Option<(&str, bool)> {
        match (&self.reference, &self.items) {
            (Some(reference), _) => Some((reference, true)),
            (None, Some(items)) => items.mentions().map(|(reference, _)| (reference, false)),
            (None, None) => None,
        }
    }
}

/// `Domain.Type` of a reference made within a domain.
pub fn qualified(domain: &str, reference: &str) -> String {
    if reference.contains('.') {
        reference.to_owned()
    } else {
        format!("{domain}.{reference}")
    }
}
