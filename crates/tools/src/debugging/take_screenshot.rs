//! `take_screenshot`: a picture of the page, of an element or of the whole document.

use crate::{Category, PageTool, Services, ToolSpec};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use page::{Area, Page, Shot};
use records::Failure;
use render::{Image, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Pictures of this many bytes and more go to a file: clients refuse larger answers.
const INLINE_LIMIT: usize = 2_000_000;

/// An image format.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
enum Format {
    Png,
    Jpeg,
    Webp,
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Webp => "webp",
        }
    }

    fn mime_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::Png, Self::Jpeg, Self::Webp]
            .into_iter()
            .find(|format| format.name() == name)
    }
}

/// What the caller may send.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    /// Image format.
    #[schemars(extend("default" = "png"))]
    format: Option<Format>,
    /// Quality of jpeg and webp, 0 to 100; higher is better and larger.
    #[schemars(range(min = 0, max = 100))]
    quality: Option<f64>,
    /// The element to picture, by its uid from the snapshot; the page when absent.
    uid: Option<String>,
    /// Picture the whole document instead of the part in view. Not together with uid.
    full_page: Option<bool>,
    /// Write the picture to this file instead of sending it.
    file_path: Option<String>,
}

/// The tool.
pub struct TakeScreenshot;

impl PageTool for TakeScreenshot {
    type Params = Params;
    const SPEC: ToolSpec = ToolSpec::new(
        "take_screenshot",
        Category::Debugging,
        "Takes a picture of the page, of its whole document, or of one element.",
    );

    async fn run(
        page: &Arc<Page>,
        services: &Services,
        params: Params,
    ) -> Result<Response, Failure> {
        let settings = &services.settings;
        let format = params
            .format
            .or_else(|| Format::named(settings.screenshot_format.as_deref()?))
            .unwrap_or(Format::Png);
        let full_page = params.full_page.unwrap_or(false);
        let element = match &params.uid {
            Some(_) if full_page => {
                return Err(Failure::BadArgument(
                    "Both uid and fullPage are given; give one of them".to_owned(),
                ));
            }
            Some(uid) => Some(page.snapshots().resolve(page, uid).await?),
            None => None,
        };
        let area = match (&element, full_page) {
            (Some(element), _) => Area::Element(element),
            (None, true) => Area::FullPage,
            (None, false) => Area::Viewport,
        };
        let shot = Shot {
            area,
            format: format.name(),
            quality: params
                .quality
                .map(|quality| quality.round() as i64)
                .or(settings.screenshot_quality.map(i64::from)),
            max_width: settings.screenshot_max_width,
            max_height: settings.screenshot_max_height,
        };
        let picture = page.screenshot(&shot).await?;
        let mut line = what_was_taken(area);
        if picture.scale < 1.0 {
            line.push_str(&format!(
                "\nIt is scaled by {:.4}: divide its coordinates by that.",
                picture.scale
            ));
        }
        let file = params.file_path.as_deref();
        deliver(services, format, picture.base64, line, file).await
    }
}

fn what_was_taken(area: Area<'_>) -> String {
    match area {
        Area::Viewport => "Took a screenshot of the current page's viewport.".to_owned(),
        Area::FullPage => "Took a screenshot of the full current page.".to_owned(),
        Area::Element(element) => {
            format!("Took a screenshot of node with uid \"{}\".", element.uid)
        }
    }
}

/// Sends the picture, or saves it where asked or where it is too large to send.
async fn deliver(
    services: &Services,
    format: Format,
    base64: String,
    line: String,
    file: Option<&str>,
) -> Result<Response, Failure> {
    let too_large = base64.len() / 4 * 3 >= INLINE_LIMIT;
    if file.is_none() && !too_large {
        return Ok(Response::message(line).with_image(Image {
            mime_type: format.mime_type(),
            base64,
        }));
    }
    let bytes = STANDARD
        .decode(base64)
        .map_err(|error| Failure::Protocol(format!("Chrome's picture can't be read: {error}")))?;
    let path = match file {
        Some(path) => services.files.write(Path::new(path), bytes).await?,
        None => write_temporary(format, bytes).await?,
    };
    Ok(Response::message(format!(
        "{line}\nSaved screenshot to {}.",
        path.display()
    )))
}

/// Writes to a fresh file that only this user can read, in the system's folder for temporary files.
async fn write_temporary(format: Format, bytes: Vec<u8>) -> Result<PathBuf, Failure> {
    let write = move || {
        let mut file = tempfile::Builder::new()
            .prefix("devtap-screenshot-")
            .suffix(&format!(".{}", format.name()))
            .tempfile()?;
        std::io::Write::write_all(&mut file, &bytes)?;
        file.keep().map(|(_, path)| path).map_err(|kept| kept.error)
    };
    let written = tokio::task::spawn_blocking(write).await;
    match written {
        Ok(Ok(path)) => Ok(path),
        Ok(Err(error)) => Err(Failure::File(format!(
            "The picture can't be saved to a temporary file: {error}"
        ))),
        Err(stopped) => Err(Failure::File(format!(
            "Saving the picture stopped: {stopped}"
        ))),
    }
}
