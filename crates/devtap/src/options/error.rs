//! Why the options can't be used.

use super::given::quoted;
use std::path::PathBuf;

/// Options that can't be used. `Display` is one line for the user.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OptionsError {
    /// No option has this name.
    #[error("there is no option {}{} (devtap --help lists all)", quoted(given), hint(nearest.as_deref()))]
    Unknown {
        /// As it was written.
        given: String,
        /// What was probably meant, as it would be written.
        nearest: Option<String>,
    },
    /// A word that belongs to no option.
    #[error(
        "unexpected argument {}: devtap takes options only; devtap --help lists them",
        quoted(given)
    )]
    Unexpected {
        /// As it was written.
        given: String,
    },
    /// The value is missing.
    #[error("--{name} needs a value{}", dashed_hint(name, next.as_deref()))]
    NoValue {
        /// The option.
        name: &'static str,
        /// What followed it, if it looked like another option.
        next: Option<String>,
    },
    /// `--no-NAME=VALUE`.
    #[error("--no-{name} takes no value")]
    NegatedWithValue {
        /// The option.
        name: &'static str,
    },
    /// `--no-…` of something that is no flag.
    #[error("--{name} takes a value and can't be written as --no-{name}")]
    NotAFlag {
        /// The option.
        name: &'static str,
    },
    /// The value is not one that the option takes.
    #[error("{}{name}: {reason}", prefix(file))]
    BadValue {
        /// The option.
        name: &'static str,
        /// The configuration file, if the value stands there.
        file: Option<PathBuf>,
        /// What is wrong with it.
        reason: String,
    },
    /// Two values for an option that takes one.
    #[error(
        "--{name} is given twice, as {} and as {}",
        quoted(first),
        quoted(second)
    )]
    Twice {
        /// The option.
        name: &'static str,
        /// The first value.
        first: String,
        /// The second value.
        second: String,
    },
    /// Two options that exclude each other.
    #[error("--{first} and --{second} exclude each other; give only one of them")]
    Conflict {
        /// The one.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// An option that makes sense only with another.
    #[error("--{name} needs --{needed}")]
    Needs {
        /// The one given.
        name: &'static str,
        /// The one missing.
        needed: &'static str,
    },
    /// The configuration file can't be read.
    #[error("the configuration file {} {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The configuration file has a key that is no option.
    #[error("the configuration file {} has an unknown key {}{}", file.display(), quoted(key), hint(nearest.as_deref()))]
    UnknownKey {
        /// The file.
        file: PathBuf,
        /// The key.
        key: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean {nearest}?"))
}

/// `--chromeArg --lang=de` is a common slip.
fn dashed_hint(name: &str, next: Option<&str>) -> String {
    next.map_or_else(String::new, |next| {
        format!(
            "; one that starts with a hyphen is written --{name}={}",
            render::text::one_line(next)
        )
    })
}

fn prefix(file: &Option<PathBuf>) -> String {
    match file {
        Some(file) => format!("the configuration file {}: ", file.display()),
        None => "--".to_owned(),
    }
}
