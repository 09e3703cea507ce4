//! The routes that every site has.

use super::{Request, Response};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What becomes of a request.
pub(super) enum Outcome {
    /// It is answered.
    Answer(Response),
    /// It is answered after a while.
    Later(Duration, Response),
    /// It is never answered.
    Hang,
    /// The connection is closed without an answer.
    Drop,
}

/// What a built-in route does with `request`; `None` if none is meant.
pub(super) fn built_in(request: &Request) -> Option<Outcome> {
    let answer = match request.path.as_str() {
        "/slow" => {
            let ms = number(request, "ms").unwrap_or(1000);
            return Some(Outcome::Later(
                Duration::from_millis(ms),
                Response::text("slow"),
            ));
        }
        "/hang" => return Some(Outcome::Hang),
        "/drop" => return Some(Outcome::Drop),
        "/redirect" => Response::redirect(&request.parameter("to")?),
        "/headers" => Response::json(&headers(request)),
        "/echo" => Response::new(
            200,
            request
                .header("content-type")
                .unwrap_or("application/octet-stream"),
            request.body.clone(),
        ),
        "/set-cookie" => {
            request
                .parameters()
                .fold(Response::text("cookies set"), |response, (name, value)| {
                    response.header("Set-Cookie", &format!("{name}={value}; Path=/"))
                })
        }
        "/big.json" => big(number(request, "bytes").unwrap_or(1_000_000)),
        "/favicon.ico" => Response {
            status: 204,
            headers: Vec::new(),
            body: Vec::new(),
        },
        path => Response::status(path.strip_prefix("/status/")?.parse().ok()?),
    };
    Some(Outcome::Answer(answer))
}

fn number(request: &Request, name: &str) -> Option<u64> {
    request.parameter(name)?.parse().ok()
}

fn headers(request: &Request) -> Value {
    let pairs = request.headers.iter();
    Value::Object(
        pairs
            .map(|(name, value)| (name.clone(), Value::String(value.clone())))
            .collect::<Map<_, _>>(),
    )
}

fn big(bytes: u64) -> Response {
    let item = json!({"name": "a value like many others", "number": 123_456_789});
    let count = bytes / (item.to_string().len() as u64 + 1);
    let items: Vec<Value> = (0..count.max(1)).map(|_| item.clone()).collect();
    Response::json(&Value::Array(items))
}
