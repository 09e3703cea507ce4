//! Tools that a page's workers offer.

use crate::rig::{Rig, options};
use serde_json::json;
use testkit::site::{Response, Site};

const WORKER: &str = "addEventListener('devtoolstooldiscovery', event => event.respondWith({name: 'Worker', tools: [\
    {name: 'where', description: 'w', inputSchema: {}, execute: () => ({kind: self.constructor.name, when: new Date(0)})},\
    {name: 'never', description: 'w', inputSchema: {}, execute: () => new Promise(() => {})},\
    {name: 'loop', description: 'w', inputSchema: {}, execute: () => { while (true); }},\
    {name: 'closes', description: 'w', inputSchema: {}, execute: () => { self.close(); return new Promise(() => {}) }},\
    {name: 'takes', description: 'w', inputSchema: {type: 'object', properties: {el: {type: 'object', 'x-mcp-type': 'HTMLElement'}}}, execute: () => 1}]}));\
    postMessage('ready')";

#[test]
fn a_dedicated_worker_offers_tools() {
    let site = Site::builder()
        .page("/page", "<p id=s>waiting</p><script>const w = new Worker('/worker.js'); w.onmessage = () => s.textContent = 'worker is ready'</script>")
        .route("/worker.js", |_| Response::new(200, "text/javascript", WORKER.as_bytes().to_vec()))
        .start();
    let rig = Rig::open_with("/page", options(), site);
    rig.call("wait_for", json!({"text": ["worker is ready"]}))
        .ok();
    rig.page_tools()
        .with("Worker [worker http://127.0.0.1:")
        .with("name=\"where\"");
    rig.page_tool("where", json!({}))
        .ok()
        .with("kind: \"DedicatedWorkerGlobalScope\"")
        .with("Date(1970");
    rig.page_tool("takes", json!({"el": {"uid": "1_1"}}))
        .failed()
        .with("worker");
    rig.page_tool_with("never", json!({"timeout": 300}))
        .failed()
        .with("did not end within 300 ms");
    rig.page_tool_with("loop", json!({"timeout": 300}))
        .failed()
        .with("its script was ended");
    rig.page_tool("where", json!({})).ok();
    rig.page_tool("closes", json!({}))
        .failed()
        .with("worker ended");
    rig.page_tools().without("name=\"where\"");
}
