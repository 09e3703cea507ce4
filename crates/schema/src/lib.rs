//! JSON Schema: compiles a schema once, checks values against it and names what is wrong.
//!
//! Serves two callers: our own tools, whose schemas are trusted and small, and tools that pages offer, whose schemas are
//! hostile until proven otherwise. Both go the same way: a schema is refused when it is too large, nested too deeply or
//! refers outside itself, and what a check costs is bounded whatever the schema says. Nothing here does I/O,
//! and values are never coerced: `"2"` is not a number.

mod defaults;
mod draft;
mod graph;
mod intake;
mod nearest;
mod path;
mod stack;
mod wording;

pub use nearest::nearest;

use graph::Graph;
use intake::Sizes;
use jsonschema::{PatternOptions, Validator};
use serde_json::Value;

/// Most violations that one check reports.
pub const MAX_VIOLATIONS: usize = 10;

/// Deepest value that is checked, in nested arrays and objects.
const MAX_VALUE_DEPTH: usize = 200;

/// Backtracking steps of one match of a pattern that needs backtracking (look-around, back-references). All other
/// patterns take linear time.
const PATTERN_BACKTRACKING: usize = 5_000;
/// Bytes that one compiled pattern may take.
const PATTERN_SIZE: usize = 1 << 20;

/// Most evaluations spent on collecting what is wrong; beyond it a reader is told only that something is.
const MAX_COST: u64 = 2_000_000;
/// Most pairs of a value of the schema and a value of what is checked.
const MAX_PAIRS: u64 = 200_000_000;
/// Most pairs of a pattern and a value of what is checked.
const MAX_PATTERN_PAIRS: u64 = 500_000;

/// A compiled schema.
pub struct Schema {
    validator: Validator,
    /// The schema as compiled, kept to look up names, types and defaults.
    source: Value,
    /// How its parts lead to each other.
    graph: Graph,
    sizes: Sizes,
}

/// One thing wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Where, as a reader writes it: `user.items[0].id`; empty for the value itself.
    pub path: String,
    /// What came, what was expected and, for a misspelt name, the nearest one.
    pub message: String,
}

impl std::fmt::Display for Violation {
    /// `path: message`, or the message alone for the value itself.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Schema").finish_non_exhaustive()
    }
}

impl Schema {
    /// Compiles a schema of any draft (04, 06, 07, 2019-09, 2020-12). Without `$schema`, or with one that is unknown,
    /// 2020-12 is tried first and then the older drafts.
    ///
    /// # Errors
    /// A sentence that says why the schema can't be used: it breaks the rules of its draft, has a pattern that is none,
    /// refers to something remote or missing, or is larger or deeper than allowed.
    pub fn compile(schema: &Value) -> Result<Self, String> {
        let sizes = intake::measure(schema)?;
        let levels = sizes.depth * 5 + sizes.references.min(graph::MAX_CHAIN);
        stack::with_room_for(levels, || Self::compile_measured(schema, sizes))?
    }

    fn compile_measured(schema: &Value, sizes: Sizes) -> Result<Self, String> {
        let source = draft::without_unknown(schema);
        let graph = Graph::of(&source)?;
        let mut first_error = None;
        for draft in draft::candidates(&source) {
            match build(draft, &source) {
                Ok(validator) => {
                    return Ok(Self {
                        validator,
                        source,
                        graph,
                        sizes,
                    });
                }
                Err(message) => first_error = first_error.or(Some(message)),
            }
        }
        Err(first_error.unwrap_or_else(|| "no draft fits the schema".to_owned()))
    }

    /// Everything wrong with `value`, at most [`MAX_VIOLATIONS`]; empty when it fits.
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        let Some(depth) = intake::depth_within(value, MAX_VALUE_DEPTH) else {
            return vec![Violation::of_value(format!(
                "nested more than {MAX_VALUE_DEPTH} levels deep"
            ))];
        };
        let values = intake::values_in(value);
        if values.saturating_mul(self.sizes.values) > MAX_PAIRS
            || values.saturating_mul(self.sizes.patterns) > MAX_PATTERN_PAIRS
        {
            return vec![Violation::of_value(
                "can't be checked: too large for so large a schema".to_owned(),
            )];
        }
        let levels = self.graph.chain.saturating_mul(depth + 1);
        stack::with_room_for(levels, || self.violations(value))
            .unwrap_or_else(|limit| vec![Violation::of_value(limit)])
    }

    /// Adds the members that are absent and have a `default`, at any depth, through local `$ref`, `allOf`, `items` and
    /// `additionalProperties`. Alternatives (`anyOf`, `oneOf`, `if`) are left alone: which of them applies is not known.
    pub fn fill_defaults(&self, value: &mut Value) {
        defaults::fill(&self.source, value);
    }

    fn violations(&self, value: &Value) -> Vec<Violation> {
        // `is_valid` remembers what it has seen, so it stays cheap where collecting errors would not.
        if self.validator.is_valid(value) {
            return vec![];
        }
        if self.graph.cost(value) > MAX_COST {
            return vec![Violation::of_value(format!(
                "does not fit its schema, got {}",
                wording::shown(value)
            ))];
        }
        let mut violations = vec![];
        let sources = wording::Sources {
            schema: &self.source,
            value,
        };
        for error in self.validator.iter_errors(value) {
            wording::add(&sources, &error, &mut violations);
            if violations.len() >= MAX_VIOLATIONS {
                violations.truncate(MAX_VIOLATIONS);
                break;
            }
        }
        violations
    }
}

impl Violation {
    fn of_value(message: String) -> Self {
        Self {
            path: String::new(),
            message,
        }
    }
}

fn build(draft: jsonschema::Draft, schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(draft)
        .offline()
        .should_validate_formats(true)
        .with_pattern_options(
            PatternOptions::fancy_regex()
                .backtrack_limit(PATTERN_BACKTRACKING)
                .size_limit(PATTERN_SIZE),
        )
        .build(schema)
        .map_err(|error| wording::broken_schema(schema, &error))
}

#[cfg(test)]
mod tests;
