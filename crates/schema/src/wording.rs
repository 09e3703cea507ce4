//! What is wrong, in words.

use crate::{MAX_VIOLATIONS, Violation, nearest, path};
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

/// Most characters of a value shown.
const MAX_SHOWN: usize = 60;
/// Most names or values listed.
const MAX_LISTED: usize = 12;
/// Alternatives of `anyOf` and `oneOf` shown.
const MAX_ALTERNATIVES: usize = 4;

/// Why a schema can't be compiled.
pub(crate) fn broken_schema(schema: &Value, error: &ValidationError<'_>) -> String {
    let sources = Sources {
        schema: &Value::Null,
        value: schema,
    };
    let mut violations = vec![];
    match error.kind() {
        Kind::Referencing(error) => {
            let reason = one_line(&error.to_string(), 200);
            return format!("the schema can't be resolved: {reason}");
        }
        Kind::Format { format } if format == "regex" => violations.push(Violation {
            path: sources.place_of(error),
            message: format!("{} is no pattern that can be used", json(error.instance())),
        }),
        _ => add(&sources, error, &mut violations),
    }
    match violations.first() {
        Some(Violation { path, message }) if path.is_empty() => {
            format!("the schema is broken: {message}")
        }
        Some(Violation { path, message }) => format!("the schema is broken at {path}: {message}"),
        None => "the schema is broken".to_owned(),
    }
}

/// Adds what `error` stands for; one error may be several violations.
pub(crate) fn add(sources: &Sources<'_>, error: &ValidationError<'_>, out: &mut Vec<Violation>) {
    let place = sources.place_of(error);
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let allowed = allowed_names(sources.schema, error);
            out.extend(
                unexpected
                    .iter()
                    .take(MAX_VIOLATIONS)
                    .map(|name| Violation {
                        path: place.clone(),
                        message: unknown_member(name, &allowed),
                    }),
            );
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            match only_branch_of_right_type(error, context) {
                Some(branch) => branch.iter().for_each(|error| add(sources, error, out)),
                None => out.push(Violation {
                    path: place,
                    message: alternatives(sources, error, context),
                }),
            }
        }
        _ => out.push(Violation {
            path: place,
            message: message(sources, error),
        }),
    }
}

/// What names, types and indexes are looked up in.
pub(crate) struct Sources<'a> {
    /// The schema.
    pub schema: &'a Value,
    /// The whole value that is checked.
    pub value: &'a Value,
}

impl Sources<'_> {
    fn place_of(&self, error: &ValidationError<'_>) -> String {
        path::readable(error.instance_path().as_str(), self.value)
    }
}

fn message(sources: &Sources<'_>, error: &ValidationError<'_>) -> String {
    let got = shown(error.instance());
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            match kind_of_member(sources.schema, error, name) {
                Some(kind) => format!("missing required member {} ({kind})", quoted(name)),
                None => format!("missing required member {}", quoted(name)),
            }
        }
        Kind::Type { kind } => format!("expected {}, got {got}", type_names(kind).join(" or ")),
        Kind::Enum { options } => enumeration(options, error.instance()),
        Kind::Constant { expected_value } => {
            format!("expected {}, got {got}", json(expected_value))
        }
        Kind::Format { format } => format!(
            "expected a string in the format {}, got {got}",
            quoted(format)
        ),
        Kind::Pattern { pattern } => format!(
            "expected a string that matches {}, got {got}",
            quoted(pattern)
        ),
        Kind::Minimum { limit } => format!("expected at least {limit}, got {got}"),
        Kind::Maximum { limit } => format!("expected at most {limit}, got {got}"),
        Kind::ExclusiveMinimum { limit } => format!("expected more than {limit}, got {got}"),
        Kind::ExclusiveMaximum { limit } => format!("expected less than {limit}, got {got}"),
        Kind::MultipleOf { multiple_of } => {
            format!("expected a multiple of {multiple_of}, got {got}")
        }
        Kind::MinLength { limit } => format!("expected at least {limit} characters, got {got}"),
        Kind::MaxLength { limit } => format!("expected at most {limit} characters, got {got}"),
        Kind::MinItems { limit } => format!(
            "expected at least {limit} items, got {}",
            count(error.instance())
        ),
        Kind::MaxItems { limit } => format!(
            "expected at most {limit} items, got {}",
            count(error.instance())
        ),
        Kind::AdditionalItems { limit } => format!(
            "expected at most {limit} items, got {}",
            count(error.instance())
        ),
        Kind::UnevaluatedItems { .. } => "has more items than the schema allows".to_owned(),
        Kind::MinProperties { limit } => format!(
            "expected at least {limit} members, got {}",
            count(error.instance())
        ),
        Kind::MaxProperties { limit } => format!(
            "expected at most {limit} members, got {}",
            count(error.instance())
        ),
        Kind::UniqueItems => "expected items that all differ, some are equal".to_owned(),
        Kind::Contains => "no item is of the kind that the list must contain".to_owned(),
        Kind::Not { schema } => format!("must not fit {}, got {got}", json(schema)),
        Kind::OneOfMultipleValid { .. } => {
            format!("fits several alternatives where exactly one must fit, got {got}")
        }
        Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
            alternatives(sources, error, context)
        }
        Kind::PropertyNames { error } => format!(
            "member name {}: {}",
            json(error.instance()),
            message(sources, error)
        ),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let allowed = allowed_names(sources.schema, error);
            unexpected.first().map_or_else(
                || "has unknown members".to_owned(),
                |name| unknown_member(name, &allowed),
            )
        }
        Kind::FalseSchema => format!("no value is allowed here, got {got}"),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            format!("could not be matched against the pattern within its limits, got {got}")
        }
        Kind::ContentEncoding { content_encoding } => format!(
            "expected text in the encoding {}, got {got}",
            quoted(content_encoding)
        ),
        Kind::ContentMediaType { content_media_type } => format!(
            "expected text of the type {}, got {got}",
            quoted(content_media_type)
        ),
        Kind::FromUtf8 { .. } => format!("expected encoded UTF-8, got {got}"),
        Kind::Custom { message, .. } => one_line(message, 200),
        Kind::Referencing(error) => one_line(&error.to_string(), 200),
    }
}

