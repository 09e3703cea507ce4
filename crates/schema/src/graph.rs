//! How the schemas of a document lead to each other, to know beforehand what a check may cost.
//!
//! A schema of a few lines can ask for 2^40 evaluations: `allOf` twice the same `$ref`, forty times in a row. What one
//! value costs without going into its members is therefore counted when the schema is taken in; what a whole value costs
//! is counted before its errors are collected.

use crate::draft;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Most evaluations that one value may ask for, its members left aside.
const MAX_IN_PLACE: u64 = 20_000;
/// Longest chain of schemas that apply to the same value.
pub(crate) const MAX_CHAIN: usize = 4_000;

/// A schema of the document.
type Id = usize;

/// Where a schema leads.
#[derive(Default)]
struct Node {
    /// Schemas that apply to the same value.
    in_place: Vec<Id>,
    /// Schemas of members by name.
    properties: HashMap<String, Id>,
    /// Schemas that may apply to any member.
    members: Vec<Id>,
    /// Schemas of the first items, in order.
    listed: Vec<Id>,
    /// Schemas that may apply to any item.
    items: Vec<Id>,
}

/// The schemas of one document; 0 is the root.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    /// Longest chain of schemas that apply to the same value.
    pub chain: usize,
}

impl Graph {
    /// Reads a document that is within its bounds.
    ///
    /// # Errors
    /// A sentence if a reference leads nowhere, outside or back to its own value without end.
    pub(crate) fn of(document: &Value) -> Result<Self, String> {
        let mut reader = Reader::default();
        reader.read(document, "", "");
        let mut graph = Self {
            nodes: reader.link()?,
            chain: 0,
        };
        graph.chain = graph.measure()?;
        Ok(graph)
    }

    /// The longest chain in place; refuses what has no end or too many branches.
    fn measure(&self) -> Result<usize, String> {
        let mut known: Vec<Measure> = vec![Measure::Unknown; self.nodes.len()];
        let mut longest = 0;
        for id in 0..self.nodes.len() {
            longest = longest.max(self.measure_from(id, &mut known, 0)?.1);
        }
        Ok(longest)
    }

    fn measure_from(
        &self,
        id: Id,
        known: &mut [Measure],
        depth: usize,
    ) -> Result<(u64, usize), String> {
        match known[id] {
            Measure::Known(cost, chain) => return Ok((cost, chain)),
            Measure::Underway => {
                return Err("the schema refers to itself without end".to_owned());
            }
            Measure::Unknown => {}
        }
        if depth > MAX_CHAIN {
            return Err(format!(
                "the schema has a chain of more than {MAX_CHAIN} references"
            ));
        }
        known[id] = Measure::Underway;
        let (mut cost, mut chain) = (1_u64, 0);
        for &next in &self.nodes[id].in_place {
            let (next_cost, next_chain) = self.measure_from(next, known, depth + 1)?;
            cost = cost.saturating_add(next_cost);
            chain = chain.max(next_chain);
        }
        if cost > MAX_IN_PLACE {
            return Err(format!(
                "the schema asks for more than {MAX_IN_PLACE} evaluations of one value"
            ));
        }
        known[id] = Measure::Known(cost, chain + 1);
        Ok((cost, chain + 1))
    }

    /// Evaluations that collecting all errors of `value` may take.
    pub(crate) fn cost(&self, value: &Value) -> u64 {
        self.cost_at(0, value, &mut HashMap::new())
    }

    fn cost_at(&self, id: Id, value: &Value, known: &mut HashMap<(Id, usize), u64>) -> u64 {
        let key = (id, std::ptr::from_ref(value) as usize);
        if let Some(&cost) = known.get(&key) {
            return cost;
        }
        let node = &self.nodes[id];
        let mut cost = 1_u64;
        let mut add = |next: &[Id], value: &Value| {
            for &next in next {
                cost = cost.saturating_add(self.cost_at(next, value, known));
            }
        };
        add(&node.in_place, value);
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    if let Some(&next) = node.properties.get(name) {
                        add(&[next], member);
                    }
                    add(&node.members, member);
                }
            }
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    add(node.listed.get(at..=at).unwrap_or_default(), item);
                    add(&node.items, item);
                }
            }
            _ => {}
        }
        known.insert(key, cost);
        cost
    }
}

#[derive(Clone, Copy)]
enum Measure {
    Unknown,
    Underway,
    /// Evaluations and longest chain.
    Known(u64, usize),
}

#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    /// Schemas by JSON pointer from the root of the document.
    by_pointer: HashMap<String, Id>,
    /// Pointers of schemas that give themselves an address.
    by_address: HashMap<String, String>,
    /// Schemas by `$anchor` (and the `#name` form of `$id`).
    by_anchor: HashMap<String, Vec<Id>>,
    references: Vec<Reference>,
}

struct Reference {
    from: Id,
    text: String,
    /// Pointer of the nearest schema with an address: `#/…` may start there.
    resource: String,
    /// `$dynamicRef` and `$recursiveRef` may lead to any schema of that anchor.
    dynamic: bool,
}

impl Reader {
    fn read(&mut self, schema: &Value, pointer: &str, resource: &str) -> Id {
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        self.by_pointer.insert(pointer.to_owned(), id);
        if let Value::Object(keywords) = schema {
            let resource = self.note_names(keywords, id, pointer, resource);
            for (keyword, value) in keywords {
                self.read_keyword(
                    id,
                    keyword,
                    value,
                    &format!("{pointer}/{}", escaped(keyword)),
                    &resource,
                );
            }
        }
        id
    }

