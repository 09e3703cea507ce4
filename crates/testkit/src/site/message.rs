//! HTTP messages, as much of them as a test site needs.

use std::io::{self, BufRead, Write};

/// Longest body that a site reads, in bytes.
const BODY_LIMIT: usize = 64 * 1024 * 1024;

/// A request.
#[derive(Debug, Clone)]
pub struct Request {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// The path, decoded, without the query.
    pub path: String,
    /// The query as it came, without `?`.
    pub query: String,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header, whose name is given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The parameters of the query, decoded.
    pub fn parameters(&self) -> impl Iterator<Item = (String, String)> {
        self.query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                (decode(name), decode(value))
            })
    }

    /// The value of a parameter of the query, decoded.
    pub fn parameter(&self, name: &str) -> Option<String> {
        self.parameters()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// Reads one request; `None` at the end of the connection.
    pub(super) fn read(stream: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut request = Self {
            method: method.to_owned(),
            path: decode(path),
            query: query.to_owned(),
            headers: read_headers(stream)?,
            body: Vec::new(),
        };
        let length = request
            .header("content-length")
            .and_then(|value| value.parse().ok())
            .unwrap_or(0);
        if length > BODY_LIMIT {
            return Err(io::ErrorKind::InvalidData.into());
        }
        request.body.resize(length, 0);
        stream.read_exact(&mut request.body)?;
        Ok(Some(request))
    }
}

fn read_headers(stream: &mut impl BufRead) -> io::Result<Vec<(String, String)>> {
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(headers);
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
}

/// Undoes percent-encoding and `+`.
fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escape {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A response.
#[derive(Debug, Clone)]
pub struct Response {
    /// Its status code.
    pub status: u16,
    /// Its headers without `Content-Length`.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
}

impl Response {
    /// A response with a body of this media type.
    pub fn new(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("Content-Type".to_owned(), media_type.to_owned())],
            body: body.into(),
        }
    }

    /// 200 with HTML.
    pub fn html(body: impl Into<String>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body.into())
    }

    /// 200 with plain text.
    pub fn text(body: impl Into<String>) -> Self {
        Self::new(200, "text/plain; charset=utf-8", body.into())
    }

    /// 200 with JSON.
    pub fn json(value: &serde_json::Value) -> Self {
        Self::new(200, "application/json", value.to_string())
    }

    /// This status with a short text.
    pub fn status(status: u16) -> Self {
        Self::new(status, "text/plain", format!("status {status}"))
    }

    /// 302 to another address.
    pub fn redirect(to: &str) -> Self {
        Self::status(302).header("Location", to)
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) fn write(&self, stream: &mut impl Write, with_body: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("Content-Length: {}\r\n\r\n", self.body.len()));
        let mut bytes = head.into_bytes();
        if with_body {
            bytes.extend_from_slice(&self.body);
        }
        stream.write_all(&bytes)?;
        stream.flush()
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        301 => "Moved Permanently",
        302 => "Found",
        304 => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Status",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_request_with_a_body() {
        let mut bytes =
            &b"POST /a%20b?x=1&y=%C3%A4+o HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nokGET"[..];
        let request = Request::read(&mut bytes)
            .expect("it is well-formed")
            .expect("there is one");
        assert_eq!(request.path, "/a b");
        assert_eq!(request.parameter("y").as_deref(), Some("ä o"));
        assert_eq!(request.header("host"), Some("h"));
        assert_eq!((request.body.as_slice(), bytes), (&b"ok"[..], &b"GET"[..]));
    }

    #[test]
    fn decodes_what_is_no_escape_as_it_is() {
        assert_eq!(decode("100%&%zz%e4"), "100%&%zz\u{fffd}");
    }
}
