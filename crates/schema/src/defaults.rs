//! Filling in `default`s.

use crate::path;
use serde_json::{Map, Value};

/// Members added at most; a schema that refers to itself could go on for ever.
const MAX_ADDED: usize = 1_000;
/// Schemas looked at at most.
const MAX_LOOKS: usize = 100_000;
/// Deepest recursion, through references and into the value.
const MAX_DEPTH: usize = 150;

/// Adds the absent members of `value` that have a default.
pub(crate) fn fill(root: &Value, value: &mut Value) {
    let mut filling = Filling {
        root,
        added: 0,
        looks: 0,
        inserted_from: vec![],
    };
    filling.fill(root, value, 0);
}

struct Filling<'a> {
    root: &'a Value,
    added: usize,
    looks: usize,
    /// Schemas whose default is being filled itself: entering one again would never end.
    inserted_from: Vec<*const Value>,
}

impl<'a> Filling<'a> {
    fn fill(&mut self, schema: &'a Value, value: &mut Value, depth: usize) {
        self.looks += 1;
        let Value::Object(keywords) = schema else {
            return;
        };
        if depth > MAX_DEPTH || self.looks > MAX_LOOKS {
            return;
        }
        if let Some(target) = self.referred(keywords) {
            self.fill(target, value, depth + 1);
        }
        if let Some(Value::Array(parts)) = keywords.get("allOf") {
            for part in parts {
                self.fill(part, value, depth + 1);
            }
        }
        match value {
            Value::Object(members) => self.fill_members(keywords, members, depth),
            Value::Array(items) => self.fill_items(keywords, items, depth),
            _ => {}
        }
    }

    fn fill_members(
        &mut self,
        keywords: &'a Map<String, Value>,
        members: &mut Map<String, Value>,
        depth: usize,
    ) {
        let properties = keywords.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            match members.get_mut(name) {
                Some(member) => self.fill(schema, member, depth + 1),
                None => {
                    if let Some(member) = self.default_of(schema, depth) {
                        members.insert(name.clone(), member);
                    }
                }
            }
        }
        let Some(rest) = keywords
            .get("additionalProperties")
            .filter(|rest| rest.is_object())
        else {
            return;
        };
        for (name, member) in members {
            if !properties.is_some_and(|known| known.contains_key(name)) {
                self.fill(rest, member, depth + 1);
            }
        }
    }

    fn fill_items(&mut self, keywords: &'a Map<String, Value>, items: &mut [Value], depth: usize) {
        let listed = keywords
            .get("prefixItems")
            .or_else(|| keywords.get("items"))
            .and_then(Value::as_array);
        let rest = keywords
            .get("items")
            .filter(|rest| rest.is_object())
            .or_else(|| keywords.get("additionalItems"));
        for (at, item) in items.iter_mut().enumerate() {
            match (listed.and_then(|listed| listed.get(at)), rest) {
                (Some(schema), _) | (None, Some(schema)) => self.fill(schema, item, depth + 1),
                (None, None) => {}
            }
        }
    }

    /// The default that a schema gives, itself filled in.
    fn default_of(&mut self, schema: &'a Value, depth: usize) -> Option<Value> {
        let source: *const Value = schema;
        if self.added >= MAX_ADDED || self.inserted_from.contains(&source) {
            return None;
        }
        let mut value = self.find_default(schema, depth)?.clone();
        self.added += 1;
        self.inserted_from.push(source);
        self.fill(schema, &mut value, depth + 1);
        self.inserted_from.pop();
        Some(value)
    }

    /// `default` of a schema itself, of what it refers to or of a part of `allOf`.
    fn find_default(&mut self, schema: &'a Value, depth: usize) -> Option<&'a Value> {
        self.looks += 1;
        if depth > MAX_DEPTH || self.looks > MAX_LOOKS {
            return None;
        }
        let keywords = schema.as_object()?;
        if let Some(value) = keywords.get("default") {
            return Some(value);
        }
        if let Some(value) = self
            .referred(keywords)
            .and_then(|target| self.find_default(target, depth + 1))
        {
            return Some(value);
        }
        let parts = keywords.get("allOf")?.as_array()?;
        parts
            .iter()
            .find_map(|part| self.find_default(part, depth + 1))
    }

    fn referred(&self, keywords: &Map<String, Value>) -> Option<&'a Value> {
        let fragment = keywords.get("$ref")?.as_str()?.strip_prefix('#')?;
        path::resolve(self.root, fragment)
    }
}
