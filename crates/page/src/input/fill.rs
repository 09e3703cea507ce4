//! Giving a field a value, and reading it back.

use super::aim::Target;
use super::script::{FIELD, READ_BACK, ask};
use super::{keyboard, toggle};
use crate::snapshot::ElementRef;
use crate::{Evaluation, ExecutionContext, Page};
use records::Failure;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a field may stay disabled, read-only or out of reach of the focus before it is given up.
const PATIENCE: Duration = Duration::from_secs(1);
/// Characters of a field's content that an answer quotes.
const QUOTED: usize = 200;

/// What a field holds after it was filled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filled {
    /// What was asked for.
    AsAsked,
    /// Another text; page-supplied, at most 500 characters of it.
    Otherwise(String),
    /// Another secret, of this many characters.
    OtherSecret(usize),
    /// Nobody knows: the page took the field away.
    Gone,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Field {
    kind: String,
    #[serde(default)]
    problem: String,
    /// How a person would name the field.
    #[serde(default)]
    field: String,
    #[serde(default)]
    select_all: bool,
    #[serde(default)]
    checked: bool,
    #[serde(default)]
    radio: bool,
    holds: Option<String>,
    /// More about a problem.
    #[serde(default)]
    hidden: bool,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    example: String,
    #[serde(default)]
    role: String,
    #[serde(default)]
    options: Vec<Choice>,
    #[serde(default)]
    more: usize,
}

#[derive(Deserialize)]
struct Choice {
    text: String,
    value: String,
}

#[derive(Deserialize)]
struct ReadBack {
    #[serde(default)]
    gone: bool,
    #[serde(default)]
    same: bool,
    #[serde(default)]
    changed: bool,
    #[serde(default)]
    secret: bool,
    #[serde(default)]
    length: usize,
    #[serde(default)]
    holds: String,
}

/// Gives a field a value the way a person would: text is typed, a list's option is chosen by its text, checkboxes, radio
/// buttons and switches are clicked into the state `true` or `false` unless they are in it.
///
/// `pressed` becomes true when something was clicked: if a dialog ends the call after that, the click was done.
pub async fn fill(
    page: &Page,
    element: &ElementRef,
    value: &str,
    pressed: &AtomicBool,
) -> Result<Filled, Failure> {
    let world = page.isolated_world(&element.frame).await?;
    let node = element.handle_in(&world).await?;
    let target = Target {
        page,
        world: &world,
        node: &node,
        uid: &element.uid,
    };
    let begin = Evaluation::new(FIELD)
        .object(node.id())
        .value(value)
        .value(PATIENCE.as_millis() as u64);
    let field: Field = ask(&world, begin, PATIENCE).await?;
    match field.kind.as_str() {
        "done" => Ok(field.holds.map_or(Filled::AsAsked, Filled::Otherwise)),
        "text" => type_text(&target, &field, value).await,
        "toggle" => {
            toggle::set(&target, field.checked, field.radio, value, pressed).await?;
            Ok(Filled::AsAsked)
        }
        _ => Err(failure(&field, &element.uid, value)),
    }
}

async fn type_text(target: &Target<'_>, field: &Field, value: &str) -> Result<Filled, Failure> {
    let session = target.page.session();
    if field.select_all {
        keyboard::select_all(&session).await?;
        if value.is_empty() {
            keyboard::delete(&session).await?;
        }
    }
    if !value.is_empty() {
        keyboard::insert(&session, value).await?;
    }
    read_back(target.world, target.uid, field, value).await
}

async fn read_back(
    world: &ExecutionContext,
    uid: &str,
    field: &Field,
    value: &str,
) -> Result<Filled, Failure> {
    let read: ReadBack = ask(world, Evaluation::new(READ_BACK).value(value), PATIENCE).await?;
    let holds = if read.secret {
        Filled::OtherSecret(read.length)
    } else {
        Filled::Otherwise(read.holds)
    };
    match (read.gone, read.same, read.changed) {
        (true, ..) => Ok(Filled::Gone),
        (_, true, _) => Ok(Filled::AsAsked),
        (_, _, true) => Ok(holds),
        _ => {
            let still = match holds {
                Filled::Otherwise(text) if text.is_empty() => "it is still empty".to_owned(),
                Filled::Otherwise(text) => format!("it still holds \"{}\"", cut(&text)),
                _ => format!("it still holds {} characters", read.length),
            };
            Err(Failure::NotActionable(format!(
                "The field with uid {uid} ({}) did not take the value; {still}",
                field.field
            )))
        }
    }
}

fn failure(field: &Field, uid: &str, value: &str) -> Failure {
    let element = format!("The field with uid {uid} ({})", field.field);
    let text = match field.problem.as_str() {
        "detached" => {
            return Failure::StaleUid {
                uid: uid.to_owned(),
            };
        }
        "disabled" => format!("{element} is disabled"),
        "readonly" => format!("{element} is read-only"),
        "no focus" if field.hidden => format!("{element} is not visible"),
        "no focus" => format!("{element} does not take the focus"),
        "option" => {
            format!("The element with uid {uid} is an option: fill its list with the option's text")
        }
        "file" => format!("{element} takes files, which upload_file gives it"),
        "button" => format!("{element} is a button: click it"),
        "malformed" => {
            return Failure::BadArgument(format!(
                "\"{}\" is no value for a field of type {}; write it like {}",
                cut(value),
                field.r#type,
                field.example
            ));
        }
        "no option" => {
            return Failure::BadArgument(format!(
                "{element} has no option \"{}\". {}",
                cut(value),
                choices(field)
            ));
        }
        "ambiguous" => {
            return Failure::BadArgument(format!(
                "{element} has several options \"{}\"; name one by its value. {}",
                cut(value),
                choices(field)
            ));
        }
        "disabled option" => {
            return Failure::NotActionable(format!(
                "The option \"{}\" of {element} is disabled. {}",
                cut(value),
                choices(field)
            ));
        }
        _ => format!(
            "The element with uid {uid} ({}) is no field that takes a value; click it to use it",
            field.role
        ),
    };
    Failure::NotActionable(text)
}

/// `Options: "One" (value "1"), "Two" (value "2")`, values only where they differ from the texts.
fn choices(field: &Field) -> String {
    if field.options.is_empty() {
        return "It has no options".to_owned();
    }
    let mut out = "Options: ".to_owned();
    for (index, Choice { text, value }) in field.options.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(out, "{separator}\"{text}\"");
        if text != value {
            let _ = write!(out, " (value \"{value}\")");
        }
    }
    if field.more > 0 {
        let _ = write!(out, " and {} more", field.more);
    }
    out
}

fn cut(text: &str) -> &str {
    let end = text
        .char_indices()
        .nth(QUOTED)
        .map_or(text.len(), |(at, _)| at);
    &text[..end]
}
