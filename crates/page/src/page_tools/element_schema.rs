//! Element arguments: `"x-mcp-type": "HTMLElement"` in a tool's schema.
//!
//! Such a value travels as `{"uid": …}` or `{"selector": …}`, and the tool gets the element. Which values are elements
//! is told by the schema alone, never by how a value looks.

use serde_json::{Map, Value, json};

/// Marks a schema as an element's.
const MARK: &str = "x-mcp-type";
/// The one kind of element there is.
const ELEMENT: &str = "HTMLElement";
/// Keywords whose values are data, not schemas.
const DATA: [&str; 5] = ["enum", "const", "default", "examples", "required"];
/// Deepest recursion, through references and into the value.
const MAX_DEPTH: usize = 100;

/// One step from a value into it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Name(String),
    Index(usize),
}

/// Where an element stands in the arguments.
pub(super) type Place = Vec<Step>;

/// Says in the schema what an element looks like in JSON, wherever one is asked for.
pub(super) fn spell_out(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            if is_element(keywords) {
                keywords.insert("properties".into(), json!({"uid": {"type": "string"}}));
                keywords.insert("required".into(), json!(["uid"]));
            }
            for (keyword, value) in keywords.iter_mut() {
                if !DATA.contains(&keyword.as_str()) {
                    spell_out(value);
                }
            }
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(spell_out),
        _ => {}
    }
}

fn is_element(keywords: &Map<String, Value>) -> bool {
    keywords.get(MARK).and_then(Value::as_str) == Some(ELEMENT)
}

/// The places in `arguments` at which the schema wants an element and there is an object that names one.
pub(super) fn places(schema: &Value, arguments: &Value) -> Vec<Place> {
    let mut search = Search {
        root: schema,
        places: Vec::new(),
        looks: 0,
    };
    search.look(schema, arguments, &mut Vec::new(), 0);
    search.places.sort();
    search.places.dedup();
    search.places
}

struct Search<'a> {
    root: &'a Value,
    places: Vec<Place>,
    looks: usize,
}

impl<'a> Search<'a> {
    /// Schemas looked at at most: alternatives in alternatives multiply.
    const MAX_LOOKS: usize = 100_000;

    fn look(&mut self, schema: &'a Value, value: &Value, place: &mut Place, depth: usize) {
        self.looks += 1;
        let Value::Object(keywords) = schema else {
            return;
        };
        if depth > MAX_DEPTH || self.looks > Self::MAX_LOOKS {
            return;
        }
        if is_element(keywords) {
            if names_element(value) {
                self.places.push(place.clone());
            }
            return;
        }
        if let Some(target) = self.referred(keywords) {
            self.look(target, value, place, depth + 1);
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for part in keywords
                .get(keyword)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                self.look(part, value, place, depth + 1);
            }
        }
        for keyword in ["if", "then", "else"] {
            if let Some(part) = keywords.get(keyword) {
                self.look(part, value, place, depth + 1);
            }
        }
        match value {
            Value::Object(members) => self.look_in_members(keywords, members, place, depth),
            Value::Array(items) => self.look_in_items(keywords, items, place, depth),
            _ => {}
        }
    }

    fn look_in_members(
        &mut self,
        keywords: &'a Map<String, Value>,
        members: &Map<String, Value>,
        place: &mut Place,
        depth: usize,
    ) {
        let named = |keyword: &str| keywords.get(keyword).and_then(Value::as_object);
        for (name, member) in members {
            let known = named("properties").and_then(|properties| properties.get(name));
            // Which of these patterns fits is not asked: the check that follows refuses what does not.
            let patterns = named("patternProperties")
                .into_iter()
                .flat_map(|patterns| patterns.values());
            let rest = match known {
                Some(_) => None,
                None => keywords.get("additionalProperties"),
            };
            place.push(Step::Name(name.clone()));
            for schema in known.into_iter().chain(patterns).chain(rest) {
                self.look(schema, member, place, depth + 1);
            }
            place.pop();
        }
    }

    fn look_in_items(
        &mut self,
        keywords: &'a Map<String, Value>,
        items: &[Value],
        place: &mut Place,
        depth: usize,
    ) {
        let items_keyword = keywords.get("items");
        let listed = keywords
            .get("prefixItems")
            .or(items_keyword)
            .and_then(Value::as_array);
        let rest = items_keyword
            .filter(|rest| rest.is_object())
            .or_else(|| keywords.get("additionalItems"));
        for (at, item) in items.iter().enumerate() {
            let schema = listed.and_then(|listed| listed.get(at)).or(rest);
            place.push(Step::Index(at));
            for schema in schema.into_iter().chain(keywords.get("contains")) {
                self.look(schema, item, place, depth + 1);
            }
            place.pop();
        }
    }

    fn referred(&self, keywords: &Map<String, Value>) -> Option<&'a Value> {
        let fragment = keywords.get("$ref")?.as_str()?.strip_prefix('#')?;
        if fragment.is_empty() {
            return Some(self.root);
        }
        self.root.pointer(fragment)
    }
}

