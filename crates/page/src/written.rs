//! What a script gave, written out for a reader.

use crate::{Evaluation, ExecutionContext};
use cdp::protocol::runtime::RemoteObject;
use records::Failure;
use serde_json::Value;

/// A value, written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Whether the text is JSON.
    pub is_json: bool,
}

/// Writes an object as JSON. A cycle names the path it points to, a bigint ends in `n`.
const TO_JSON: &str = "function () {
    const path = new Map();
    const walk = (value, at) => {
        if (typeof value === 'bigint') return `${value}n`;
        if (typeof value === 'function') return `[Function: ${value.name}]`;
        if (typeof value === 'symbol') return String(value);
        if (value === null || typeof value !== 'object') return value;
        if (path.has(value)) return `[Circular: ${path.get(value)}]`;
        path.set(value, at);
        let out;
        if (Array.isArray(value)) out = value.map((item, index) => walk(item, `${at}[${index}]`));
        else if (typeof value.toJSON === 'function') out = value.toJSON();
        else {
            out = {};
            for (const key of Object.keys(value)) out[key] = walk(value[key], `${at}.${key}`);
        }
        path.delete(value);
        return out;
    };
    return JSON.stringify(walk(this, '$'), null, 2);
}";

impl ExecutionContext {
    /// [`ExecutionContext::call_for_object`], with the result written out.
    pub async fn call_and_write(&self, evaluation: Evaluation<'_>) -> Result<Written, Failure> {
        let object = self.call_for_object(evaluation).await?;
        self.write(object).await
    }

    /// [`ExecutionContext::run_script`], with the result written out.
    pub async fn run_script_and_write(
        &self,
        evaluation: Evaluation<'_>,
    ) -> Result<Written, Failure> {
        let object = self.run_script(evaluation).await?;
        self.write(object).await
    }

    async fn write(&self, object: RemoteObject) -> Result<Written, Failure> {
        if let Some(text) = object.unserializable_value {
            return Ok(Written {
                text: text.to_string(),
                is_json: false,
            });
        }
        let Some(id) = object.object_id else {
            let described = || {
                object
                    .description
                    .unwrap_or_else(|| object.r#type.to_string())
            };
            let is_null = object
                .subtype
                .as_ref()
                .is_some_and(|kind| kind.as_str() == "null");
            return Ok(match object.value.or(is_null.then_some(Value::Null)) {
                Some(value) => Written {
                    text: value.to_string(),
                    is_json: true,
                },
                None => Written {
                    text: described(),
                    is_json: false,
                },
            });
        };
        let mut evaluation = Evaluation::new(TO_JSON);
        evaluation.this = Some(id.clone());
        let written = self.call(evaluation).await;
        self.release(&id);
        Ok(match written? {
            Value::String(text) => Written {
                text,
                is_json: true,
            },
            _ => Written {
                text: object.description.unwrap_or_default(),
                is_json: false,
            },
        })
    }
}
