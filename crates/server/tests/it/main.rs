//! The server over an in-memory connection, without a browser.

mod calls;
mod client;
mod connection;
mod definitions;
mod protocol;
mod robustness;
mod test_tools;
