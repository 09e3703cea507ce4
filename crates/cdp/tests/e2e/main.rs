//! The crate as its users see it: against a scripted peer for what no browser does on demand, else against Chromium.

extern crate devtap_cdp as cdp;

mod browser;
mod methods;
mod pipe;
mod scripted;
mod tls;
mod websocket;