    /// Remembers addresses, anchors and references; returns the pointer of the resource that the schema belongs to.
    fn note_names(
        &mut self,
        keywords: &Map<String, Value>,
        id: Id,
        pointer: &str,
        resource: &str,
    ) -> String {
        let text = |name: &str| keywords.get(name).and_then(Value::as_str);
        let mut resource = resource.to_owned();
        for address in [text("$id"), text("id")].into_iter().flatten() {
            let (document, fragment) = address.split_once('#').unwrap_or((address, ""));
            if !document.is_empty() {
                self.by_address
                    .insert(document.to_owned(), pointer.to_owned());
                resource = pointer.to_owned();
            }
            if !fragment.is_empty() {
                self.by_anchor
                    .entry(fragment.to_owned())
                    .or_default()
                    .push(id);
            }
        }
        for anchor in [text("$anchor"), text("$dynamicAnchor")]
            .into_iter()
            .flatten()
        {
            self.by_anchor
                .entry(anchor.to_owned())
                .or_default()
                .push(id);
        }
        for (name, dynamic) in [
            ("$ref", false),
            ("$dynamicRef", true),
            ("$recursiveRef", true),
        ] {
            if let Some(reference) = text(name) {
                self.references.push(Reference {
                    from: id,
                    text: reference.to_owned(),
                    resource: resource.clone(),
                    dynamic,
                });
            }
        }
        resource
    }

    fn read_keyword(
        &mut self,
        id: Id,
        keyword: &str,
        value: &Value,
        pointer: &str,
        resource: &str,
    ) {
        match keyword {
            "const" | "enum" | "default" | "examples" | "example" | "required" | "type" => {}
            "properties" => {
                for (name, next) in self.read_members(value, pointer, resource) {
                    self.nodes[id].properties.insert(name, next);
                }
            }
            "patternProperties" => {
                let next = self.read_members(value, pointer, resource);
                self.nodes[id]
                    .members
                    .extend(next.into_iter().map(|(_, next)| next));
            }
            "dependentSchemas" | "dependencies" => {
                let next = self.read_members(value, pointer, resource);
                self.nodes[id]
                    .in_place
                    .extend(next.into_iter().map(|(_, next)| next));
            }
            "$defs" | "definitions" => {
                self.read_members(value, pointer, resource);
            }
            _ => {
                let next = self.read_schemas(value, pointer, resource);
                let node = &mut self.nodes[id];
                match keyword {
                    "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" => {
                        node.in_place.extend(next)
                    }
                    "additionalProperties" | "unevaluatedProperties" | "propertyNames" => {
                        node.members.extend(next)
                    }
                    "prefixItems" => node.listed.extend(next),
                    "items" if value.is_array() => node.listed.extend(next),
                    "items" | "additionalItems" | "unevaluatedItems" | "contains" => {
                        node.items.extend(next)
                    }
                    // Read all the same, since a reference may lead there.
                    _ => {}
                }
            }
        }
    }

    fn read_members(&mut self, value: &Value, pointer: &str, resource: &str) -> Vec<(String, Id)> {
        let Value::Object(members) = value else {
            return vec![];
        };
        members
            .iter()
            .map(|(name, schema)| {
                let id = self.read(schema, &format!("{pointer}/{}", escaped(name)), resource);
                (name.clone(), id)
            })
            .collect()
    }

    fn read_schemas(&mut self, value: &Value, pointer: &str, resource: &str) -> Vec<Id> {
        match value {
            Value::Array(items) => items
                .iter()
                .enumerate()
                .map(|(at, item)| self.read(item, &format!("{pointer}/{at}"), resource))
                .collect(),
            Value::Object(_) | Value::Bool(_) => vec![self.read(value, pointer, resource)],
            _ => vec![],
        }
    }

    /// Turns references into edges.
    fn link(mut self) -> Result<Vec<Node>, String> {
        for reference in std::mem::take(&mut self.references) {
            let targets = self.targets(&reference)?;
            self.nodes[reference.from].in_place.extend(targets);
        }
        Ok(self.nodes)
    }

    fn targets(&self, reference: &Reference) -> Result<Vec<Id>, String> {
        let quoted = crate::wording::quoted(&reference.text);
        let (document, fragment) = reference
            .text
            .split_once('#')
            .unwrap_or((&reference.text, ""));
        let resource = if document.is_empty() {
            &reference.resource
        } else if let Some(pointer) = self.by_address.get(document) {
            pointer
        } else if draft::named(document).is_some() {
            // The schema of schemas is built in and harmless.
            return Ok(vec![]);
        } else {
            return Err(format!(
                "the schema refers to {quoted}, which is outside of it; only references inside are followed"
            ));
        };
        let targets = if fragment.is_empty() || fragment.starts_with('/') {
            let fragment = crate::path::percent_decoded(fragment);
            let inside = self.by_pointer.get(&format!("{resource}{fragment}"));
            let from_root = self
                .by_pointer
                .get(&fragment)
                .filter(|_| document.is_empty() && !resource.is_empty());
            inside.into_iter().chain(from_root).copied().collect()
        } else {
            self.by_anchor.get(fragment).cloned().unwrap_or_default()
        };
        if targets.is_empty() && !reference.dynamic {
            return Err(format!(
                "the schema refers to {quoted}, where no schema stands"
            ));
        }
        Ok(targets)
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
