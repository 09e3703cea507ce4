//! take_screenshot.

use crate::rig::Rig;
use serde_json::json;
use testkit::TempDir;
use testkit::mcp::Image;

/// The first characters of a file in base64, which tell its kind.
const PNG: &str = "iVBORw0KGgo";
const JPEG: &str = "/9j/";
const WEBP: &str = "UklGR";

#[track_caller]
fn only(images: &[Image]) -> &Image {
    assert_eq!(images.len(), 1);
    &images[0]
}

/// Width and height that a PNG states.
fn size(image: &Image) -> (u32, u32) {
    let bytes: Vec<u8> = image.base64.bytes().take(44).map(six_bits).collect();
    let byte = |index: usize| {
        let (at, shift) = (index * 8 / 6, index * 8 % 6);
        let pair = u16::from(bytes[at]) << 6 | u16::from(bytes[at + 1]);
        u32::from(pair >> (4 - shift) & 0xff)
    };
    let number = |from: usize| (0..4).fold(0, |sum, index| sum << 8 | byte(from + index));
    (number(16), number(20))
}

fn six_bits(letter: u8) -> u8 {
    match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    }
}

#[test]
fn shows_the_viewport_as_png() {
    let rig = Rig::open("/form.html");
    let answer = rig
        .call("take_screenshot", json!({}))
        .ok()
        .with("screenshot");
    let image = only(&answer.images);
    assert_eq!(image.mime_type, "image/png");
    assert!(image.base64.starts_with(PNG));
}

#[test]
fn the_full_page_is_higher_and_an_element_smaller() {
    let rig = Rig::open("/form.html");
    let shoot = |arguments| {
        let answer = rig.call("take_screenshot", arguments).ok();
        size(only(&answer.images))
    };
    let viewport = shoot(json!({}));
    let full = shoot(json!({"fullPage": true}));
    let uid = rig.uid("button \"Far below\"");
    let element = shoot(json!({"uid": uid}));
    assert!(
        full.1 > 3000 && full.1 > viewport.1,
        "{viewport:?} {full:?}"
    );
    assert!(element.0 < viewport.0 && element.1 < 100, "{element:?}");
}

#[test]
fn other_formats() {
    let rig = Rig::open("/small.html");
    for (format, start) in [("jpeg", JPEG), ("webp", WEBP)] {
        let answer = rig
            .call("take_screenshot", json!({"format": format, "quality": 50}))
            .ok();
        let image = only(&answer.images);
        assert_eq!(image.mime_type, format!("image/{format}"));
        assert!(image.base64.starts_with(start), "{format}");
    }
}

#[test]
fn goes_to_a_file() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("shot.png");
    let rig = Rig::open("/small.html");
    let answer = rig
        .call("take_screenshot", json!({"filePath": file}))
        .ok()
        .with("shot.png");
    assert_eq!(answer.images, []);
    let bytes = std::fs::read(&file).expect("the file was written");
    assert!(bytes.starts_with(b"\x89PNG"));
}

#[test]
fn a_page_in_the_back_is_shown_again_and_again() {
    let rig = Rig::open("/small.html");
    let front = rig.another("/form.html");
    for _ in 0..3 {
        rig.call("take_screenshot", json!({})).ok();
    }
    rig.client
        .call("take_screenshot", json!({"pageId": front}))
        .ok();
}
