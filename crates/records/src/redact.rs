//! Taking secrets out of what a reader sees; names stay, so that debugging goes on.

use crate::network::Header;

/// What names of headers with secret values contain, lower-case.
const SECRET_NAMES: [&str; 9] = [
    "authorization",
    "cookie",
    "token",
    "secret",
    "password",
    "api-key",
    "apikey",
    "credential",
    "session",
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
    if !is_secret(&name) {
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

/// Whether a header of this (lower-case) name has a secret value. `access-control-allow-credentials` and its like have not.
fn is_secret(name: &str) -> bool {
    !name.starts_with("access-control-") && SECRET_NAMES.iter().any(|part| name.contains(part))
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
            ("X-Token", "abc", "<hidden, 3 chars>"),
            ("access-control-allow-credentials", "true", "true"),
            ("www-authenticate", "Basic", "Basic"),
        ] {
            assert_eq!(header(name, value), expected);
        }
    }
}
