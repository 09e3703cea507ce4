//! Stack traces in terms of the sources that scripts were made from.
//!
//! A script's map is loaded when a trace that runs through the script is shown, through the page's own network access,
//! and kept while it is likely to be needed again. Whatever goes wrong leaves the place in the script.

mod load;
mod mappings;

use crate::Page;
use mappings::SourceMap;
use records::{ConsoleArgument, ConsoleMessage, ErrorCause, StackFrame, StackTrace};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Limit of loading maps for one answer.
const LIMIT: Duration = Duration::from_secs(3);

/// Most scripts whose maps are kept.
const MAP_LIMIT: usize = 16;

/// Most mapped places that are kept, over all maps (20 bytes each).
const SEGMENT_LIMIT: usize = 1_000_000;

/// The maps used lately. `None` stands for a script that has none.
#[derive(Default)]
pub(crate) struct SourceMaps(Mutex<VecDeque<(Script, Option<Arc<SourceMap>>)>>);

/// A script as it was loaded once: the next load of its URL may bring another one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Script {
    url: Arc<str>,
    /// The number of the request that loaded it.
    request: u32,
}

impl SourceMaps {
    fn get(&self, script: &Script) -> Option<Option<Arc<SourceMap>>> {
        let maps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        maps.iter()
            .find(|(known, _)| known == script)
            .map(|(_, map)| map.clone())
    }

    fn put(&self, script: Script, map: Option<Arc<SourceMap>>) {
        let mut maps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        maps.push_back((script, map));
        let size = |maps: &VecDeque<(Script, Option<Arc<SourceMap>>)>| -> usize {
            maps.iter()
                .flat_map(|(_, map)| map)
                .map(|map| map.len())
                .sum()
        };
        while maps.len() > MAP_LIMIT || (size(&maps) > SEGMENT_LIMIT && maps.len() > 1) {
            maps.pop_front();
        }
    }
}

/// Maps the stack traces of messages, as far as their maps come in time.
pub async fn map_messages(page: &Page, messages: &mut [ConsoleMessage]) {
    let mut traces: Vec<&mut StackTrace> = messages.iter_mut().map(|it| &mut it.stack).collect();
    map_traces(page, &mut traces).await;
}

/// Maps the stack traces of a message with its arguments and causes, as far as their maps come in time.
pub async fn map_detail(page: &Page, detail: &mut records::ConsoleMessageDetail) {
    fn causes(causes: &mut [ErrorCause]) -> impl Iterator<Item = &mut StackTrace> {
        causes.iter_mut().map(|cause| &mut cause.stack)
    }
    let mut traces = vec![&mut detail.message.stack];
    for ConsoleArgument {
        stack, causes: of, ..
    } in &mut detail.arguments
    {
        traces.push(stack);
        traces.extend(causes(of));
    }
    traces.extend(causes(&mut detail.causes));
    map_traces(page, &mut traces).await;
}

async fn map_traces(page: &Page, traces: &mut [&mut StackTrace]) {
    let deadline = Instant::now() + LIMIT;
    let mut urls: Vec<Arc<str>> = Vec::new();
    for frame in frames(traces) {
        if !urls.contains(&frame.url) {
            urls.push(frame.url.clone());
        }
    }
    for url in urls.into_iter().take(MAP_LIMIT) {
        let Ok(map) = timeout_at(deadline, map_of(page, url.clone())).await else {
            return;
        };
        let Some(map) = map else { continue };
        for frame in frames(traces).filter(|frame| frame.url == url) {
            map_frame(&map, frame);
        }
    }
}

fn frames<'a>(traces: &'a mut [&mut StackTrace]) -> impl Iterator<Item = &'a mut StackFrame> {
    traces
        .iter_mut()
        .flat_map(|trace| &mut trace.parts)
        .flat_map(|part| &mut part.frames)
}

fn map_frame(map: &SourceMap, frame: &mut StackFrame) {
    let (Ok(line), Ok(column)) = (
        u32::try_from(frame.line - 1),
        u32::try_from(frame.column - 1),
    ) else {
        return;
    };
    if let Some((source, line, column)) = map.source_of(line, column) {
        frame.url = source;
        frame.line = i64::from(line) + 1;
        frame.column = i64::from(column) + 1;
    }
}

async fn map_of(page: &Page, url: Arc<str>) -> Option<Arc<SourceMap>> {
    let request = page.network().script_request(&url)?;
    let script = Script { url, request };
    let maps = page.console().source_maps();
    if let Some(known) = maps.get(&script) {
        return known;
    }
    let map = load::source_map(page, &script.url, request)
        .await
        .map(Arc::new);
    maps.put(script, map.clone());
    map
}
