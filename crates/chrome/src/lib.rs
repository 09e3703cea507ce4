//! Finds, launches and attaches to Chrome.
//!
//! Whoever talks to Chrome starts here: [`launch()`] gives the two ends of a debugging pipe, [`resolve_browser_url`] and
//! [`auto_connect`] give the address of a WebSocket. Nothing in this crate speaks the protocol itself.
//!
//! What holds for a launched Chrome:
//! - It never outlives its owner. Dropping [`LaunchedChrome`] ends it; if the owner is killed outright, the closed
//!   debugging pipe ends it and a small process beside us (see [`sweep_main`]) makes sure.
//! - A temporary profile goes with it; one that was left over all the same is removed by the next launch.
//! - It runs in a session of its own, so that Ctrl-C at the owner's terminal does not kill it before it is closed.
//! - Every wait has a limit.
//!
//! Launching works on Linux and macOS; on Windows [`launch()`] says that it does not yet. Attaching works everywhere.

mod attach;
mod channel;
#[cfg(unix)]
mod diagnosis;
mod find;
mod launch_error;
mod options;
mod places;
mod text;

#[cfg(unix)]
mod display;
#[cfg(unix)]
mod launch;
#[cfg(unix)]
mod launched;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod profile;
#[cfg(unix)]
mod spawn;
#[cfg(unix)]
mod stderr_tail;
#[cfg(unix)]
mod sweep;
#[cfg(unix)]
mod switches;
#[cfg(not(unix))]
mod unsupported;

pub use attach::{AttachError, WebSocketAddress, auto_connect, resolve_browser_url};
pub use channel::{Channel, UnknownChannel};
pub use find::{FindError, find};
pub use launch_error::{Holder, LaunchError};
pub use options::{LaunchOptions, Profile, Sweeper};

#[cfg(unix)]
pub use launch::launch;
#[cfg(unix)]
pub use launched::{LaunchedChrome, PipeEnd};
#[cfg(unix)]
pub use sweep::sweep_main;
#[cfg(not(unix))]
pub use unsupported::{LaunchedChrome, PipeEnd, launch, sweep_main};