fn names_element(value: &Value) -> bool {
    let Value::Object(members) = value else {
        return false;
    };
    members
        .get("uid")
        .or(members.get("selector"))
        .is_some_and(Value::is_string)
}

/// The value at a place.
pub(super) fn at<'a>(value: &'a mut Value, place: &[Step]) -> Option<&'a mut Value> {
    place.iter().try_fold(value, |value, step| match step {
        Step::Name(name) => value.get_mut(name),
        Step::Index(index) => value.get_mut(*index),
    })
}

/// A place as JSON, for the page.
pub(super) fn place_json(place: &[Step]) -> Value {
    place
        .iter()
        .map(|step| match step {
            Step::Name(name) => Value::from(name.as_str()),
            Step::Index(index) => Value::from(*index),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element() -> Value {
        json!({"type": "object", "x-mcp-type": "HTMLElement"})
    }

    fn found(schema: Value, arguments: Value) -> Value {
        places(&schema, &arguments)
            .iter()
            .map(|place| place_json(place))
            .collect()
    }

    #[test]
    fn spells_out_at_any_depth() {
        let mut schema = json!({
            "properties": {"a": element(), "b": {"items": element()}},
            "additionalProperties": {"anyOf": [element(), {"type": "null"}]},
            "$defs": {"E": element()},
            "examples": [element()],
        });
        spell_out(&mut schema);
        let spelt = json!({
            "type": "object", "x-mcp-type": "HTMLElement",
            "properties": {"uid": {"type": "string"}}, "required": ["uid"],
        });
        assert_eq!(schema["properties"]["a"], spelt);
        assert_eq!(schema["properties"]["b"]["items"], spelt);
        assert_eq!(schema["additionalProperties"]["anyOf"][0], spelt);
        assert_eq!(schema["$defs"]["E"], spelt);
        assert_eq!(schema["examples"][0], element());
    }

    #[test]
    fn finds_elements_by_schema() {
        let schema = json!({"properties": {
            "target": element(),
            "list": {"type": "array", "items": {"$ref": "#/$defs/E"}},
            "either": {"anyOf": [{"type": "string"}, element()]},
            "pair": {"prefixItems": [{"type": "string"}, element()]},
        }, "$defs": {"E": element()}});
        let arguments = json!({
            "target": {"uid": "1_1"},
            "list": [{"uid": "1_2"}, {"selector": "#a"}],
            "either": {"uid": "1_3"},
            "pair": ["x", {"uid": "1_4"}],
        });
        assert_eq!(
            found(schema, arguments),
            json!([
                ["either"],
                ["list", 0],
                ["list", 1],
                ["pair", 1],
                ["target"]
            ])
        );
    }

    #[test]
    fn never_guesses_from_shape() {
        let schema = json!({"properties": {"plain": {"type": "object"}}});
        assert_eq!(found(schema, json!({"plain": {"uid": "hello"}})), json!([]));
        assert_eq!(
            found(json!({}), json!({"any": {"uid": "hello"}})),
            json!([])
        );
    }

    #[test]
    fn a_schema_that_refers_to_itself_ends() {
        let schema = json!({"allOf": [{"$ref": "#"}], "anyOf": [{"$ref": "#"}, {"$ref": "#"}]});
        assert_eq!(found(schema, json!({})), json!([]));
    }
}
