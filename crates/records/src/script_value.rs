//! A JavaScript value with what JSON loses: classes, dates, maps, cycles, what was cut.

/// A JavaScript value. Texts are the page's own.
#[derive(Debug, Clone, PartialEq)]
pub enum ScriptValue {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as JavaScript writes it, `NaN`, `-0` and `Infinity` too.
    Number(String),
    /// A bigint's digits.
    BigInt(String),
    /// A text or a part of one.
    Text(ScriptText),
    /// `Symbol(description)`.
    Symbol(String),
    /// A function.
    Function {
        /// Its name; empty if it has none.
        name: String,
        /// It is a class.
        is_class: bool,
    },
    /// A date in ISO 8601, or `Invalid Date`.
    Date(String),
    /// A regular expression as it is written.
    RegExp(String),
    /// An object that is one value to its reader: what it is, and what it says of itself (may be empty).
    Labelled {
        /// Name of its class.
        class: String,
        /// What it says of itself.
        label: String,
    },
    /// Reading it failed.
    Unreadable(String),
    /// No item at this index of an array.
    Hole,
    /// An element; the index counts in the elements of the result.
    Element(usize),
    /// The object at this path, which contains this place.
    Circular(String),
    /// The same object as at this path.
    Same(String),
    /// An object with members.
    Container(Box<Container>),
}

/// A text or a part of one, in UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptText {
    /// What is shown.
    pub text: String,
    /// Where that starts.
    pub from: usize,
    /// Where that ends.
    pub to: usize,
    /// Length of the whole.
    pub length: usize,
}

/// An object with members, or the part of them that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Container {
    /// Its kind.
    pub kind: ContainerKind,
    /// Name of its class, when that says more than the kind.
    pub class: Option<String>,
    /// How many members it has in all.
    pub total: usize,
    /// Index of the first member that was read.
    pub start: usize,
    /// The members read.
    pub entries: Vec<(MemberKey, ScriptValue)>,
    /// False when it was not looked into: too deep, or no room.
    pub opened: bool,
}

/// Kinds of containers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContainerKind {
    /// Array, typed array, DOM collection.
    Array,
    /// Plain object or instance of a class.
    Object,
    /// Map.
    Map,
    /// Set.
    Set,
    /// Error, with its message.
    Error(String),
}

/// How a member is named.
#[derive(Debug, Clone, PartialEq)]
pub enum MemberKey {
    /// By its index.
    Index,
    /// By name.
    Name(String),
    /// By name; the value comes from a getter.
    Getter(String),
    /// By a symbol, shown as text.
    Symbol(String),
    /// By a map's key.
    Key(ScriptValue),
}

impl ScriptValue {
    /// Whether an element is in it.
    pub fn names_elements(&self) -> bool {
        match self {
            Self::Element(_) => true,
            Self::Container(container) => container.entries.iter().any(|(key, value)| {
                value.names_elements() || matches!(key, MemberKey::Key(key) if key.names_elements())
            }),
            _ => false,
        }
    }
}
