//! Taking a schema in: its size and depth are bounded before anything else looks at it.

use serde_json::{Map, Value};

/// Deepest schema, in nested arrays and objects.
const MAX_DEPTH: usize = 100;
/// Most values in a schema, counting each object, array and scalar.
const MAX_VALUES: u64 = 50_000;
/// Most bytes of text in a schema.
const MAX_TEXT: usize = 512 * 1024;
/// Most patterns; compiling one may take milliseconds.
const MAX_PATTERNS: u64 = 200;
/// Longest pattern in bytes.
const MAX_PATTERN: usize = 2_000;

/// What a document holds.
#[derive(Default)]
pub(crate) struct Sizes {
    /// Objects, arrays and scalars.
    pub values: u64,
    /// Patterns.
    pub patterns: u64,
    /// Levels of nesting.
    pub depth: usize,
    /// References.
    pub references: usize,
    text: usize,
}

/// Measures a schema.
///
/// # Errors
/// A sentence that says which limit it breaks.
pub(crate) fn measure(schema: &Value) -> Result<Sizes, String> {
    if !schema.is_object() && !schema.is_boolean() {
        return Err(format!(
            "a schema is an object or a boolean, this is {}",
            crate::wording::shown(schema)
        ));
    }
    let mut sizes = Sizes::default();
    sizes.measure(schema, 0)?;
    Ok(sizes)
}

/// How deep `value` is nested, or `None` if deeper than `limit`.
pub(crate) fn depth_within(value: &Value, limit: usize) -> Option<usize> {
    let mut deepest = 0;
    let mut look = |inner: &Value| {
        deepest = deepest.max(1 + depth_within(inner, limit.checked_sub(1)?)?);
        Some(())
    };
    match value {
        Value::Array(items) => items.iter().try_for_each(&mut look)?,
        Value::Object(members) => members.values().try_for_each(&mut look)?,
        _ => {}
    }
    Some(deepest)
}

/// Objects, arrays and scalars in a value that is not nested too deep.
pub(crate) fn values_in(value: &Value) -> u64 {
    match value {
        Value::Array(items) => 1 + items.iter().map(values_in).sum::<u64>(),
        Value::Object(members) => 1 + members.values().map(values_in).sum::<u64>(),
        _ => 1,
    }
}

impl Sizes {
    fn measure(&mut self, value: &Value, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!(
                "the schema is nested more than {MAX_DEPTH} levels deep"
            ));
        }
        self.depth = self.depth.max(depth);
        self.values += 1;
        self.text += value.as_str().map_or(0, str::len);
        match value {
            Value::Array(items) => items
                .iter()
                .try_for_each(|item| self.measure(item, depth + 1))?,
            Value::Object(members) => {
                self.measure_patterns(members)?;
                self.references += members
                    .keys()
                    .filter(|name| name.ends_with("Ref") || *name == "$ref")
                    .count();
                for (name, member) in members {
                    self.text += name.len();
                    self.measure(member, depth + 1)?;
                }
            }
            _ => {}
        }
        if self.values > MAX_VALUES || self.text > MAX_TEXT {
            return Err(format!(
                "the schema is too large (limits: {MAX_VALUES} values, {} kB of text)",
                MAX_TEXT / 1024
            ));
        }
        Ok(())
    }

    fn measure_patterns(&mut self, schema: &Map<String, Value>) -> Result<(), String> {
        let by_name = schema.get("patternProperties").and_then(Value::as_object);
        let patterns = by_name
            .into_iter()
            .flat_map(|patterns| patterns.keys().map(String::as_str))
            .chain(schema.get("pattern").and_then(Value::as_str));
        for pattern in patterns {
            self.patterns += 1;
            if pattern.len() > MAX_PATTERN {
                return Err(format!(
                    "a pattern in the schema is longer than {MAX_PATTERN} bytes"
                ));
            }
            if self.patterns > MAX_PATTERNS {
                return Err(format!("the schema has more than {MAX_PATTERNS} patterns"));
            }
        }
        Ok(())
    }
}
