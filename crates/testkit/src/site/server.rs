//! The server: a thread for each connection, all ended with the site.

use super::routes::{Outcome, built_in};
use super::{Request, Response, files};
use std::io::BufReader;
use std::net::{Ipv4Addr, Ipv6Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

type Handler = dyn Fn(&Request) -> Response + Send + Sync;

/// What a site serves besides the built-in routes.
#[derive(Default)]
pub struct Builder {
    folders: Vec<PathBuf>,
    routes: Vec<(String, Box<Handler>)>,
}

impl Builder {
    /// Serves the files below `folder`; the first folder that has a file wins.
    #[must_use]
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.folders.push(folder.as_ref().to_owned());
        self
    }

    /// Answers requests for exactly this path (without the query) by a function. Goes before folders and built-in
    /// routes.
    #[must_use]
    pub fn route(
        mut self,
        path: &str,
        handler: impl Fn(&Request) -> Response + Send + Sync + 'static,
    ) -> Self {
        self.routes.push((path.to_owned(), Box::new(handler)));
        self
    }

    /// Answers requests for this path with a page.
    #[must_use]
    pub fn page(self, path: &str, html: impl Into<String>) -> Self {
        let html = html.into();
        self.route(path, move |_| Response::html(html.clone()))
    }

    /// Starts the site on a free loopback port.
    ///
    /// # Panics
    /// If no port can be opened.
    pub fn start(self) -> Site {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
        let port = listener
            .local_addr()
            .expect("a bound listener has an address")
            .port();
        let shared = Arc::new(Shared {
            port,
            folders: self.folders,
            routes: self.routes,
            stopped: AtomicBool::new(false),
            connections: Mutex::default(),
            log: Mutex::default(),
            arrived: Condvar::new(),
        });
        // `localhost` may mean ::1 first; a machine without IPv6 falls back by itself.
        let also = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).ok();
        for listener in [Some(listener), also].into_iter().flatten() {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.accept(&listener));
        }
        Site { shared }
    }
}

/// A running local site. `127.0.0.1` and `localhost` reach the same server and are different *sites* for a browser,
/// so a frame from one in the other lives in a process of its own.
pub struct Site {
    shared: Arc<Shared>,
}

impl Site {
    /// A site of the pages in `crates/testkit/site`.
    ///
    /// # Panics
    /// If no port can be opened.
    pub fn start() -> Self {
        Self::builder().start()
    }

    /// A site of the pages in `crates/testkit/site`, to which more can be added.
    pub fn builder() -> Builder {
        Self::empty().folder(concat!(env!("CARGO_MANIFEST_DIR"), "/site"))
    }

    /// A site with the built-in routes alone.
    pub fn empty() -> Builder {
        Builder::default()
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.shared.port
    }

