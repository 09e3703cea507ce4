//! Launching and attaching, with a real Chromium.
#![cfg(unix)]

extern crate devtap_chrome as chrome;

mod attach;
mod harness;
mod leftovers;
mod lifetime;
mod refusals;
