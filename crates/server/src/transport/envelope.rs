//! A first, cheap pass over a message.
//!
//! It finds out that a line is JSON, within bounds and without doubled keys, before anything is built from it, and
//! takes note of what must be known to refuse it properly.

use render::text::{cut, one_line};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt;

/// Levels of nesting that one message may have; what reads messages would give up at 128, without saying so.
pub(crate) const DEPTH_LIMIT: usize = 100;
/// JSON values that one message may hold. A number of one byte takes the room of a whole value once it is read.
pub(crate) const VALUE_LIMIT: usize = 1_000_000;

/// What stands on a message.
#[derive(Debug, Default)]
pub(crate) struct Envelope {
    /// `jsonrpc` is "2.0".
    pub version: bool,
    /// The id: a string or an integer, or null where something else stands.
    pub id: Option<Value>,
    /// `method` is a string.
    pub method: bool,
    /// There is a `method`, of whatever kind.
    pub calls: bool,
    /// There is a `result` or an `error`.
    pub outcome: bool,
    /// `params` is neither an object nor null.
    pub params_misfit: bool,
}

/// Why a line can't be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// It is no JSON.
    Syntax(String),
    /// It is JSON, and more than we read.
    Bounds {
        /// The message's id, null if unknown.
        id: Value,
        /// What there is too much of.
        problem: String,
    },
}

impl Envelope {
    /// Looks a line through.
    pub fn scan(line: &[u8]) -> Result<Self, Unreadable> {
        let scan = Scan {
            envelope: RefCell::default(),
            problem: RefCell::default(),
            values_left: Cell::new(VALUE_LIMIT),
        };
        let mut deserializer = serde_json::Deserializer::from_slice(line);
        let walk = Walk {
            scan: &scan,
            place: Place::Top,
            depth: 0,
        };
        let walked = walk
            .deserialize(&mut deserializer)
            .and_then(|()| deserializer.end());
        let envelope = scan.envelope.take();
        let Err(error) = walked else {
            return Ok(envelope);
        };
        let reason = error.to_string();
        let problem = scan.problem.take().or_else(|| {
            // Well-formed, and yet nothing that can be read.
            reason
                .starts_with("number out of range")
                .then(|| reason.clone())
        });
        Err(match problem {
            Some(problem) => Unreadable::Bounds {
                id: envelope.id.unwrap_or_default(),
                problem,
            },
            None => Unreadable::Syntax(reason),
        })
    }

    /// Whether whoever sent this waits for an answer: neither notifications nor answers do.
    pub fn expects_an_answer(&self) -> bool {
        match self.calls {
            true => self.id.is_some(),
            false => !self.outcome,
        }
    }
}

/// What a pass has found out so far.
struct Scan {
    envelope: RefCell<Envelope>,
    problem: RefCell<Option<String>>,
    values_left: Cell<usize>,
}

impl Scan {
    fn refuse<E: serde::de::Error>(&self, problem: String) -> E {
        self.problem.replace(Some(problem));
        E::custom("refused")
    }
}

/// A value as far as the pass cares.
enum Seen<'a> {
    Text(&'a str),
    Integer(i64),
    Null,
    Object,
    Other,
}

/// Walks over a value and keeps nothing but what [`Scan`] holds.
#[derive(Clone, Copy)]
struct Walk<'a> {
    scan: &'a Scan,
    place: Place,
    depth: usize,
}

/// What stands where the walk is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The message itself.
    Top,
    /// Its member of this name.
    Version,
    /// Its member of this name.
    Id,
    /// Its member of this name.
    Method,
    /// Its member of this name.
    Params,
    /// Anything else.
    Inside,
}

impl<'a> Walk<'a> {
    /// The walk one level further in.
    fn into_member<E: serde::de::Error>(self, place: Place) -> Result<Self, E> {
        if self.depth == DEPTH_LIMIT {
            let problem = format!("a message may be nested {DEPTH_LIMIT} levels deep at most");
            return Err(self.scan.refuse(problem));
        }
        Ok(Self {
            place,
            depth: self.depth + 1,
            ..self
        })
    }

    fn count<E: serde::de::Error>(self) -> Result<(), E> {
        match self.scan.values_left.get().checked_sub(1) {
            Some(left) => {
                self.scan.values_left.set(left);
                Ok(())
            }
            None => Err(self
                .scan
                .refuse(format!("a message may hold {VALUE_LIMIT} values at most"))),
        }
    }

    fn note(self, seen: &Seen<'_>) {
        let mut envelope = self.scan.envelope.borrow_mut();
        match (self.place, seen) {
            (Place::Version, Seen::Text("2.0")) => envelope.version = true,
            (Place::Id, Seen::Text(text)) => envelope.id = Some(json!(text)),
            (Place::Id, Seen::Integer(number)) => envelope.id = Some(json!(number)),
            (Place::Id, _) => envelope.id = Some(Value::Null),
            (Place::Method, Seen::Text(_)) => envelope.method = true,
            (Place::Params, Seen::Object | Seen::Null) => {}
            (Place::Params, _) => envelope.params_misfit = true,
            _ => {}
        }
    }

    /// What stands under a key of the message itself.
    fn member(self, key: &str) -> Place {
        if self.place != Place::Top {
            return Place::Inside;
        }
        let mut envelope = self.scan.envelope.borrow_mut();
        match key {
            "jsonrpc" => Place::Version,
            "id" => Place::Id,
            "method" => {
                envelope.calls = true;
                Place::Method
            }
            "params" => Place::Params,
            "result" | "error" => {
                envelope.outcome = true;
                Place::Inside
            }
            _ => Place::Inside,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.count()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.note(&Seen::Other);
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.note(&Seen::Integer(number));
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.note(&i64::try_from(number).map_or(Seen::Other, Seen::Integer));
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.note(&Seen::Other);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.note(&Seen::Text(text));
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.note(&Seen::Null);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.note(&Seen::Other);
        let item = self.into_member(Place::Inside)?;
        while items.next_element_seed(item)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        self.note(&Seen::Object);
        let mut keys = Keys::default();
        while let Some(key) = members.next_key_seed(KeySeed)? {
            let place = self.member(&key);
            if let Some(doubled) = keys.add(key) {
                let shown = cut(&one_line(&doubled), 100, "...");
                let problem = format!("the key \"{shown}\" stands twice in one object");
                return Err(self.scan.refuse(problem));
            }
            members.next_value_seed(self.into_member(place)?)?;
        }
        Ok(())
    }
}

/// The keys of one object. Most objects have few: looking through those is faster than hashing.
#[derive(Default)]
struct Keys<'de> {
    few: Vec<Cow<'de, str>>,
    many: HashSet<Cow<'de, str>>,
}

impl<'de> Keys<'de> {
    const FEW: usize = 16;

    /// Adds a key; gives it back if it is there already.
    fn add(&mut self, key: Cow<'de, str>) -> Option<Cow<'de, str>> {
        if self.few.contains(&key) || self.many.contains(&key) {
            return Some(key);
        }
        if self.few.len() < Self::FEW {
            self.few.push(key);
        } else {
            self.many.insert(key);
        }
        None
    }
}

/// Reads a key without copying it where it has no escapes.
struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}
