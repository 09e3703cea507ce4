//! What was given, on the command line or in a configuration file.

use super::error::OptionsError;
use super::spec::{Check, Id, Kind, Spec};
use super::table::TABLE;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The value of an option, checked.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    Flag(bool),
    Text(OsString),
    List(Vec<OsString>),
}

/// Where an option was given, for errors.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Place {
    CommandLine,
    File(PathBuf),
}

/// Everything that was given, by option.
#[derive(Debug)]
pub(super) struct AllGiven {
    values: Vec<Option<Given>>,
}

impl AllGiven {
    pub fn none() -> Self {
        Self {
            values: vec![None; TABLE.len()],
        }
    }

    pub fn get(&self, id: Id) -> Option<&Given> {
        self.values[id as usize].as_ref()
    }

    /// Given, and not as `false` or as nothing.
    pub fn asks_for(&self, id: Id) -> bool {
        match self.get(id) {
            None | Some(Given::Flag(false)) => false,
            Some(Given::Flag(true) | Given::Text(_)) => true,
            Some(Given::List(values)) => !values.is_empty(),
        }
    }

    /// A flag, or its default.
    pub fn flag(&self, id: Id) -> bool {
        match self.get(id) {
            Some(Given::Flag(on)) => *on,
            _ => TABLE[id as usize].default == "true",
        }
    }

    pub fn os_text(&self, id: Id) -> Option<&OsStr> {
        match self.get(id) {
            Some(Given::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A text; valid Unicode, as `checked` has seen to.
    pub fn text(&self, id: Id) -> Option<String> {
        self.os_text(id)
            .map(|text| text.to_string_lossy().into_owned())
    }

    pub fn number(&self, id: Id) -> Option<u32> {
        self.text(id)?.parse().ok()
    }

    pub fn list(&self, id: Id) -> &[OsString] {
        match self.get(id) {
            Some(Given::List(values)) => values,
            _ => &[],
        }
    }

    /// Takes a value in. Lists grow; a flag given again wins; anything else may be repeated only with the same value.
    pub fn add(&mut self, spec: &Spec, value: Given, place: &Place) -> Result<(), OptionsError> {
        let value = checked(spec, value, place)?;
        match (&mut self.values[spec.id as usize], value) {
            // An empty text is what a template leaves when its variable is not set.
            (_, Some(Given::Text(text))) if text.is_empty() => {}
            (_, None) => {}
            (Some(Given::List(all)), Some(Given::List(more))) => all.extend(more),
            (Some(Given::Text(before)), Some(Given::Text(now))) if *before != now => {
                return Err(OptionsError::Twice {
                    name: spec.name,
                    first: before.to_string_lossy().into_owned(),
                    second: now.to_string_lossy().into_owned(),
                });
            }
            (slot, Some(value)) => *slot = Some(value),
        }
        Ok(())
    }

    /// Adds what `other` has and we have not.
    pub fn fill_from(&mut self, other: Self) {
        for (own, others) in self.values.iter_mut().zip(other.values) {
            if own.is_none() {
                *own = others;
            }
        }
    }
}

/// The value, if it is one that the option takes; `None` for an empty text, which counts as not given.
fn checked(spec: &Spec, value: Given, place: &Place) -> Result<Option<Given>, OptionsError> {
    let texts: &[OsString] = match &value {
        Given::Flag(_) => return Ok(Some(value)),
        Given::Text(text) if text.is_empty() => return Ok(None),
        Given::Text(text) => std::slice::from_ref(text),
        Given::List(texts) => texts,
    };
    for text in texts {
        check_text(spec, text).map_err(|reason| OptionsError::BadValue {
            name: spec.name,
            file: place.file(),
            reason,
        })?;
    }
    Ok(Some(value))
}

fn check_text(spec: &Spec, text: &OsStr) -> Result<(), String> {
    if matches!(spec.kind, Kind::Path | Kind::Paths) {
        return Ok(());
    }
    let Some(text) = text.to_str() else {
        return Err(format!(
            "{} is not valid Unicode",
            quoted(&text.to_string_lossy())
        ));
    };
    match spec.kind {
        Kind::Choice(choices) if !choices.contains(&text) => {
            let near = schema::nearest(text, choices.iter().copied());
            let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            return Err(format!(
                "expected {}, got {}{hint}",
                one_of(choices),
                quoted(text)
            ));
        }
        Kind::Number { least, most } => check_number(text, least, most)?,
        _ => {}
    }
    match spec.check {
        Check::None => Ok(()),
        Check::NotEmpty if text.trim().is_empty() => Err("a value may not be empty".to_owned()),
        Check::NotEmpty => Ok(()),
        Check::Url => check_url(text, &["http", "https"]),
        Check::WebSocketUrl => check_url(text, &["ws", "wss"]),
        Check::Headers => headers(text).map(drop),
        Check::Size => size(text).map(drop),
    }
}

fn check_number(text: &str, least: u32, most: u32) -> Result<(), String> {
    match text.parse::<u32>() {
        Ok(number) if (least..=most).contains(&number) => Ok(()),
        _ if most == u32::MAX => Err(format!(
            "expected a whole number of at least {least}, got {}",
            quoted(text)
        )),
        _ => Err(format!(
            "expected a whole number from {least} to {most}, got {}",
            quoted(text)
        )),
    }
}

fn check_url(text: &str, schemes: &[&str]) -> Result<(), String> {
    let expected = format!(
        "expected an address that starts with {}://",
        schemes.join(":// or ")
    );
    match url::Url::parse(text) {
        Ok(url) if !schemes.contains(&url.scheme()) => {
            Err(format!("{expected}, got {}", quoted(text)))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{expected}, got {} ({error})", quoted(text))),
    }
}

/// The headers of a JSON object, in order.
pub(super) fn headers(text: &str) -> Result<Vec<(String, String)>, String> {
    let object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(text).map_err(|error| {
            format!("expected a JSON object such as {{\"Authorization\":\"…\"}} ({error})")
        })?;
    object
        .into_iter()
        .map(|(name, value)| match value {
            serde_json::Value::String(value) => Ok((name, value)),
            // The value is not shown: it is likely to be a secret.
            _ => Err(format!("the header {} must be a text", quoted(&name))),
        })
        .collect()
}

/// Width and height of `1280x720`.
pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let positive = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
    text.split_once('x')
        .and_then(|(width, height)| Some((positive(width)?, positive(height)?)))
        .ok_or_else(|| format!("expected a size such as 1280x720, got {}", quoted(text)))
}

fn one_of(choices: &[&str]) -> String {
    match choices {
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
        [] => String::new(),
    }
}

/// Text as it is shown in errors: in quotes, on one line, at most 100 characters.
pub(super) fn quoted(text: &str) -> String {
    format!(
        "\"{}\"",
        render::text::cut(&render::text::one_line(text), 100, "…")
    )
}

impl Place {
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::CommandLine => None,
            Self::File(path) => Some(path.clone()),
        }
    }
}