fn unknown_member(name: &str, allowed: &[&str]) -> String {
    let mut message = format!("unknown member {}", quoted(name));
    if let Some(near) = nearest(name, allowed.iter().copied()) {
        message.push_str(&format!("; did you mean {}?", quoted(near)));
    }
    if !allowed.is_empty() {
        message.push_str(&format!(
            " (allowed: {})",
            listed(allowed.iter().map(|name| plain_or_quoted(name)))
        ));
    }
    message
}

fn enumeration(options: &Value, got: &Value) -> String {
    let options: &[Value] = options.as_array().map_or(&[], Vec::as_slice);
    let mut message = format!(
        "expected one of {}, got {}",
        listed(options.iter().map(json)),
        shown(got)
    );
    let near = got
        .as_str()
        .and_then(|got| nearest(got, options.iter().filter_map(Value::as_str)));
    if let Some(near) = near {
        message.push_str(&format!("; did you mean {}?", quoted(near)));
    }
    message
}

/// The errors of the one alternative whose type fits, if all others fail by type alone: the caller meant that one.
fn only_branch_of_right_type<'c>(
    error: &ValidationError<'_>,
    context: &'c [Vec<ValidationError<'static>>],
) -> Option<&'c [ValidationError<'static>]> {
    let mut meant = context
        .iter()
        .filter(|branch| type_at(error, branch).is_none());
    match (meant.next(), meant.next()) {
        (Some(branch), None) => Some(branch),
        _ => None,
    }
}

/// The types an alternative asks for, if it fails by the value's own type and by nothing else.
fn type_at(error: &ValidationError<'_>, branch: &[ValidationError<'_>]) -> Option<Vec<String>> {
    match branch {
        [only] if only.instance_path() == error.instance_path() => match only.kind() {
            Kind::Type { kind } => Some(type_names(kind)),
            _ => None,
        },
        _ => None,
    }
}

fn alternatives(
    sources: &Sources<'_>,
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
) -> String {
    let types: Option<Vec<Vec<String>>> = context
        .iter()
        .map(|branch| type_at(error, branch))
        .collect();
    if let Some(types) = types.filter(|types| !types.is_empty()) {
        let mut types: Vec<String> = types.into_iter().flatten().collect();
        types.dedup();
        return format!(
            "expected {}, got {}",
            types.join(" or "),
            shown(error.instance())
        );
    }
    let reasons: Vec<String> = context
        .iter()
        .take(MAX_ALTERNATIVES)
        .enumerate()
        .filter_map(|(at, branch)| Some((at, branch.first()?)))
        .map(|(at, first)| {
            format!(
                "({}) {}",
                at + 1,
                message_without_alternatives(sources, first)
            )
        })
        .collect();
    format!(
        "fits none of {} alternatives: {}",
        context.len(),
        reasons.join("; ")
    )
}

