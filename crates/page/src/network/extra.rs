//! Headers as they went over the network come in events of their own, before or after the request that they belong
//! to, without saying which hop of a redirect they are of. Here they wait until their hop is known.

use super::entry::Entry;
use records::Header;
use std::collections::VecDeque;

/// Events about headers that belong to no hop yet, in Chrome's order.
#[derive(Default)]
pub(super) struct Waiting {
    pub request: VecDeque<Vec<Header>>,
    pub response: VecDeque<ResponseExtra>,
}

/// What the network really answered.
pub(super) struct ResponseExtra {
    pub status: i64,
    pub headers: Vec<Header>,
}

impl Waiting {
    /// Most events that wait for one request.
    const LIMIT: usize = 50;

    pub(super) fn push_request(&mut self, headers: Vec<Header>) {
        if self.request.len() < Self::LIMIT {
            self.request.push_back(headers);
        }
    }

    pub(super) fn push_response(&mut self, extra: ResponseExtra) {
        if self.response.len() < Self::LIMIT {
            self.response.push_back(extra);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.request.is_empty() && self.response.is_empty()
    }

    /// Gives what waits to a hop of its request, asked in order: first come, first served. A hop that took what was meant
    /// for a later one (it turns out that it has none) gives it back.
    pub(super) fn give_to(&mut self, hop: &mut Entry) {
        if hop.has_extra == Some(false) {
            if let Some(headers) = hop.request_headers.on_the_wire.take() {
                self.request.push_front(headers);
            }
            return;
        }
        if hop.request_headers.on_the_wire.is_none()
            && let Some(headers) = self.request.pop_front()
        {
            hop.request_headers.on_the_wire = Some(headers);
        }
        // Before its answer began, a hop can't know that an answer is its own.
        if hop.response_headers.on_the_wire.is_none()
            && (hop.answered.is_some() || hop.finished)
            && let Some(extra) = self.response.pop_front()
        {
            hop.response_headers.on_the_wire = Some(extra.headers);
            if hop.web_socket.is_none() && extra.status > 0 {
                hop.answered = Some(extra.status);
            }
        }
    }
}
