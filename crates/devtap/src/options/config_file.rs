//! Reading the configuration file.

use super::error::OptionsError;
use super::given::{AllGiven, Given, Place, quoted};
use super::spec::{Check, Id, Kind, Spec};
use super::table::TABLE;
use serde_json::{Map, Value};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Largest file that is read, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// Looks up environment variables.
pub(super) type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The file to read and what is in it: the one named by `--config`, else the first that exists.
pub(super) fn find_and_read(
    named: Option<&OsStr>,
    env: Environment<'_>,
) -> Result<Option<(PathBuf, AllGiven)>, OptionsError> {
    if let Some(named) = named {
        let path = std::path::absolute(named).unwrap_or_else(|_| named.into());
        let given = read(&path)?.ok_or_else(|| OptionsError::File {
            file: path.clone(),
            reason: "does not exist".to_owned(),
        })?;
        return Ok(Some((path, given)));
    }
    for path in usual_places(env) {
        if let Some(given) = read(&path)? {
            return Ok(Some((path, given)));
        }
    }
    Ok(None)
}

/// Where a file is looked for when none is named.
fn usual_places(env: Environment<'_>) -> Vec<PathBuf> {
    if env("CHROME_DEVTOOLS_MCP_NO_CONFIG_DISCOVERY").is_some() {
        return vec![];
    }
    let folder = |name: &str| {
        env(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let plugin = folder("PLUGIN_DATA").map(|folder| folder.join("cd4a.config.json"));
    let global = if cfg!(windows) {
        folder("LOCALAPPDATA").map(|folder| folder.join("Google"))
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
    };
    let global = global.map(|folder| folder.join("cd4a").join("config.json"));
    plugin.into_iter().chain(global).collect()
}

/// What is in the file; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<AllGiven>, OptionsError> {
    let failed = |reason: String| OptionsError::File {
        file: path.to_owned(),
        reason,
    };
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(failed(format!("can't be read: {error}"))),
    };
    let value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}'))
        .map_err(|error| failed(format!("is not valid JSON: {error}")))?;
    let Value::Object(members) = value else {
        return Err(failed("must hold a JSON object".to_owned()));
    };
    read_members(path, members).map(Some)
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
    )
}

fn read_text(path: &Path) -> std::io::Result<String> {
    // A pipe would be waited for.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a file"));
    }
    let mut text = String::new();
    let read = std::fs::File::open(path)?
        .take(MAX_SIZE + 1)
        .read_to_string(&mut text)?;
    if read as u64 > MAX_SIZE {
        return Err(std::io::Error::other("it is larger than 1 MB"));
    }
    Ok(text)
}

fn read_members(path: &Path, members: Map<String, Value>) -> Result<AllGiven, OptionsError> {
    let place = Place::File(path.to_owned());
    let mut given = AllGiven::none();
    for (key, value) in members {
        // Editors look there for the schema of the file.
        if key == "$schema" {
            continue;
        }
        let spec = TABLE
            .iter()
            .find(|spec| spec.is_key(&key) && spec.id != Id::Config)
            .ok_or_else(|| OptionsError::UnknownKey {
                file: path.to_owned(),
                nearest: nearest(&key),
                key: key.clone(),
            })?;
        let value = value_of(spec, value).map_err(|reason| OptionsError::BadValue {
            name: spec.name,
            file: place.file(),
            reason,
        })?;
        given.add(spec, value, &place)?;
    }
    Ok(given)
}

/// A value of the file as the option takes it. Texts are no numbers and no flags.
fn value_of(spec: &Spec, value: Value) -> Result<Given, String> {
    match (spec.kind, value) {
        (Kind::Flag, Value::Bool(on)) => Ok(Given::Flag(on)),
        (Kind::Number { .. }, Value::Number(number)) => Ok(Given::Text(number.to_string().into())),
        (Kind::Text | Kind::Path | Kind::Choice(_), Value::String(text)) => {
            Ok(Given::Text(text.into()))
        }
        (Kind::Text, Value::Object(headers)) if spec.check == Check::Headers => {
            Ok(Given::Text(Value::Object(headers).to_string().into()))
        }
        (Kind::List | Kind::Paths, Value::String(text)) => Ok(Given::List(vec![text.into()])),
        (Kind::List | Kind::Paths, Value::Array(items)) => items
            .into_iter()
            .map(|item| match item {
                Value::String(text) => Ok(text.into()),
                other => Err(format!(
                    "expected a list of texts, one item is {}",
                    shown(&other)
                )),
            })
            .collect::<Result<_, _>>()
            .map(Given::List),
        (kind, other) => Err(format!(
            "expected {}, got {}",
            expected(kind),
            shown(&other)
        )),
    }
}

fn expected(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag => "true or false",
        Kind::Number { .. } => "a number",
        Kind::Text | Kind::Path | Kind::Choice(_) => "a text",
        Kind::List | Kind::Paths => "a list of texts",
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => render::text::cut(&other.to_string(), 60, "…"),
    }
}

fn nearest(key: &str) -> Option<String> {
    let names = TABLE
        .iter()
        .filter(|spec| !spec.hidden && spec.id != Id::Config)
        .map(|spec| spec.name);
    schema::nearest(key, names).map(|name| format!("\"{name}\""))
}