/// Alternatives inside alternatives are not unfolded: the text would grow with each level.
fn message_without_alternatives(sources: &Sources<'_>, error: &ValidationError<'_>) -> String {
    let message = match error.kind() {
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            "fits none of its own alternatives".to_owned()
        }
        _ => message(sources, error),
    };
    let place = sources.place_of(error);
    if place.is_empty() {
        message
    } else {
        format!("{place}: {message}")
    }
}

fn type_names(kind: &TypeKind) -> Vec<String> {
    match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(set) => set.iter().map(|one: JsonType| one.to_string()).collect(),
    }
}

/// The schema object that holds the keyword which failed.
fn holder<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Option<&'a Value> {
    let (holder, _) = error.schema_path().as_str().rsplit_once('/')?;
    schema.pointer(holder)
}

fn allowed_names<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Vec<&'a str> {
    holder(schema, error)
        .and_then(|holder| holder.get("properties"))
        .and_then(Value::as_object)
        .map(|properties| properties.keys().map(String::as_str).collect())
        .unwrap_or_default()
}

fn kind_of_member(schema: &Value, error: &ValidationError<'_>, name: &str) -> Option<String> {
    let mut member = holder(schema, error)?.get("properties")?.get(name)?;
    for _ in 0..8 {
        let Some(fragment) = member
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|text| text.strip_prefix('#'))
        else {
            break;
        };
        member = path::resolve(schema, fragment)?;
    }
    match (member.get("type"), member.get("enum")) {
        (_, Some(Value::Array(options))) => {
            Some(format!("one of {}", listed(options.iter().map(json))))
        }
        (Some(Value::String(name)), _) => Some(one_line(name, MAX_SHOWN)),
        (Some(Value::Array(names)), _) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            Some(one_line(&names.join(" or "), MAX_SHOWN))
        }
        _ => None,
    }
}

fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    let left_out = items.len().saturating_sub(MAX_LISTED);
    let mut text = items.take(MAX_LISTED).collect::<Vec<_>>().join(", ");
    if left_out > 0 {
        text.push_str(&format!(", … {left_out} more"));
    }
    text
}

fn count(value: &Value) -> String {
    match value {
        Value::Array(items) => items.len().to_string(),
        Value::Object(members) => members.len().to_string(),
        other => shown(other),
    }
}

/// Type and short value: `string "2"`, `number 5`, `null`.
pub(crate) fn shown(value: &Value) -> String {
    let kind = match value {
        Value::Null => return "null".to_owned(),
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    format!("{kind} {}", json(value))
}

/// A value as JSON, cut.
fn json(value: &Value) -> String {
    let mut text = String::new();
    write_json(value, &mut text);
    one_line(&text, MAX_SHOWN)
}

/// Writes JSON until it is longer than will be shown.
fn write_json(value: &Value, out: &mut String) {
    if out.len() > MAX_SHOWN * 4 {
        return;
    }
    match value {
        Value::String(text) => out.push_str(&quoted(text)),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate().take(MAX_SHOWN) {
                out.push_str(if at == 0 { "" } else { "," });
                write_json(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate().take(MAX_SHOWN) {
                out.push_str(if at == 0 { "" } else { "," });
                out.push_str(&format!("{}:", quoted(name)));
                write_json(member, out);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn plain_or_quoted(name: &str) -> String {
    let plain = !name.is_empty()
        && name.len() <= MAX_SHOWN
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-$.".contains(c));
    if plain { name.to_owned() } else { quoted(name) }
}

/// Text in double quotes on one line, cut.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars().take(MAX_SHOWN) {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c => push_visible(&mut out, c),
        }
    }
    if text.chars().nth(MAX_SHOWN).is_some() {
        out.push('…');
    }
    out.push('"');
    out
}

/// Text on one line, cut to `limit` characters.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for c in text.chars().take(limit) {
        push_visible(&mut out, c);
    }
    if text.chars().nth(limit).is_some() {
        out.push('…');
    }
    out
}

/// Control characters and invisible formatting as escapes: names and values come from a page.
fn push_visible(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c.is_control() => out.extend(c.escape_unicode()),
        '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' => out.extend(c.escape_unicode()),
        c => out.push(c),
    }
}
