//! What is kept of a page's console, and how it is looked up. No I/O: events in, records out.

use super::format::message_text;
use super::issue::{Affected, IssueAdded, IssueGroup};
use super::preview::{Argument, ArgumentKind};
use crate::stack::{parse_error_stack, stack_trace};
use crate::text::head;
use cdp::protocol::{log, runtime};
use records::{ConsoleArgument, ConsoleMessage, ConsoleMessageDetail, StackFrame, StackTrace};
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

/// Most messages that are kept; equal ones in a row count once.
const MESSAGE_LIMIT: usize = 10_000;

/// Most memory that is kept, in bytes, roughly counted.
const BYTE_LIMIT: usize = 16 * 1024 * 1024;

/// Longest line of the browser's own that is kept, in bytes.
const LINE_LIMIT: usize = 16 * 1024;

/// Navigations whose messages are kept besides those of the document shown now.
const KEPT_NAVIGATIONS: u32 = 3;

/// Numbers the sessions that feed a console.
pub(super) type SessionKey = usize;

/// A message, or several equal ones in a row.
struct Entry {
    id: u32,
    count: u32,
    navigation: u32,
    session: SessionKey,
    said: Said,
    stack: StackTrace,
    bytes: usize,
}

enum Said {
    /// A console call or an uncaught error.
    Call(Call),
    /// A line of the browser's own.
    Line { kind: &'static str, text: Box<str> },
    /// Issues of one kind.
    Issue(IssueGroup),
}

struct Call {
    kind: Cow<'static, str>,
    arguments: Vec<Argument>,
    /// For an uncaught error: Chrome's number and the words in front.
    uncaught: Option<Uncaught>,
}

struct Uncaught {
    exception_id: i64,
    prefix: Box<str>,
    revoked: bool,
}

/// What is kept of a page's console.
pub(super) struct Store {
    entries: VecDeque<Entry>,
    next_id: u32,
    navigation: u32,
    bytes: usize,
    /// Messages given up, by the navigation that they were of.
    dropped: HashMap<u32, u64>,
    /// The issues of the document shown now, by title.
    issues: HashMap<String, u32>,
}

/// What to ask the page for to show a message in full.
pub(super) struct Asked {
    /// The session that the message came from.
    pub session: SessionKey,
    /// The arguments as kept; for an uncaught error the value thrown.
    pub arguments: Vec<Argument>,
    /// The value thrown was not an argument.
    pub uncaught: bool,
    /// Requests that an issue affects, by Chrome's id, in the order of the detail's affected resources.
    pub requests: Vec<Option<String>>,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            entries: VecDeque::new(),
            next_id: 1,
            navigation: 0,
            bytes: 0,
            dropped: HashMap::new(),
            issues: HashMap::new(),
        }
    }
}

