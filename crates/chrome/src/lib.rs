//! Finds, launches and attaches to Chrome.
//!
//! Whoever talks to Chrome starts here: [`launch`] gives the two ends of a debugging pipe, [`resolve_browser_url`] and
//! [`auto_connect`] give the address of a WebSocket. Nothing in this crate speaks the protocol itself.
//!
//! What holds for a launched Chrome:
//! - It never outlives its owner. Dropping [`LaunchedChrome`] ends it; if the owner is killed outright, the closed
//!   debugging pipe ends it and a small process beside us (see [`sweep_main`]) makes sure.
//! - A temporary profile goes with it; one that was left over all the same is removed by the next launch.
//! - It runs in a session of its own, so that Ctrl-C at the owner's terminal does not kill it before it is closed.
//! - Every wait has a limit.

mod attach;
mod channel;
mod errors;
mod find;
mod launch;
mod launched;
mod options;

pub use attach::{AttachError, WebSocketAddress, auto_connect, resolve_browser_url};
pub use channel::{Channel, UnknownChannel};
pub use errors::{FindError, Holder, LaunchError};
pub use find::find;
pub use launch::launch;
pub use launched::{LaunchedChrome, PipeEnd};
pub use options::{LaunchOptions, Profile, Sweeper};
pub use sweep::sweep_main;

mod sweep;
