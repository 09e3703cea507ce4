//! Pictures of a page.

use crate::input::bounds_on_page;
use crate::snapshot::ElementRef;
use crate::{Page, ResultExt};
use cdp::protocol::page as protocol;
use cdp::{CommandError, Session};
use records::Failure;
use std::time::Duration;
use tokio::time::timeout;

/// Limit for Chrome to make a picture.
const CAPTURE_LIMIT: Duration = Duration::from_secs(30);
/// How long a page in front may take before it is treated like one behind others.
const IN_FRONT_LIMIT: Duration = Duration::from_millis(200);
/// Chrome draws pictures of at most this many device pixels a side.
const MAX_SIDE: f64 = 16_384.0;

/// What is on the picture.
#[derive(Clone, Copy)]
pub enum Area<'a> {
    /// What the page shows now.
    Viewport,
    /// The whole document, from its top left corner.
    FullPage,
    /// One element.
    Element(&'a ElementRef),
}

/// How a picture is made.
#[derive(Clone)]
pub struct Shot<'a> {
    /// What is on it.
    pub area: Area<'a>,
    /// `png`, `jpeg` or `webp`.
    pub format: &'static str,
    /// 0 to 100, for `jpeg` and `webp`.
    pub quality: Option<i64>,
    /// Pixels; wider pictures are scaled down.
    pub max_width: Option<u32>,
    /// Pixels; taller pictures are scaled down.
    pub max_height: Option<u32>,
}

/// A picture of a page.
#[derive(Debug, Clone)]
pub struct Screenshot {
    /// The encoded picture as base64.
    pub base64: String,
    /// Its scale against the page's device pixels, 1 unless it was scaled down.
    pub scale: f64,
}

/// A part of the document, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Region {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Page {
    /// Makes a picture of the page. Works whether the page is in front or not, and leaves the order of pages alone.
    pub async fn screenshot(&self, shot: &Shot<'_>) -> Result<Screenshot, Failure> {
        self.guard(take(self, shot)).await
    }
}

async fn take(page: &Page, shot: &Shot<'_>) -> Result<Screenshot, Failure> {
    let session = page.session();
    let mut command = protocol::CaptureScreenshot {
        format: Some(shot.format.to_owned()),
        quality: shot.quality.filter(|_| shot.format != "png"),
        ..Default::default()
    };
    let mut scale = 1.0;
    let unlimited = shot.max_width.is_none() && shot.max_height.is_none();
    if !(matches!(shot.area, Area::Viewport) && unlimited) {
        let bounds = match shot.area {
            Area::Element(element) => Some(bounds_on_page(page, element).await?),
            _ => None,
        };
        let metrics = session
            .call(protocol::GetLayoutMetrics {})
            .await
            .or_failure("the page's size")?;
        let visible = visible_region(&metrics);
        let region = match (shot.area, bounds) {
            (_, Some([left, top, right, bottom])) => Region {
                x: visible.x + left,
                y: visible.y + top,
                width: right - left,
                height: bottom - top,
            },
            (Area::FullPage, _) => Region {
                x: 0.0,
                y: 0.0,
                width: metrics.css_content_size.width,
                height: metrics.css_content_size.height,
            },
            _ => visible,
        };
        scale = scale_of(shot, region, device_pixels(&metrics));
        command.clip = Some(protocol::Viewport {
            x: region.x,
            y: region.y,
            width: region.width,
            height: region.height,
            scale,
        });
        command.capture_beyond_viewport = Some(!visible.holds(region));
    }
    let base64 = capture(&session, command).await?;
    Ok(Screenshot { base64, scale })
}

impl Region {
    fn holds(self, other: Self) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.x + other.width <= self.x + self.width
            && other.y + other.height <= self.y + self.height
    }
}

fn visible_region(metrics: &protocol::GetLayoutMetricsResponse) -> Region {
    let visual = &metrics.css_visual_viewport;
    Region {
        x: visual.page_x,
        y: visual.page_y,
        width: visual.client_width,
        height: visual.client_height,
    }
}

/// Device pixels to a CSS pixel.
fn device_pixels(metrics: &protocol::GetLayoutMetricsResponse) -> f64 {
    let ratio = metrics.visual_viewport.client_width / metrics.css_visual_viewport.client_width;
    if ratio.is_finite() && ratio > 0.0 {
        ratio
    } else {
        1.0
    }
}

/// How much the picture is scaled down to fit.
fn scale_of(shot: &Shot<'_>, region: Region, device_pixels: f64) -> f64 {
    let width = region.width * device_pixels;
    let height = region.height * device_pixels;
    let limit = |asked: Option<u32>| asked.map_or(MAX_SIDE, |asked| f64::from(asked).min(MAX_SIDE));
    1.0_f64
        .min(limit(shot.max_width) / width)
        .min(limit(shot.max_height) / height)
}

/// A page behind others draws nothing, and a picture of it would never come. Chrome draws what is being filmed, so such
/// a page is filmed for a moment, with the smallest pictures there are.
async fn capture(
    session: &Session,
    command: protocol::CaptureScreenshot,
) -> Result<String, Failure> {
    let capture = session.call_within(command, CAPTURE_LIMIT);
    tokio::pin!(capture);
    let answer = match timeout(IN_FRONT_LIMIT, &mut capture).await {
        Ok(answer) => answer,
        Err(_) => {
            let _filming = Filming::start(session);
            capture.await
        }
    };
    match answer {
        Ok(picture) => Ok(picture.data),
        Err(CommandError::Refused { message, .. }) => Err(Failure::Protocol(format!(
            "Chrome can't make this picture: {message}"
        ))),
        Err(other) => Err(other).or_failure("the picture"),
    }
}

struct Filming<'a>(&'a Session);

impl<'a> Filming<'a> {
    fn start(session: &'a Session) -> Self {
        session.send(protocol::StartScreencast {
            format: Some("jpeg".to_owned()),
            quality: Some(1),
            max_width: Some(16),
            max_height: Some(16),
            every_nth_frame: Some(1000),
            ..Default::default()
        });
        Self(session)
    }
}

impl Drop for Filming<'_> {
    fn drop(&mut self) {
        self.0.send(protocol::StopScreencast {});
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shot(max_width: Option<u32>, max_height: Option<u32>) -> Shot<'static> {
        Shot {
            area: Area::Viewport,
            format: "png",
            quality: None,
            max_width,
            max_height,
        }
    }

    fn region(width: f64, height: f64) -> Region {
        Region {
            x: 0.0,
            y: 0.0,
            width,
            height,
        }
    }

    #[test]
    fn a_picture_shrinks_to_its_limits_and_never_grows() {
        assert_eq!(scale_of(&shot(None, None), region(800.0, 600.0), 2.0), 1.0);
        assert_eq!(
            scale_of(&shot(Some(400), None), region(800.0, 600.0), 1.0),
            0.5
        );
        assert_eq!(
            scale_of(&shot(Some(400), None), region(800.0, 600.0), 2.0),
            0.25
        );
        assert_eq!(
            scale_of(&shot(Some(1600), Some(60)), region(800.0, 600.0), 1.0),
            0.1
        );
        assert_eq!(
            scale_of(&shot(None, None), region(100.0, 32_768.0), 1.0),
            0.5
        );
    }
}
