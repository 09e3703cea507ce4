//! What an option is: the shape of a row of the table.

/// Which option. The numbers are the rows of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Id {
    AutoConnect,
    BrowserUrl,
    WsEndpoint,
    WsHeaders,
    Headless,
    Isolated,
    ExecutablePath,
    Channel,
    UserDataDir,
    Viewport,
    ChromeArg,
    IgnoreDefaultChromeArg,
    ProxyServer,
    AcceptInsecureCerts,
    FileNavigations,
    BlockedUrlPattern,
    AllowedUrlPattern,
    RedactNetworkHeaders,
    CategoryInput,
    CategoryNavigation,
    CategoryDebugging,
    CategoryNetwork,
    CategoryExperimentalThirdParty,
    CategoryEmulation,
    CategoryPerformance,
    CategoryMemory,
    CategoryExtensions,
    CategoryExperimentalWebmcp,
    CategoryPwa,
    PageIdRouting,
    JavascriptEvaluation,
    ExperimentalStructuredContent,
    SourceMaps,
    Slim,
    ExperimentalVision,
    MemoryDebugging,
    ExperimentalDevtools,
    ExperimentalIncludeAllPages,
    PerformanceCrux,
    ExperimentalToonFormat,
    ExperimentalDataFormat,
    ExperimentalInteropTools,
    DevtoolsComments,
    ViaCli,
    ToolTimeout,
    PageTools,
    PageToolsReadOnly,
    ToolOrigins,
    AuditLog,
    ScreenshotFormat,
    ScreenshotQuality,
    ScreenshotMaxWidth,
    ScreenshotMaxHeight,
    ScreencastFps,
    ExperimentalScreencast,
    ExperimentalFfmpegPath,
    FilesystemRoot,
    AllowUnrestrictedPaths,
    Config,
    LogFile,
    UsageStatistics,
    ClearcutEndpoint,
    ClearcutForceFlushIntervalMs,
    ClearcutIncludePidHeader,
}

/// Where an option stands in the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Attach,
    Launch,
    Traffic,
    Categories,
    Working,
    PageTools,
    Images,
    Files,
    Server,
}

impl Group {
    /// All groups in the order of the help.
    pub const ALL: [Self; 9] = [
        Self::Attach,
        Self::Launch,
        Self::Traffic,
        Self::Categories,
        Self::Working,
        Self::PageTools,
        Self::Images,
        Self::Files,
        Self::Server,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Attach => "A browser that runs already",
            Self::Launch => "A browser that devtap starts",
            Self::Traffic => "What pages may load, what is shown of it",
            Self::Categories => "Kinds of tools",
            Self::Working => "How tools work",
            Self::PageTools => "The page's own tools",
            Self::Images => "Screenshots and recordings",
            Self::Files => "Files",
            Self::Server => "Compatibility",
        }
    }
}

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// Nothing, or `true` or `false`.
    Flag,
    /// One text.
    Text,
    /// One path; need not be valid Unicode.
    Path,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// A whole number from … to ….
    Number { least: u32, most: u32 },
    /// Texts.
    List,
    /// Paths.
    Paths,
}

/// A rule for the text of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Check {
    None,
    NotEmpty,
    Url,
    WebSocketUrl,
    /// A JSON object whose values are texts.
    Headers,
    /// Two positive whole numbers joined by `x`.
    Size,
}

/// Whether an option has its effect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Status {
    Works,
    /// Accepted, no effect yet. The text says what that means for somebody who relies on it, if it matters.
    Later(&'static str),
    /// Accepted, will never have an effect.
    Ignored,
}

/// One option.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec {
    pub id: Id,
    /// In camelCase.
    pub name: &'static str,
    /// Another name.
    pub alias: Option<&'static str>,
    /// A letter: `-u`.
    pub short: Option<char>,
    pub kind: Kind,
    pub check: Check,
    /// What stands for the value in the help; empty for flags and choices.
    pub value: &'static str,
    /// As text; empty if there is none. Flags: `true` or `false`.
    pub default: &'static str,
    pub group: Group,
    /// What it does, in a few words.
    pub gloss: &'static str,
    pub status: Status,
    /// Not in the help.
    pub hidden: bool,
}

const fn row(id: Id, name: &'static str, kind: Kind, group: Group, gloss: &'static str) -> Spec {
    Spec {
        id,
        name,
        alias: None,
        short: None,
        kind,
        check: Check::None,
        value: "",
        default: "",
        group,
        gloss,
        status: Status::Works,
        hidden: false,
    }
}