impl Store {
    /// Takes a console call in.
    pub(super) fn console_call(
        &mut self,
        session: SessionKey,
        event: &runtime::event::ConsoleAPICalled,
    ) {
        let stack = event.stack_trace.as_ref().map(stack_trace);
        self.push(
            session,
            Said::Call(Call {
                kind: kind_word(event.r#type.as_str()),
                arguments: event.args.iter().map(Argument::of).collect(),
                uncaught: None,
            }),
            stack.unwrap_or_default(),
        );
    }

    /// Takes an uncaught error in.
    pub(super) fn exception(
        &mut self,
        session: SessionKey,
        event: &runtime::event::ExceptionThrown,
    ) {
        let details = &event.exception_details;
        let argument = details.exception.as_ref().map(Argument::of);
        let stack = match &details.stack_trace {
            Some(stack) => stack_trace(stack),
            None => place(details),
        };
        self.push(
            session,
            Said::Call(Call {
                kind: "error".into(),
                arguments: argument.into_iter().collect(),
                uncaught: Some(Uncaught {
                    exception_id: details.exception_id,
                    prefix: details.text.as_str().into(),
                    revoked: false,
                }),
            }),
            stack,
        );
    }

    /// A promise whose rejection was told got a handler after all.
    pub(super) fn exception_revoked(&mut self, session: SessionKey, exception_id: i64) {
        for entry in self.entries.iter_mut().rev() {
            if let Said::Call(Call {
                uncaught: Some(uncaught),
                ..
            }) = &mut entry.said
                && entry.session == session
                && uncaught.exception_id == exception_id
            {
                uncaught.revoked = true;
                return;
            }
        }
    }

    /// Takes a line of the browser's own in.
    pub(super) fn log_entry(&mut self, session: SessionKey, entry: &log::LogEntry) {
        // What a worker says comes from the worker's own session, with arguments.
        if entry.source.as_str() == "worker" {
            return;
        }
        let kind = match entry.level.as_str() {
            "verbose" => "verbose",
            "info" => "info",
            "warning" => "warn",
            _ => "error",
        };
        // Chrome's own lines may hold `%o` for a node.
        let mut parts = vec![Argument::string(&entry.text)];
        parts.extend(entry.args.iter().flatten().map(Argument::of));
        let mut text = message_text(&parts);
        // "Failed to load resource" without saying which one helps nobody.
        if entry.source.as_str() == "network"
            && let Some(url) = entry.url.as_deref().filter(|url| !url.is_empty())
            && !text.contains(url)
        {
            text.push_str(&format!(" ({url})"));
        }
        text.truncate(head(&text, LINE_LIMIT).len());
        let stack = entry.stack_trace.as_ref().map(stack_trace);
        self.push(
            session,
            Said::Line {
                kind,
                text: text.into(),
            },
            stack.unwrap_or_default(),
        );
    }

    /// Takes an issue in.
    pub(super) fn issue(&mut self, session: SessionKey, event: IssueAdded) {
        let (title, affected) = event.read();
        if let Some(id) = self.issues.get(&title).copied()
            && let Some(Entry {
                said: Said::Issue(group),
                ..
            }) = self.find_mut(id)
        {
            group.add(affected);
            return;
        }
        self.issues.insert(title.clone(), self.next_id);
        self.push(
            session,
            Said::Issue(IssueGroup::new(title, affected)),
            StackTrace::default(),
        );
    }

    /// The main frame shows a new document.
    pub(super) fn navigated(&mut self) {
        self.navigation += 1;
        self.issues.clear();
        let oldest = self.navigation.saturating_sub(KEPT_NAVIGATIONS);
        while self
            .entries
            .front()
            .is_some_and(|entry| entry.navigation < oldest)
        {
            self.pop();
        }
        self.dropped.retain(|navigation, _| *navigation >= oldest);
    }

    /// Events were lost.
    pub(super) fn lost(&mut self, count: u64) {
        *self.dropped.entry(self.navigation).or_default() += count;
    }

    /// The messages of the document shown now, with `preserved` those before it too; only the kinds in `types` if
    /// there are any. Equal ones in a row are one.
    pub(super) fn list(&self, types: &[String], preserved: bool) -> Vec<ConsoleMessage> {
        let mut messages: Vec<ConsoleMessage> = Vec::new();
        for entry in &self.entries {
            if entry.navigation != self.navigation && !preserved {
                continue;
            }
            if !types.is_empty() && !types.iter().any(|kind| *kind == entry.kind()) {
                continue;
            }
            let message = self.message(entry);
            match messages.last_mut() {
                Some(last) if is_repeated(last, &message) => last.count += message.count,
                _ => messages.push(message),
            }
        }
        messages
    }

    /// How many messages a list lacks.
    pub(super) fn dropped(&self, preserved: bool) -> u64 {
        self.dropped
            .iter()
            .filter(|(navigation, _)| preserved || **navigation == self.navigation)
            .map(|(_, count)| count)
            .sum()
    }

    /// One message in full, with what the page can be asked for.
    pub(super) fn get(&self, id: u32) -> Option<(ConsoleMessageDetail, Asked)> {
        let entry = self.find(id)?;
        let mut message = self.message(entry);
        let mut asked = Asked {
            session: entry.session,
            arguments: Vec::new(),
            uncaught: false,
            requests: Vec::new(),
        };
        let mut affected = Vec::new();
        match &entry.said {
            Said::Call(call) => {
                message.id = id;
                asked.arguments.clone_from(&call.arguments);
                asked.uncaught = call.uncaught.is_some();
            }
            Said::Line { .. } => message.id = id,
            Said::Issue(group) => {
                for Affected { request_id, data } in &group.affected {
                    asked.requests.push(request_id.clone());
                    affected.push(records::AffectedResource {
                        request: None,
                        uid: None,
                        data: data.clone(),
                    });
                }
            }
        }
        let arguments = match asked.uncaught {
            true => Vec::new(),
            false => asked.arguments.iter().map(known).collect(),
        };
        let detail = ConsoleMessageDetail {
            message,
            arguments,
            causes: Vec::new(),
            affected,
        };
        Some((detail, asked))
    }

    /// The lowest and the highest number that [`Store::get`] knows.
    pub(super) fn range(&self) -> Option<(u32, u32)> {
        Some((self.entries.front()?.id, self.next_id - 1))
    }

    fn push(&mut self, session: SessionKey, said: Said, stack: StackTrace) {
        let id = self.next_id;
        self.next_id += 1;
        if let Some(last) = self.entries.back_mut()
            && last.navigation == self.navigation
            && last.session == session
            && last.stack == stack
            && last.said.is_same(&said)
        {
            last.count += 1;
            return;
        }
        let mut entry = Entry {
            id,
            count: 1,
            navigation: self.navigation,
            session,
            said,
            stack,
            bytes: 0,
        };
        entry.bytes = entry.size();
        self.bytes += entry.bytes;
        self.entries.push_back(entry);
        while self.entries.len() > MESSAGE_LIMIT || self.bytes > BYTE_LIMIT {
            let Some((navigation, count)) = self.pop() else {
                break;
            };
            *self.dropped.entry(navigation).or_default() += u64::from(count);
        }
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        let entry = self.entries.pop_front()?;
        self.bytes -= entry.bytes;
        Some((entry.navigation, entry.count))
    }

    fn place_of(&self, id: u32) -> Option<usize> {
        let after = self.entries.partition_point(|entry| entry.id <= id);
        let at = after.checked_sub(1)?;
        let entry = &self.entries[at];
        (id - entry.id < entry.count).then_some(at)
    }

    fn find(&self, id: u32) -> Option<&Entry> {
        self.entries.get(self.place_of(id)?)
    }

    fn find_mut(&mut self, id: u32) -> Option<&mut Entry> {
        let at = self.place_of(id)?;
        self.entries.get_mut(at)
    }

    fn message(&self, entry: &Entry) -> ConsoleMessage {
        let (text, argument_count, count) = match &entry.said {
            Said::Call(call) => {
                let text = message_text(&call.arguments);
                match &call.uncaught {
                    None => (text, call.arguments.len(), entry.count),
                    Some(uncaught) => (uncaught.text(&text), 0, entry.count),
                }
            }
            Said::Line { text, .. } => (text.to_string(), 0, entry.count),
            Said::Issue(group) => (group.title.clone(), 0, group.count),
        };
        ConsoleMessage {
            id: entry.id,
            count,
            kind: entry.kind(),
            text,
            argument_count,
            stack: entry.stack.clone(),
            navigations_ago: self.navigation - entry.navigation,
        }
    }
}

impl Entry {
    fn kind(&self) -> Cow<'static, str> {
        match &self.said {
            Said::Call(call) => match &call.uncaught {
                Some(uncaught) if uncaught.revoked => "verbose".into(),
                _ => call.kind.clone(),
            },
            Said::Line { kind, .. } => (*kind).into(),
            Said::Issue(_) => "issue".into(),
        }
    }

