//! A thin client for the Chrome DevTools protocol.
//!
//! One [`Connection`] over a pipe or a WebSocket carries many flat [`Session`]s. A command's answer comes by type
//! ([`Session::call`]), events come as a stream in the order Chrome sent them ([`Session::events`]). Unknown events,
//! enum values and fields never break anything.
//!
//! What holds:
//! - The reader waits for nobody. A listener that does not keep up loses its oldest events and is told how many; nobody's
//!   events cost little more than finding their end.
//! - An event that Chrome sent before an answer waits in its streams before the answer is given.
//! - Every command ends: with its answer, at its limit, or with its session or connection.
//! - Messages have no size limit; depth of JSON overflows no stack (typed values may nest some 120 levels).
//!
//! Inside, from the wire up: `transport` (pipe, WebSocket), `envelope` (what a message is, without reading it all),
//! `router` (which command or listener it is for), `queue` (events that wait for a listener), `lenient` (JSON into types);
//! then [`Connection`], [`Session`], [`EventStream`]. [`protocol`] is generated.

mod connection;
mod envelope;
mod error;
mod events;
mod lenient;
mod open_enum;
pub mod protocol;
mod queue;
mod router;
mod session;
mod transport;

use open_enum::open_enum;

pub use connection::{Connection, Endpoint};
pub use error::{CommandError, ConnectError};
pub use events::{EventStream, RawEvent};
pub use session::{Session, SessionId};

/// A command of the protocol: what is sent, and what comes back.
pub trait Command: serde::Serialize + Send + Sync {
    /// `Domain.command`.
    const METHOD: &'static str;
    /// The answer's shape. Missing members take their default, unknown ones are ignored.
    type Response: serde::de::DeserializeOwned + Send;
}

/// An event of the protocol.
pub trait Event: serde::de::DeserializeOwned + Send {
    /// `Domain.event`.
    const METHOD: &'static str;
}
