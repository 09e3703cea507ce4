//! What is kept of a page's requests, and how they are looked up. No I/O: events in, records out.

use super::entry::{Entry, SessionKey, headers, type_word};
use super::extra::{ResponseExtra, Waiting};
use super::web_socket;
use cdp::protocol::network::event;
use records::{NetworkRequest, NetworkRequestDetail};
use std::collections::{HashMap, VecDeque};

/// Most requests that are kept.
const REQUEST_LIMIT: usize = 5_000;

/// Most memory that is kept, in bytes, roughly counted.
const BYTE_LIMIT: usize = 24 * 1024 * 1024;

/// Navigations whose requests are kept besides those of the document shown now.
const KEPT_NAVIGATIONS: u32 = 3;

/// Most requests of which events are kept although the request itself has not been told yet.
const UNCLAIMED_LIMIT: usize = 500;

/// What is kept of a page's requests.
pub(super) struct Store {
    /// In the order of their numbers.
    entries: VecDeque<Entry>,
    /// The numbers of the hops of each request, by Chrome's id.
    hops: HashMap<Box<str>, Vec<u32>>,
    /// Header events that wait for their hop, by Chrome's id.
    waiting: HashMap<Box<str>, Waiting>,
    /// What was told of requests before they were told themselves: sessions are not in step with each other.
    early: HashMap<Box<str>, Vec<Progress>>,
    /// Ids of `waiting` and `early`, oldest first.
    unclaimed: VecDeque<Box<str>>,
    next_id: u32,
    navigation: u32,
    /// The main frame's last documents, by loader.
    documents: VecDeque<(Box<str>, u32)>,
    bytes: usize,
    /// Requests given up, by the navigation that they were of.
    dropped: HashMap<u32, u64>,
}

/// How a request goes on.
pub(super) enum Progress {
    /// The answer begins.
    Answered(Box<event::ResponseReceived>),
    /// All is there.
    Finished(event::LoadingFinished),
    /// It failed.
    Failed(event::LoadingFailed),
    /// The memory cache had it.
    FromMemory,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            entries: VecDeque::new(),
            hops: HashMap::new(),
            waiting: HashMap::new(),
            early: HashMap::new(),
            unclaimed: VecDeque::new(),
            next_id: 1,
            navigation: 0,
            documents: VecDeque::new(),
            bytes: 0,
            dropped: HashMap::new(),
        }
    }
}

impl Store {
    /// A request starts, or goes on after a redirect.
    pub(super) fn starts(&mut self, session: SessionKey, event: &event::RequestWillBeSent) {
        let known = self.last_hop(&event.request_id).is_some();
        match &event.redirect_response {
            Some(response) => {
                let (timestamp, has_extra) = (event.timestamp, event.redirect_has_extra_info);
                self.change(&event.request_id, |hop| {
                    hop.answered(response, timestamp);
                    hop.finished(timestamp, response.encoded_data_length);
                    hop.redirected = true;
                    hop.has_extra = Some(has_extra);
                });
            }
            // Another session tells of it too.
            None if known => return,
            None => {}
        }
        let navigation = self
            .documents
            .iter()
            .find(|(loader, _)| **loader == *event.loader_id && !loader.is_empty())
            .map_or(self.navigation, |(_, navigation)| *navigation);
        let id = self.number();
        self.push(Entry::starting(id, navigation, session, event));
        self.claim(&event.request_id);
    }

    /// A request goes on.
    pub(super) fn goes_on(&mut self, session: SessionKey, request_id: &str, progress: Progress) {
        if self.last_hop(request_id).is_none() {
            self.note_unclaimed(request_id);
            let early = self.early.entry(request_id.into()).or_default();
            if early.len() < 4 {
                early.push(progress);
            }
            return;
        }
        self.apply(Some(session), request_id, progress);
        self.give_extra(request_id);
    }

