//! The arguments of tools whose lists come page by page.

use crate::schema::MAX_SAFE_INTEGER;
use records::Failure;
use schemars::{Schema, SchemaGenerator, json_schema};

/// A positive number of items.
pub(crate) fn page_size(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "integer", "exclusiveMinimum": 0, "maximum": MAX_SAFE_INTEGER})
}

/// A zero-based page.
pub(crate) fn page_idx(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "integer", "minimum": 0, "maximum": MAX_SAFE_INTEGER})
}

/// An argument as a number of items; what does not fit is as good as endless.
pub(crate) fn count(argument: Option<u64>) -> Option<usize> {
    argument.map(|count| usize::try_from(count).unwrap_or(usize::MAX / 2))
}

/// The number that an argument named `name` gives to something. Fails for a fraction, which names nothing.
pub(crate) fn whole(name: &str, argument: f64) -> Result<i64, Failure> {
    if argument.fract() == 0.0 {
        Ok(argument as i64)
    } else {
        Err(Failure::BadArgument(format!(
            "{name} must be a whole number; got {argument}"
        )))
    }
}
