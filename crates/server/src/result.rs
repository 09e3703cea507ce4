//! From a rendered answer to the protocol's result.

use render::Rendered;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

/// The result of a call: one text part, then the images; the structured form if it is wanted.
pub(crate) fn result(rendered: Rendered, structured: bool) -> CallToolResult {
    let mut content = vec![ContentBlock::text(rendered.text)];
    for image in rendered.images {
        content.push(ContentBlock::image(image.base64, image.mime_type));
    }
    let mut result = CallToolResult::success(content);
    result.is_error = rendered.is_error.then_some(true);
    if structured {
        result.structured_content = Some(Value::Object(rendered.structured));
    }
    result
}

/// A failed call that has nothing but a text.
pub(crate) fn refused(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}
