//! The MCP server: transports, router, gate, call.
//!
//! The way of a call: a line of standard input → `transport` → `router` → `gate` (is the tool there and on) →
//! `call` (arguments against the schema, the page's queue, time limit, cancellation) → the tool; back as sections →
//! text and images → a line of standard output. The only crate that names `rmcp`.
//!
//! Both protocol eras are served from one connection, decided a request: the older revisions (`initialize`, requests
//! from server to client) and 2026-07-28 (stateless, everything in the request's `_meta`).

pub mod settings;

mod app;
mod arguments;
mod call;
mod client;
mod connection;
mod definition;
mod gate;
mod order;
mod result;
mod router;
mod serve;
mod shutdown;
mod stdio;
mod transport;
mod turn;

pub use app::{App, Browsers};
pub use serve::{ServeError, serve_on, serve_stdio};
pub use settings::ServerSettings;
pub use shutdown::until_shutdown;
