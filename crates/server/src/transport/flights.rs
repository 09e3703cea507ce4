//! Requests that wait for their answer.

use super::message::Refusal;
use rmcp::model::{ErrorCode, RequestId};
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Requests that may wait for an answer at the same time.
const LIMIT: usize = 1024;
/// JSON-RPC leaves -32000 to -32099 to servers.
const TOO_MANY: ErrorCode = ErrorCode(-32000);

/// The ids of requests that wait for their answer.
#[derive(Default)]
pub(crate) struct Flights {
    ids: Mutex<HashSet<RequestId>>,
}

impl Flights {
    /// Notes a request. Refused when its id is in use (without naming the id where answers name theirs, lest the refusal
    /// be taken for the answer to the first) or when too many wait.
    pub fn start(&self, id: &RequestId) -> Result<(), Refusal> {
        let mut ids = self.ids();
        if ids.contains(id) {
            let message =
                format!("Request id {id} is in use by a request that is not answered yet");
            return Err(Refusal::new(ErrorCode::INVALID_REQUEST, message));
        }
        if ids.len() >= LIMIT {
            let message =
                format!("{LIMIT} requests wait for their answer; send more when some are answered");
            return Err(Refusal::new(TOO_MANY, message).answering(id));
        }
        ids.insert(id.clone());
        Ok(())
    }

    /// Notes that a request is answered or given up.
    pub fn end(&self, id: &RequestId) {
        self.ids().remove(id);
    }

    fn ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_free_again_when_answered() {
        let flights = Flights::default();
        let id = RequestId::Number(1);
        assert!(flights.start(&id).is_ok());
        assert!(flights.start(&id).is_err());
        assert!(flights.start(&RequestId::String("1".into())).is_ok());
        flights.end(&id);
        assert!(flights.start(&id).is_ok());
    }

    #[test]
    fn the_number_is_bounded() {
        let flights = Flights::default();
        let started = (0..5000)
            .filter(|id| flights.start(&RequestId::Number(*id)).is_ok())
            .count();
        assert_eq!(started, LIMIT);
    }
}
