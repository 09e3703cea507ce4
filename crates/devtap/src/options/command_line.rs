//! Reading the command line.

use super::error::OptionsError;
use super::given::{AllGiven, Given, Place};
use super::spec::{Kind, Spec};
use super::table::TABLE;
use std::ffi::{OsStr, OsString};
use std::iter::Peekable;

/// What the command line asks for.
pub(super) enum CommandLine {
    Options(AllGiven),
    Help,
    Version,
}

/// Reads the arguments after the program's name.
pub(super) fn read(args: impl Iterator<Item = OsString>) -> Result<CommandLine, OptionsError> {
    let mut args = args.peekable();
    let mut given = AllGiven::none();
    while let Some(arg) = args.next() {
        let Some(Word { name, value }) = Word::of(&arg)? else {
            return Err(OptionsError::Unexpected {
                given: arg.to_string_lossy().into_owned(),
            });
        };
        match name {
            Name::Help => return Ok(CommandLine::Help),
            Name::Version => return Ok(CommandLine::Version),
            Name::Option(spec) => {
                let value = read_value(spec, value, &mut args)?;
                given.add(spec, value, &Place::CommandLine)?;
            }
            Name::Negated(spec) => {
                if spec.kind != Kind::Flag {
                    return Err(OptionsError::NotAFlag { name: spec.name });
                }
                if value.is_some() {
                    return Err(OptionsError::NegatedWithValue { name: spec.name });
                }
                given.add(spec, Given::Flag(false), &Place::CommandLine)?;
            }
        }
    }
    Ok(CommandLine::Options(given))
}

/// One word that starts an option.
struct Word {
    name: Name,
    /// What stands after `=`.
    value: Option<OsString>,
}

