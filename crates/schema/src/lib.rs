//! JSON Schema: compiles a schema once, checks values against it and names what is wrong.

use serde_json::Value;

/// A compiled schema.
pub struct Schema {}

/// One thing wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Where, as a reader writes it: `user.items[0].id`; empty for the value itself.
    pub path: String,
    /// What came, what was expected and, for a misspelt name, the nearest one.
    pub message: String,
}

impl Schema {
    /// Compiles a schema of any draft (04 to 2020-12; without `$schema` 2020-12). Remote references are refused.
    pub fn compile(_schema: &Value) -> Result<Self, String> {
        todo!()
    }

    /// Everything wrong with `value`; empty when it fits.
    pub fn check(&self, _value: &Value) -> Vec<Violation> {
        todo!()
    }
}
