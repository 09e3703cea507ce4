//! The arguments of tools whose lists come page by page.

use crate::schema::MAX_SAFE_INTEGER;
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

/// A number that names something, from an argument; -1, which names nothing, for a fraction.
pub(crate) fn whole(argument: f64) -> i64 {
    if argument.fract() == 0.0 {
        argument as i64
    } else {
        -1
    }
}