enum Name {
    Option(&'static Spec),
    Negated(&'static Spec),
    Help,
    Version,
}

impl Word {
    /// `None` if the word starts no option.
    fn of(arg: &OsStr) -> Result<Option<Self>, OptionsError> {
        if !starts_option(arg) {
            return Ok(None);
        }
        let (written, value) = split_at_equals(arg);
        let unknown = || OptionsError::Unknown {
            nearest: nearest(&written),
            given: written.clone(),
        };
        let (name, value) = match written.strip_prefix("--") {
            Some(long) => (Name::long(long).ok_or_else(unknown)?, value),
            None => Name::short(&written, value).ok_or_else(unknown)?,
        };
        Ok(Some(Self { name, value }))
    }
}

impl Name {
    fn long(name: &str) -> Option<Self> {
        match name {
            "help" => return Some(Self::Help),
            "version" => return Some(Self::Version),
            _ => {}
        }
        let find = |name: &str| TABLE.iter().find(|spec| spec.is_named(name));
        find(name).map(Self::Option).or_else(|| {
            let negated = name.strip_prefix("no-")?;
            find(negated).map(Self::Negated)
        })
    }

    /// `-e`, `-e=VALUE` or `-e/VALUE`.
    fn short(written: &str, value: Option<OsString>) -> Option<(Self, Option<OsString>)> {
        let mut letters = written.strip_prefix('-')?.chars();
        let letter = letters.next()?;
        let attached = letters.as_str();
        match (letter, attached) {
            ('h', "") => return Some((Self::Help, value)),
            ('V', "") => return Some((Self::Version, value)),
            _ => {}
        }
        let spec = TABLE.iter().find(|spec| spec.short == Some(letter))?;
        if attached.is_empty() {
            return Some((Self::Option(spec), value));
        }
        // `-e/usr/bin/chromium` has its value attached; `-url` is a slip.
        if attached.starts_with(char::is_alphanumeric) {
            return None;
        }
        let mut whole = OsString::from(attached);
        if let Some(value) = value {
            whole.push("=");
            whole.push(value);
        }
        Some((Self::Option(spec), Some(whole)))
    }
}

fn read_value(
    spec: &'static Spec,
    attached: Option<OsString>,
    args: &mut Peekable<impl Iterator<Item = OsString>>,
) -> Result<Given, OptionsError> {
    if spec.kind == Kind::Flag {
        return read_flag(spec, attached, args);
    }
    if !spec.takes_several() {
        return match attached.or_else(|| args.next_if(|next| is_value(next))) {
            Some(value) => Ok(Given::Text(value)),
            None => Err(no_value(spec, args)),
        };
    }
    let mut values: Vec<OsString> = attached.into_iter().collect();
    // All up to the next option, also after `--chromeArg=--a`: no word stands for itself.
    values.extend(std::iter::from_fn(|| args.next_if(|next| is_value(next))));
    if values.is_empty() {
        return Err(no_value(spec, args));
    }
    Ok(Given::List(values))
}

fn read_flag(
    spec: &'static Spec,
    attached: Option<OsString>,
    args: &mut Peekable<impl Iterator<Item = OsString>>,
) -> Result<Given, OptionsError> {
    let is_word = |next: &OsString| *next == "true" || *next == "false";
    let Some(word) = attached.or_else(|| args.next_if(is_word)) else {
        return Ok(Given::Flag(true));
    };
    match word.to_str() {
        Some("true") => Ok(Given::Flag(true)),
        Some("false") => Ok(Given::Flag(false)),
        _ => Err(OptionsError::BadValue {
            name: spec.name,
            file: None,
            reason: format!(
                "expected true or false, got {}",
                super::given::quoted(&word.to_string_lossy())
            ),
        }),
    }
}

fn no_value(
    spec: &'static Spec,
    args: &mut Peekable<impl Iterator<Item = OsString>>,
) -> OptionsError {
    OptionsError::NoValue {
        name: spec.name,
        next: args.peek().map(|next| next.to_string_lossy().into_owned()),
    }
}

fn starts_option(arg: &OsStr) -> bool {
    let bytes = arg.as_encoded_bytes();
    bytes.len() > 1 && bytes[0] == b'-' && arg != "--"
}

/// A word that may be a value: what starts with a hyphen is another option, unless it is a number.
fn is_value(arg: &OsStr) -> bool {
    let bytes = arg.as_encoded_bytes();
    bytes.first() != Some(&b'-') || bytes.get(1).is_none_or(u8::is_ascii_digit)
}

/// `--name=value` as name and value. A name that is not valid Unicode is nobody's and is only shown.
fn split_at_equals(arg: &OsStr) -> (String, Option<OsString>) {
    match arg.to_str() {
        Some(text) => match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.into())),
            None => (text.to_owned(), None),
        },
        None => split_bytes(arg),
    }
}

#[cfg(unix)]
fn split_bytes(arg: &OsStr) -> (String, Option<OsString>) {
    use std::os::unix::ffi::OsStrExt;
    let bytes = arg.as_bytes();
    let at = bytes
        .iter()
        .position(|&byte| byte == b'=')
        .unwrap_or(bytes.len());
    let name = String::from_utf8_lossy(&bytes[..at]).into_owned();
    let value = bytes
        .get(at + 1..)
        .map(|value| OsStr::from_bytes(value).to_owned());
    (name, value)
}

#[cfg(not(unix))]
fn split_bytes(arg: &OsStr) -> (String, Option<OsString>) {
    (arg.to_string_lossy().into_owned(), None)
}

/// The option that was probably meant, written the same way.
fn nearest(written: &str) -> Option<String> {
    let bare = written.trim_start_matches('-');
    let (no, bare) = match bare.strip_prefix("no-") {
        Some(rest) => ("no-", rest),
        None => ("", bare),
    };
    let shown = || TABLE.iter().filter(|spec| !spec.hidden);
    let near = schema::nearest(
        bare,
        shown().map(|spec| spec.name).chain(["help", "version"]),
    )?;
    let kebab = bare.contains('-') && !bare.contains(|c: char| c.is_ascii_uppercase());
    let name = shown()
        .find(|spec| spec.name == near && kebab)
        .map_or_else(|| near.to_owned(), Spec::kebab);
    Some(format!("--{no}{name}"))
}