    /// The address of a path on `127.0.0.1`.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port())
    }

    /// The address of a path on `localhost`: another site for the browser.
    pub fn other_url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port())
    }

    /// Every request so far, in order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.log().clone()
    }

    /// Requests for this path so far.
    pub fn requests_for(&self, path: &str) -> Vec<Request> {
        let mut found = self.requests();
        found.retain(|request| request.path == path);
        found
    }

    /// Waits until `path` has been requested; whether it was within `limit`.
    pub fn wait_for_request(&self, path: &str, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        let mut log = self.shared.log();
        loop {
            if log.iter().any(|request| request.path == path) {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            log = self
                .shared
                .arrived
                .wait_timeout(log, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

struct Shared {
    port: u16,
    folders: Vec<PathBuf>,
    routes: Vec<(String, Box<Handler>)>,
    stopped: AtomicBool,
    connections: Mutex<Vec<TcpStream>>,
    log: Mutex<Vec<Request>>,
    arrived: Condvar,
}

impl Shared {
    fn log(&self) -> MutexGuard<'_, Vec<Request>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connections(&self) -> MutexGuard<'_, Vec<TcpStream>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn accept(self: Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.stopped.load(Ordering::SeqCst) {
                return;
            }
            let Ok(stream) = stream else { continue };
            if let Ok(twin) = stream.try_clone() {
                self.connections().push(twin);
            }
            // The site may have ended between the first look and the entry in the list.
            if self.stopped.load(Ordering::SeqCst) {
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
            let shared = Arc::clone(&self);
            std::thread::spawn(move || shared.serve(stream));
        }
    }

    /// Closes every connection, which ends their threads, and wakes the listeners so that they see the end.
    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        for stream in self.connections().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
        let _ = TcpStream::connect((Ipv6Addr::LOCALHOST, self.port));
    }

    fn serve(&self, mut stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        let Ok(twin) = stream.try_clone() else { return };
        let mut input = BufReader::new(twin);
        while let Ok(Some(request)) = Request::read(&mut input) {
            let with_body = request.method != "HEAD";
            let outcome = self.outcome(&request);
            self.log().push(request);
            self.arrived.notify_all();
            let response = match outcome {
                Outcome::Answer(response) => response,
                Outcome::Later(after, response) => {
                    std::thread::sleep(after);
                    response
                }
                // A silent connection is read on until the browser or the site's end closes it.
                Outcome::Hang => continue,
                Outcome::Drop => break,
            };
            if response.write(&mut stream, with_body).is_err() {
                break;
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
    }

    fn outcome(&self, request: &Request) -> Outcome {
        if let Some((_, handler)) = self.routes.iter().find(|(path, _)| *path == request.path) {
            return Outcome::Answer(handler(request));
        }
        if let Some(outcome) = built_in(request) {
            return outcome;
        }
        let file = self
            .folders
            .iter()
            .find_map(|folder| files::serve(folder, &request.path, self.port));
        Outcome::Answer(file.unwrap_or_else(|| Response::status(404)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    fn ask(site: &Site, request: &str) -> String {
        let mut stream =
            TcpStream::connect((Ipv4Addr::LOCALHOST, site.port())).expect("the site listens");
        stream
            .write_all(request.as_bytes())
            .expect("the site reads");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("the answer is text");
        answer
    }

    /// The second request is dropped, which ends the connection and so the reading.
    fn get(site: &Site, path: &str) -> String {
        ask(
            site,
            &format!("GET {path} HTTP/1.1\r\nX-One: 1\r\n\r\nGET /drop HTTP/1.1\r\n\r\n"),
        )
    }

    #[test]
    fn serves_routes_pages_and_files() {
        let site = Site::builder()
            .route("/api", |request| {
                Response::json(&serde_json::json!({"query": request.query}))
            })
            .page("/own.html", "<p>own")
            .start();
        assert!(get(&site, "/api?a=1").ends_with(r#"{"query":"a=1"}"#));
        assert!(get(&site, "/own.html").ends_with("<p>own"));
        assert!(get(&site, "/status/503").starts_with("HTTP/1.1 503 "));
        assert!(get(&site, "/redirect?to=/x").contains("Location: /x\r\n"));
        assert!(get(&site, "/headers").contains(r#""x-one":"1""#));
        assert!(get(&site, "/missing").starts_with("HTTP/1.1 404 "));
        assert!(get(&site, "/index.html").contains(&format!("localhost:{}", site.port())));
        assert_eq!(site.requests_for("/api").len(), 1);
    }

    #[test]
    fn answers_two_requests_of_one_connection() {
        let site = Site::empty().page("/a", "A").start();
        let answer = ask(
            &site,
            "POST /echo HTTP/1.1\r\nContent-Length: 3\r\n\r\none\
             GET /a HTTP/1.1\r\n\r\nGET /drop HTTP/1.1\r\n\r\n",
        );
        assert!(answer.contains("\r\n\r\noneHTTP/1.1 200 OK") && answer.ends_with("\r\n\r\nA"));
    }

    #[test]
    fn a_hanging_request_ends_with_the_site() {
        let site = Site::empty().start();
        let mut stream =
            TcpStream::connect((Ipv4Addr::LOCALHOST, site.port())).expect("the site listens");
        stream
            .write_all(b"GET /hang HTTP/1.1\r\n\r\n")
            .expect("the site reads");
        assert!(site.wait_for_request("/hang", Duration::from_secs(10)));
        drop(site);
        let mut rest = Vec::new();
        // An abrupt end is as good as a clean one.
        let _ = stream.read_to_end(&mut rest);
        assert_eq!(rest, b"");
    }
}