/// A flag that is off by default.
pub(super) const fn flag(id: Id, name: &'static str, group: Group, gloss: &'static str) -> Spec {
    row(id, name, Kind::Flag, group, gloss).default("false")
}

/// A text.
pub(super) const fn text(
    id: Id,
    name: &'static str,
    value: &'static str,
    group: Group,
    gloss: &'static str,
) -> Spec {
    row(id, name, Kind::Text, group, gloss).value(value)
}

/// A path.
pub(super) const fn path(id: Id, name: &'static str, group: Group, gloss: &'static str) -> Spec {
    row(id, name, Kind::Path, group, gloss).value("PATH")
}

/// One of a few words.
pub(super) const fn choice(
    id: Id,
    name: &'static str,
    choices: &'static [&'static str],
    default: &'static str,
    group: Group,
    gloss: &'static str,
) -> Spec {
    row(id, name, Kind::Choice(choices), group, gloss).default(default)
}

/// A whole number of at least `least`.
pub(super) const fn number(
    id: Id,
    name: &'static str,
    value: &'static str,
    least: u32,
    group: Group,
    gloss: &'static str,
) -> Spec {
    let kind = Kind::Number {
        least,
        most: u32::MAX,
    };
    row(id, name, kind, group, gloss).value(value)
}

/// Texts.
pub(super) const fn list(
    id: Id,
    name: &'static str,
    value: &'static str,
    group: Group,
    gloss: &'static str,
) -> Spec {
    row(id, name, Kind::List, group, gloss).value(value)
}

/// Paths.
pub(super) const fn paths(id: Id, name: &'static str, group: Group, gloss: &'static str) -> Spec {
    row(id, name, Kind::Paths, group, gloss).value("FOLDER")
}

impl Spec {
    pub const fn alias(self, alias: &'static str) -> Self {
        Self {
            alias: Some(alias),
            ..self
        }
    }

    pub const fn short(self, letter: char) -> Self {
        Self {
            short: Some(letter),
            ..self
        }
    }

    pub const fn check(self, check: Check) -> Self {
        Self { check, ..self }
    }

    const fn value(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    pub const fn default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    /// On by default.
    pub const fn on(self) -> Self {
        self.default("true")
    }

    /// The largest number.
    pub const fn most(self, most: u32) -> Self {
        let kind = match self.kind {
            Kind::Number { least, .. } => Kind::Number { least, most },
            other => other,
        };
        Self { kind, ..self }
    }

    pub const fn status(self, status: Status) -> Self {
        Self { status, ..self }
    }

    pub const fn later(self) -> Self {
        self.status(Status::Later(""))
    }

    pub const fn hidden(self) -> Self {
        Self {
            hidden: true,
            ..self
        }
    }

    /// The name with hyphens: `browser-url`.
    pub fn kebab(&self) -> String {
        kebab(self.name)
    }

    /// All the names after `--`.
    #[cfg(test)]
    pub fn names(&self) -> impl Iterator<Item = String> {
        [Some(self.name), self.alias]
            .into_iter()
            .flatten()
            .flat_map(|name| [name.to_owned(), kebab(name)])
    }

    /// The option goes by this name after `--`.
    pub fn is_named(&self, name: &str) -> bool {
        [Some(self.name), self.alias]
            .into_iter()
            .flatten()
            .any(|own| own == name || is_kebab_of(own, name))
    }

    /// The option has this name in a configuration file.
    pub fn is_key(&self, key: &str) -> bool {
        self.name == key || self.alias == Some(key)
    }

    pub fn takes_several(&self) -> bool {
        matches!(self.kind, Kind::List | Kind::Paths)
    }
}

fn kebab(camel: &str) -> String {
    let mut out = String::with_capacity(camel.len() + 4);
    for c in camel.chars() {
        if c.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// Whether `name` is `camel` with hyphens, without making a text of it: options are looked up at each start.
fn is_kebab_of(camel: &str, name: &str) -> bool {
    let mut name = name.chars();
    let same = camel.chars().all(|c| {
        let hyphen = !c.is_ascii_uppercase() || name.next() == Some('-');
        hyphen && name.next() == Some(c.to_ascii_lowercase())
    });
    same && name.next().is_none()
}
