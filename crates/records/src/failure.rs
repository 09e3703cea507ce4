//! Why a call failed: the one error that crosses the floors, typed where it arises.
//!
//! `Display` says what went wrong and on what. What to do next is worded by `render::advice`, from the kind.

use crate::{Dialog, PageId, PageToolEnd, PageToolThrown};
use std::time::Duration;
use thiserror::Error;

/// A call that could not do what it was asked.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Failure {
    /// No page has this number.
    #[error("There is no page {asked}")]
    NoSuchPage {
        /// The number given.
        asked: i64,
        /// Pages that are open.
        open: Vec<PageId>,
    },
    /// The page was closed (by itself, by the user, by a call).
    #[error("Page {page} has been closed")]
    PageClosed {
        /// The page.
        page: PageId,
    },
    /// The page's renderer process died.
    #[error("Page {page} has crashed")]
    PageCrashed {
        /// The page.
        page: PageId,
    },
    /// The element was there once; its document or node is gone.
    #[error("The element with uid {uid} is no longer on the page")]
    StaleUid {
        /// The uid given.
        uid: String,
    },
    /// This uid was never given out for this page.
    #[error("There is no element with uid {uid:?} on page {page}")]
    UnknownUid {
        /// The uid given.
        uid: String,
        /// The page.
        page: PageId,
    },
    /// A uid was given before any snapshot was taken.
    #[error("No snapshot has been taken of page {page} yet")]
    NoSnapshot {
        /// The page.
        page: PageId,
    },
    /// A dialog stops the page.
    #[error("A dialog is open ({}: {})", dialog.kind, dialog.message)]
    DialogOpen {
        /// The dialog.
        dialog: Dialog,
    },
    /// Something took longer than its limit.
    #[error("Timed out after {} ms waiting for {what}", limit.as_millis())]
    Timeout {
        /// What was waited for, as a noun phrase.
        what: String,
        /// How long.
        limit: Duration,
    },
    /// A navigation did not arrive.
    #[error("{reason} at {url}")]
    Navigation {
        /// Where to.
        url: String,
        /// Chrome's error such as `net::ERR_CONNECTION_REFUSED`.
        reason: String,
    },
    /// A script of the caller's threw.
    #[error("{message}")]
    Script {
        /// Name, message and place of the exception.
        message: String,
    },
    /// An argument is well-formed but makes no sense here.
    #[error("{0}")]
    BadArgument(String),
    /// The element can't take the action (covered, disabled, detached, without a box, of the wrong kind).
    #[error("{0}")]
    NotActionable(String),
    /// Something else would take a click meant for the element.
    #[error(
        "The element with uid {uid} is covered by {by}{}, which would take the click",
        with_uid(by_uid)
    )]
    Covered {
        /// The uid given.
        uid: String,
        /// What covers it, as `tag#id.class`; page-supplied.
        by: String,
        /// The uid of what covers it, or of what holds that, if it has one.
        by_uid: Option<String>,
    },
    /// No browser could be started or reached; the text says what was tried and what to do.
    #[error("{0}")]
    Browser(String),
    /// The browser or its connection went away during the call.
    #[error("The browser is gone: {0}")]
    BrowserGone(String),
    /// A file could not be read or written, or lies outside the allowed folders.
    #[error("{0}")]
    File(String),
    /// A tool of the page's failed; the text comes from the page.
    #[error("{0}")]
    PageTool(String),
    /// No tool of this name is offered by the page.
    #[error("The page offers no tool named \"{name}\"{}", in_group(group))]
    UnknownPageTool {
        /// The name given.
        name: String,
        /// The group given.
        group: Option<String>,
        /// The name that was most likely meant.
        nearest: Option<String>,
        /// Names of the tools that the page offers, some of them when there are many.
        others: Vec<String>,
        /// How many tools the page offers.
        offered: usize,
    },
    /// More than one group has a tool of this name.
    #[error("{} groups offer a tool named \"{name}\": {}", groups.len(), quoted(groups))]
    AmbiguousPageTool {
        /// The name given.
        name: String,
        /// What to call the groups by.
        groups: Vec<String>,
    },
    /// The arguments for a tool of the page's do not fit its schema.
    #[error("Invalid parameters for tool {tool}: {}", violations.join("; "))]
    PageToolArguments {
        /// The tool.
        tool: String,
        /// What is wrong, each with its place.
        violations: Vec<String>,
    },
    /// A tool of the page's says by its answer that it failed: an object with an `error` and nothing else.
    #[error("The page's tool \"{tool}\" answered with an error")]
    PageToolFailed {
        /// The tool.
        tool: String,
    },
    /// A tool of the page's threw or rejected.
    #[error("The page's tool \"{}\" threw", .0.tool)]
    PageToolThrew(Box<PageToolThrown>),
    /// A tool of the page's ended without a result.
    #[error("The page's tool \"{tool}\" {end}")]
    PageToolEnded {
        /// The tool.
        tool: String,
        /// How it ended.
        end: Box<PageToolEnd>,
    },
    /// The caller cancelled the call.
    #[error("The call was cancelled")]
    Cancelled,
    /// Chrome refused a command, or something of ours broke.
    #[error("{0}")]
    Protocol(String),
}

fn with_uid(uid: &Option<String>) -> String {
    uid.as_ref()
        .map(|uid| format!(" (uid {uid})"))
        .unwrap_or_default()
}

impl Failure {
    /// Shorthand for [`Failure::Timeout`].
    pub fn timeout(what: impl Into<String>, limit: Duration) -> Self {
        Self::Timeout {
            what: what.into(),
            limit,
        }
    }
}

fn in_group(group: &Option<String>) -> String {
    group
        .as_ref()
        .map(|group| format!(" in a group \"{group}\""))
        .unwrap_or_default()
}

fn quoted(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    quoted.join(", ")
}