    /// Roughly the memory that it takes, in bytes.
    fn size(&self) -> usize {
        let said = match &self.said {
            Said::Call(call) => call
                .arguments
                .iter()
                .map(|argument| size_of::<Argument>() + argument.text.len() + 40)
                .sum(),
            Said::Line { text, .. } => text.len(),
            // What is added to a group later is bounded by its own limits.
            Said::Issue(_) => 1_000,
        };
        let frames: usize = self
            .stack
            .parts
            .iter()
            .flat_map(|part| &part.frames)
            .map(|frame| size_of::<StackFrame>() + frame.function.len() + 40)
            .sum();
        size_of::<Self>() + said + frames
    }
}

impl Said {
    /// Whether two are equal for every purpose, so that one of them need not be kept.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Call(a), Self::Call(b)) => {
                let plain = |call: &Call| {
                    call.uncaught.is_none()
                        && call.arguments.iter().all(|it| it.object_id.is_none())
                };
                plain(a) && plain(b) && a.kind == b.kind && a.arguments == b.arguments
            }
            (Self::Line { kind: a, text: x }, Self::Line { kind: b, text: y }) => a == b && x == y,
            _ => false,
        }
    }
}

impl Uncaught {
    fn text(&self, thrown: &str) -> String {
        let mut text = match thrown {
            "" => self.prefix.to_string(),
            thrown => format!("{} {thrown}", self.prefix),
        };
        if self.revoked {
            text.push_str(" (handled later)");
        }
        text
    }
}

fn is_repeated(last: &ConsoleMessage, next: &ConsoleMessage) -> bool {
    last.kind != "issue"
        && last.kind == next.kind
        && last.argument_count == next.argument_count
        && last.navigations_ago == next.navigations_ago
        && last.text == next.text
}

/// The words that the `types` filter takes; new kinds of Chrome's keep their name.
fn kind_word(kind: &str) -> Cow<'static, str> {
    const KNOWN: [&str; 17] = [
        "log",
        "debug",
        "info",
        "error",
        "dir",
        "dirxml",
        "table",
        "trace",
        "clear",
        "startGroup",
        "startGroupCollapsed",
        "endGroup",
        "assert",
        "profile",
        "profileEnd",
        "count",
        "timeEnd",
    ];
    if kind == "warning" {
        return "warn".into();
    }
    match KNOWN.iter().find(|known| **known == kind) {
        Some(known) => (*known).into(),
        None => kind.to_owned().into(),
    }
}

/// Where an error without a stack trace was thrown.
fn place(details: &runtime::ExceptionDetails) -> StackTrace {
    match details.url.as_deref() {
        None | Some("") => StackTrace::default(),
        Some(url) => StackTrace::of(vec![StackFrame {
            function: String::new(),
            url: url.into(),
            line: details.line_number + 1,
            column: details.column_number + 1,
        }]),
    }
}

/// An argument as far as it is known without asking the page.
pub(super) fn known(argument: &Argument) -> ConsoleArgument {
    let mut shown = ConsoleArgument::default();
    match argument.kind {
        ArgumentKind::Error => {
            let (text, stack) = parse_error_stack(&argument.text);
            shown.text = text.to_owned();
            shown.stack = stack;
        }
        _ => shown.text = argument.text.to_string(),
    }
    if argument.cut_bytes > 0 {
        shown
            .text
            .push_str(&format!("... <{} more bytes>", argument.cut_bytes));
    }
    shown
}