    fn apply(&mut self, session: Option<SessionKey>, request_id: &str, progress: Progress) {
        self.change(request_id, |hop| {
            if let Some(session) = session {
                hop.session = session;
            }
            match progress {
                Progress::Answered(event) => {
                    hop.has_extra = Some(event.has_extra_info);
                    if !event.r#type.as_str().is_empty() {
                        hop.resource_type = type_word(Some(&event.r#type));
                    }
                    hop.answered(&event.response, event.timestamp);
                }
                Progress::Finished(event) => {
                    hop.finished(event.timestamp, event.encoded_data_length);
                }
                Progress::Failed(event) => hop.failed(&event),
                Progress::FromMemory => {
                    hop.facts.served_from = Some(records::ServedFrom::MemoryCache);
                }
            }
        });
    }

    /// Headers as they were sent.
    pub(super) fn request_extra(&mut self, event: &event::RequestWillBeSentExtraInfo) {
        let headers = headers(&event.headers);
        self.waiting_for(&event.request_id).push_request(headers);
        self.give_extra(&event.request_id);
    }

    /// Headers as they were received.
    pub(super) fn response_extra(&mut self, event: &event::ResponseReceivedExtraInfo) {
        let extra = ResponseExtra {
            status: event.status_code,
            headers: headers(&event.headers),
        };
        self.waiting_for(&event.request_id).push_response(extra);
        self.give_extra(&event.request_id);
    }

    /// A WebSocket is being opened.
    pub(super) fn socket_opens(&mut self, session: SessionKey, event: &event::WebSocketCreated) {
        if self.last_hop(&event.request_id).is_some() {
            return;
        }
        let id = self.number();
        self.push(Entry::web_socket(id, self.navigation, session, event));
        self.claim(&event.request_id);
    }

    /// A WebSocket's handshake goes out.
    pub(super) fn socket_asks(&mut self, event: &event::WebSocketWillSendHandshakeRequest) {
        self.change(&event.request_id, |entry| entry.handshake_sent(event));
    }

    /// A WebSocket's handshake was answered.
    pub(super) fn socket_answered(&mut self, event: &event::WebSocketHandshakeResponseReceived) {
        self.change(&event.request_id, |entry| entry.handshake_answered(event));
        self.give_extra(&event.request_id);
    }

    /// A message went over a WebSocket.
    pub(super) fn socket_message(
        &mut self,
        request_id: &str,
        outgoing: bool,
        frame: &cdp::protocol::network::WebSocketFrame,
    ) {
        if let Some(entry) = self.last_hop(request_id)
            && let Some(traffic) = &mut entry.web_socket
        {
            web_socket::add(traffic, outgoing, frame);
        }
    }

    /// A WebSocket broke.
    pub(super) fn socket_failed(&mut self, request_id: &str, error: &str) {
        self.change(request_id, |entry| {
            entry.failed = Some(web_socket::error_name(error).into());
            entry.failure_reason = Some(error.to_owned());
        });
    }

    /// A WebSocket was closed.
    pub(super) fn socket_closed(&mut self, request_id: &str, timestamp: f64) {
        self.change(request_id, |entry| {
            entry.finished(timestamp, 0.0);
            if entry.answered.is_none() && entry.failed.is_none() {
                entry.failed = Some("closed before it was open".into());
            }
            if let Some(traffic) = &mut entry.web_socket {
                traffic.closed = true;
            }
        });
    }

    /// The main frame shows a new document, loaded by `loader`: its own requests belong to it.
    pub(super) fn navigated(&mut self, loader: &str) {
        self.navigation += 1;
        let now = self.navigation;
        for entry in &mut self.entries {
            if !loader.is_empty() && *entry.loader_id == *loader {
                entry.navigation = now;
            }
        }
        self.documents.push_back((loader.into(), now));
        if self.documents.len() > KEPT_NAVIGATIONS as usize + 1 {
            self.documents.pop_front();
        }
        let oldest = now.saturating_sub(KEPT_NAVIGATIONS);
        let mut at = 0;
        while at < self.entries.len() {
            if self.entries[at].navigation < oldest {
                self.remove(at);
            } else {
                at += 1;
            }
        }
        self.dropped.retain(|navigation, _| *navigation >= oldest);
    }

    /// Events were lost.
    pub(super) fn lost(&mut self, count: u64) {
        *self.dropped.entry(self.navigation).or_default() += count;
    }

    /// The requests of the document shown now, with `preserved` those before it too; only the types in `types` if
    /// there are any.
    pub(super) fn list(&self, types: &[String], preserved: bool) -> Vec<NetworkRequest> {
        self.entries
            .iter()
            .filter(|entry| preserved || entry.navigation == self.navigation)
            .filter(|entry| {
                types.is_empty() || types.iter().any(|kind| *kind == entry.resource_type)
            })
            .map(|entry| entry.summary(self.navigation))
            .collect()
    }

    /// How many requests a list lacks.
    pub(super) fn dropped(&self, preserved: bool) -> u64 {
        self.dropped
            .iter()
            .filter(|(navigation, _)| preserved || **navigation == self.navigation)
            .map(|(_, count)| count)
            .sum()
    }

    /// One request.
    pub(super) fn get(&self, id: u32) -> Option<&Entry> {
        self.entries.get(self.place(id)?)
    }

    /// Everything that is known of a request without asking Chrome.
    pub(super) fn detail(&self, entry: &Entry) -> NetworkRequestDetail {
        let mut detail = entry.detail(self.navigation);
        let before = self.hops.get(&entry.request_id).into_iter().flatten();
        detail.redirect_chain = before
            .take_while(|id| **id < entry.id)
            .filter_map(|id| self.get(*id))
            .map(|hop| hop.summary(self.navigation))
            .collect();
        detail.redirect_chain.reverse();
        detail
    }

    /// The number of the (last hop of the) request with Chrome's id.
    pub(super) fn number_of(&self, request_id: &str) -> Option<u32> {
        self.hops.get(request_id)?.last().copied()
    }

    /// The number of the request that loaded a script, the latest one if there are several.
    pub(super) fn script_request(&self, url: &str) -> Option<u32> {
        self.entries
            .iter()
            .rev()
            .find(|entry| entry.resource_type == "script" && *entry.url == *url)
            .map(|entry| entry.id)
    }

    /// The lowest and the highest number that [`Store::get`] knows.
    pub(super) fn range(&self) -> Option<(u32, u32)> {
        Some((self.entries.front()?.id, self.entries.back()?.id))
    }

    fn number(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn push(&mut self, entry: Entry) {
        self.bytes += entry.size();
        self.hops
            .entry(entry.request_id.clone())
            .or_default()
            .push(entry.id);
        self.entries.push_back(entry);
        while self.entries.len() > REQUEST_LIMIT
            || (self.bytes > BYTE_LIMIT && self.entries.len() > 1)
        {
            let navigation = self.entries[0].navigation;
            self.remove(0);
            *self.dropped.entry(navigation).or_default() += 1;
        }
    }

    fn remove(&mut self, at: usize) {
        let Some(entry) = self.entries.remove(at) else {
            return;
        };
        self.bytes = self.bytes.saturating_sub(entry.size());
        if let Some(hops) = self.hops.get_mut(&entry.request_id) {
            hops.retain(|id| *id != entry.id);
            if hops.is_empty() {
                self.hops.remove(&entry.request_id);
            }
        }
    }

    fn place(&self, id: u32) -> Option<usize> {
        self.entries
            .binary_search_by_key(&id, |entry| entry.id)
            .ok()
    }

    /// The last hop of a request.
    fn last_hop(&mut self, request_id: &str) -> Option<&mut Entry> {
        let id = *self.hops.get(request_id)?.last()?;
        let at = self.place(id)?;
        self.entries.get_mut(at)
    }

    /// Changes the last hop of a request, if there is one.
    fn change(&mut self, request_id: &str, change: impl FnOnce(&mut Entry)) {
        let Some(entry) = self.last_hop(request_id) else {
            return;
        };
        let before = entry.size();
        change(entry);
        let after = entry.size();
        self.bytes = (self.bytes + after).saturating_sub(before);
    }

    /// A request is known now: what came before it is applied.
    fn claim(&mut self, request_id: &str) {
        for progress in self.early.remove(request_id).unwrap_or_default() {
            self.apply(None, request_id, progress);
        }
        self.give_extra(request_id);
    }

    fn waiting_for(&mut self, request_id: &str) -> &mut Waiting {
        self.note_unclaimed(request_id);
        self.waiting.entry(request_id.into()).or_default()
    }

    /// Gives the header events of a request to its hops, as far as they can be told apart.
    fn give_extra(&mut self, request_id: &str) {
        let Some(hops) = self.hops.get(request_id) else {
            return;
        };
        let mut waiting = self.waiting.remove(request_id).unwrap_or_default();
        for id in hops {
            if let Some(at) = self.place(*id) {
                let hop = &mut self.entries[at];
                let before = hop.size();
                waiting.give_to(hop);
                self.bytes = (self.bytes + hop.size()).saturating_sub(before);
            }
        }
        if !waiting.is_empty() {
            self.waiting.insert(request_id.into(), waiting);
        }
    }

    /// Bounds what is kept for requests that may never be told.
    fn note_unclaimed(&mut self, request_id: &str) {
        if self.waiting.contains_key(request_id) || self.early.contains_key(request_id) {
            return;
        }
        self.unclaimed.push_back(request_id.into());
        if self.unclaimed.len() > UNCLAIMED_LIMIT
            && let Some(oldest) = self.unclaimed.pop_front()
        {
            self.waiting.remove(&oldest);
            self.early.remove(&oldest);
        }
    }
}
