//! Taking secrets out of what a reader sees; names stay, so that debugging goes on.

use crate::network::Header;

/// Names of headers whose values are secrets, lower-case.
const SECRET_HEADERS: [&str; 12] = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "x-api-key",
    "api-key",
    "x-auth-token",
    "x-access-token",
    "x-csrf-token",
    "x-xsrf-token",
    "x-amz-security-token",
    "x-goog-api-key",
];

/// Replaces the secret parts of headers.
pub fn headers(headers: &mut [Header]) {
    for (name, value) in headers {
        *value = header(name, value);
    }
}

/// A header's value without its secret. A scheme such as `Bearer` and the names of cookies stay.
pub fn header(name: &str, value: &str) -> String {
    let name = name.to_ascii_lowercase();
    if !SECRET_HEADERS.contains(&name.as_str()) {
        return value.to_owned();
    }
    match name.as_str() {
        "cookie" => value.split("; ").map(cookie).collect::<Vec<_>>().join("; "),
        "set-cookie" => match value.split_once(';') {
            Some((pair, attributes)) => format!("{};{attributes}", cookie(pair)),
            None => cookie(value),
        },
        "authorization" | "proxy-authorization" => match value.split_once(' ') {
            Some((scheme, secret)) => format!("{scheme} {}", hidden(secret)),
            None => hidden(value),
        },
        _ => hidden(value),
    }
}

/// `name=value` with its value hidden.
fn cookie(pair: &str) -> String {
    match pair.split_once('=') {
        Some((name, value)) => format!("{name}={}", hidden(value)),
        None => hidden(pair),
    }
}

/// What stands in the place of a secret: its length helps to tell an empty one from a real one.
pub fn hidden(secret: &str) -> String {
    match secret.chars().count() {
        0 => String::new(),
        length => format!("<hidden, {length} chars>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_schemes_stay_and_secrets_go() {
        for (name, value, expected) in [
            (
                "Authorization",
                "Bearer SECRET-BEARER",
                "Bearer <hidden, 13 chars>",
            ),
            ("x-api-key", "SECRET", "<hidden, 6 chars>"),
            (
                "cookie",
                "sid=abc; theme=dark",
                "sid=<hidden, 3 chars>; theme=<hidden, 4 chars>",
            ),
            (
                "set-cookie",
                "sid=abc; Path=/; HttpOnly",
                "sid=<hidden, 3 chars>; Path=/; HttpOnly",
            ),
            ("accept", "text/html", "text/html"),
            ("x-auth-token", "", ""),
        ] {
            assert_eq!(header(name, value), expected);
        }
    }
}
