//! What a tool answers: sections in a fixed order, and images.

use records::Failure;
use serde_json::{Map, Value};

/// Where a section stands in an answer. The order of the variants is the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The browser was started anew since the last call.
    Reconnected,
    /// The tool's own lines.
    Message,
    /// What an action brought about: navigation, downloads, focus.
    Outcome,
    /// Pages opened by an action.
    OpenedPages,
    /// What is being emulated.
    Emulation,
    /// The dialog that is open on the page.
    Dialog,
    /// The list of pages.
    Pages,
    /// The accessibility snapshot.
    Snapshot,
    /// One network request in full.
    NetworkRequest,
    /// One console message in full.
    ConsoleMessage,
    /// The page's own tools.
    PageTools,
    /// The list of network requests.
    NetworkRequests,
    /// The list of console messages.
    ConsoleMessages,
    /// Why the call failed; always last.
    Error,
}

/// One part of an answer, in both forms.
pub trait Section: Send + Sync {
    /// Where it stands.
    fn place(&self) -> Place;
    /// Appends its lines; each ends with a line break.
    fn text(&self, out: &mut String);
    /// Adds its keys to the structured form.
    fn json(&self, out: &mut Map<String, Value>);
}

/// An image that goes with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// `image/png`, `image/jpeg` or `image/webp`.
    pub mime_type: &'static str,
    /// The encoded image as base64, as Chrome gives it and MCP takes it.
    pub base64: String,
}

/// What a tool answers.
#[derive(Default)]
pub struct Response {
    sections: Vec<Box<dyn Section>>,
    images: Vec<Image>,
    failed: bool,
}

/// An answer in both forms, ready for a transport.
#[derive(Debug, Clone, PartialEq)]
pub struct Rendered {
    /// The text part.
    pub text: String,
    /// The structured form.
    pub structured: Map<String, Value>,
    /// Images in the order they were added.
    pub images: Vec<Image>,
    /// The call failed.
    pub is_error: bool,
}

impl Response {
    /// An answer without sections.
    pub fn new() -> Self {
        Self::default()
    }

    /// An answer of one line of the tool's own.
    pub fn message(line: impl Into<String>) -> Self {
        Self::new().with(crate::sections::Message(line.into()))
    }

    /// Adds a section.
    #[must_use]
    pub fn with(mut self, section: impl Section + 'static) -> Self {
        self.push(section);
        self
    }

    /// Adds a section if there is one.
    #[must_use]
    pub fn with_some(self, section: Option<impl Section + 'static>) -> Self {
        match section {
            Some(section) => self.with(section),
            None => self,
        }
    }

    /// Adds a section.
    pub fn push(&mut self, section: impl Section + 'static) {
        self.sections.push(Box::new(section));
    }

    /// Adds an image.
    #[must_use]
    pub fn with_image(mut self, image: Image) -> Self {
        self.images.push(image);
        self
    }

    /// Takes over the sections and images of another answer.
    pub fn absorb(&mut self, other: Self) {
        self.sections.extend(other.sections);
        self.images.extend(other.images);
        self.failed |= other.failed;
    }

    /// Whether a section stands at `place` already.
    pub fn has(&self, place: Place) -> bool {
        self.sections.iter().any(|section| section.place() == place)
    }

    /// Marks the call as failed and says why, with advice on what to do next.
    pub fn fail(&mut self, failure: &Failure) {
        self.failed = true;
        self.push(crate::sections::ErrorSection::from(failure));
    }

    /// Writes both forms, sections in their fixed order.
    pub fn render(mut self) -> Rendered {
        self.sections.sort_by_key(|section| section.place());
        let mut text = String::new();
        let mut structured = Map::new();
        for section in &self.sections {
            section.text(&mut text);
            section.json(&mut structured);
        }
        while text.ends_with('\n') {
            text.pop();
        }
        Rendered {
            text,
            structured,
            images: self.images,
            is_error: self.failed,
        }
    }
}
