//! Keeps the language's own functions safe in each document, from before the page's first script.
//!
//! A page may replace `JSON`, `Promise`, `Array.prototype` or `EventTarget.prototype.dispatchEvent`, on purpose or by a
//! polyfill. Our scripts must run in the page's world, where its tools live, and must not depend on such names. So as a
//! document starts, the functions that we need are taken and put into a listener on `window` for an event that nobody
//! sends, under a name that the page can't guess. A page can neither see listeners nor list them; we can, by
//! `DOMDebugger.getEventListeners`, which is asked before every discovery anyway.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// Takes the functions; see the file's head.
pub(super) const INTRINSICS: &str = include_str!("intrinsics.js");

/// The event type under which they are kept, different in each run.
pub(super) static KEEPER_EVENT: LazyLock<String> = LazyLock::new(|| {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
});

/// The script that keeps them in a new document.
pub(super) fn source() -> String {
    format!(
        "{{ const kept = ({INTRINSICS})(); addEventListener(\"{}\", () => kept); }}",
        *KEEPER_EVENT
    )
}
