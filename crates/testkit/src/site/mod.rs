//! Local sites: real HTTP over loopback, with the slow, broken and silent answers that tests need.
//!
//! | path | answers |
//! |---|---|
//! | `/slow?ms=N` | `slow`, after N milliseconds |
//! | `/redirect?to=URL` | 302 to URL |
//! | `/status/N` | status N with a short text |
//! | `/headers` | the request's headers as a JSON object |
//! | `/echo` | the request's body with its media type |
//! | `/set-cookie?name=value` | sets cookies |
//! | `/hang` | nothing, ever; the connection stays open |
//! | `/drop` | nothing; the connection is closed |
//! | `/big.json?bytes=N` | a JSON array of about N bytes, 1,000,000 if not given |
//! | anything else | a file of the site's folder |

mod files;
mod message;
mod routes;
mod server;

pub use message::{Request, Response};
pub use server::{Builder, Site};
