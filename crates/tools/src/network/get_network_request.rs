//! `get_network_request`: one request in full, with its bodies shown or written to files.

use crate::files::Files;
use crate::paging::whole;
use crate::{Category, PageTool, Services, ToolSpec};
use page::Page;
use page::network::Content;
use records::{Body, Failure, redact};
use render::{Response, sections::NetworkRequestFull};
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// The request, by its reqid from list_network_requests.
    reqid: Option<f64>,
    /// File for the body that was sent; its extension becomes .network-request. Without it the body is part of the answer.
    request_file_path: Option<String>,
    /// File for the body that came back, in full; its extension becomes .network-response. Without it the body is part
    /// of the answer, cut at 10,000 characters.
    response_file_path: Option<String>,
}

/// The tool.
pub struct GetNetworkRequest;

impl PageTool for GetNetworkRequest {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "get_network_request",
        Category::Network,
        "Shows one network request in full: headers, bodies, timing, redirects, WebSocket messages. Bodies of earlier documents are there too, as far as Chrome keeps them.",
    )
    .works_with_dialog();

    async fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let Some(reqid) = params.reqid else {
            return Ok(Response::message(
                "No request is selected: give the reqid of one that list_network_requests shows.",
            ));
        };
        let reqid = whole("reqid", reqid)?;
        let network = page.network();
        let mut detail = network.get(reqid).await?;
        let mut response = Response::new();

        let sent = network.request_body(reqid).await?;
        let file = params.request_file_path.as_deref();
        if file.is_some() && !matches!(sent, Content::Bytes(_)) {
            response = response.with(no_file("request", &sent));
        }
        detail.request_body = keep(&services.files, sent, file, "network-request").await?;

        let received = network.response_body(reqid).await?;
        let file = params.response_file_path.as_deref();
        if file.is_some() && !matches!(received, Content::Bytes(_)) {
            response = response.with(no_file("response", &received));
        }
        detail.response_body = keep(&services.files, received, file, "network-response").await?;

        if services.settings.redact_network_headers {
            redact::headers(&mut detail.request_headers);
            redact::headers(&mut detail.response_headers);
        }
        Ok(response.with(NetworkRequestFull(detail)))
    }
}

/// The body for the answer; with `file` its bytes go there, under the extension given.
async fn keep(
    files: &Files,
    content: Content,
    file: Option<&str>,
    extension: &str,
) -> Result<Option<Body>, Failure> {
    match (content, file) {
        (Content::Bytes(bytes), Some(file)) => {
            let length = bytes.len();
            let path = Path::new(file).with_extension(extension);
            let path = files.write(&path, bytes).await?;
            Ok(Some(Body::Saved {
                path,
                bytes: length,
            }))
        }
        (content, _) => Ok(content.into_body()),
    }
}

/// Says that a file that was asked for was not written.
fn no_file(side: &str, content: &Content) -> render::sections::Message {
    let why = match content {
        Content::Unavailable(why) => why.as_str(),
        _ => "there is none",
    };
    render::sections::Message(format!("No file was written for the {side} body: {why}."))
}
