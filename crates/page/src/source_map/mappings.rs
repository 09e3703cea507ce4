//! The source map format (ECMA-426): which place of a generated script came from which place of its sources.
//!
//! Only what stack traces need is kept. Untrusted: bounded, and anything odd means "not mapped".

use serde::Deserialize;
use std::sync::Arc;
use url::Url;

/// Most mapped places of one script that are kept.
const SEGMENT_LIMIT: usize = 3_000_000;

/// A place without a source.
const NO_SOURCE: u32 = u32::MAX;

/// A parsed source map.
#[derive(Debug)]
pub(super) struct SourceMap {
    sources: Vec<Arc<str>>,
    /// In the order of the generated places.
    segments: Vec<Segment>,
}

/// A generated place and where it came from; all numbers count from 0.
#[derive(Debug, Clone, Copy)]
struct Segment {
    line: u32,
    column: u32,
    source: u32,
    source_line: u32,
    source_column: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(default)]
    sources: Vec<Option<String>>,
    source_root: Option<String>,
    #[serde(default)]
    mappings: String,
    #[serde(default)]
    sections: Vec<Section>,
}

#[derive(Deserialize)]
struct Section {
    offset: Offset,
    map: Document,
}

#[derive(Deserialize, Clone, Copy, Default)]
struct Offset {
    line: u32,
    column: u32,
}

impl SourceMap {
    /// Reads a source map that lies at `base`; its sources are relative to it.
    pub(super) fn parse(text: &str, base: &Url) -> Option<Self> {
        // A first line that starts like this keeps the file from being read as a script.
        let json = match text.strip_prefix(")]}") {
            Some(rest) => rest.split_once('\n')?.1,
            None => text,
        };
        let document: Document = serde_json::from_str(json).ok()?;
        let mut map = Self {
            sources: Vec::new(),
            segments: Vec::new(),
        };
        map.add(&document, base, Offset::default())?;
        for section in &document.sections {
            map.add(&section.map, base, section.offset)?;
        }
        map.segments
            .sort_by_key(|segment| (segment.line, segment.column));
        Some(map)
    }

    /// The source and its place, counted from 0, of a generated place.
    pub(super) fn source_of(&self, line: u32, column: u32) -> Option<(Arc<str>, u32, u32)> {
        let after = self
            .segments
            .partition_point(|segment| (segment.line, segment.column) <= (line, column));
        let segment = self.segments.get(after.checked_sub(1)?)?;
        if segment.line != line || segment.source == NO_SOURCE {
            return None;
        }
        let source = self.sources.get(segment.source as usize)?;
        Some((source.clone(), segment.source_line, segment.source_column))
    }

    /// How many places are kept.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    fn add(&mut self, document: &Document, base: &Url, offset: Offset) -> Option<()> {
        let first_source = u32::try_from(self.sources.len()).ok()?;
        let root = document.source_root.as_deref().unwrap_or_default();
        for source in &document.sources {
            let path = match (root, source.as_deref().unwrap_or_default()) {
                ("", path) => path.to_owned(),
                (root, path) => format!("{}/{path}", root.trim_end_matches('/')),
            };
            let url = base.join(&path).map(String::from).unwrap_or(path);
            self.sources.push(url.into());
        }
        let mut source = Fields::default();
        for (line, groups) in document.mappings.split(';').enumerate() {
            let line = u32::try_from(line).ok()?;
            let mut column = 0i64;
            for group in groups.split(',').filter(|group| !group.is_empty()) {
                let numbers = decode(group)?;
                column += numbers.first()?;
                let has_source = numbers.len() >= 4;
                if has_source {
                    source.index += numbers[1];
                    source.line += numbers[2];
                    source.column += numbers[3];
                }
                if self.segments.len() == SEGMENT_LIMIT {
                    return Some(());
                }
                let shift = if line == 0 { offset.column } else { 0 };
                self.segments.push(Segment {
                    line: line.checked_add(offset.line)?,
                    column: u32::try_from(column).ok()?.checked_add(shift)?,
                    source: match has_source {
                        true => u32::try_from(source.index)
                            .ok()?
                            .checked_add(first_source)?,
                        false => NO_SOURCE,
                    },
                    source_line: u32::try_from(source.line).ok()?,
                    source_column: u32::try_from(source.column).ok()?,
                });
            }
        }
        Some(())
    }
}

/// What goes on from one segment to the next.
#[derive(Default)]
struct Fields {
    index: i64,
    line: i64,
    column: i64,
}

/// Decodes a group of base64 VLQ numbers.
fn decode(group: &str) -> Option<Vec<i64>> {
    let mut numbers = Vec::with_capacity(5);
    let mut value = 0i64;
    let mut shift = 0u32;
    for byte in group.bytes() {
        let digit = i64::from(digit(byte)?);
        if shift > 30 {
            return None;
        }
        value |= (digit & 31) << shift;
        if digit & 32 != 0 {
            shift += 5;
        } else {
            numbers.push(if value & 1 == 0 {
                value >> 1
            } else {
                -(value >> 1)
            });
            value = 0;
            shift = 0;
        }
    }
    (shift == 0).then_some(numbers)
}

fn digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<SourceMap> {
        SourceMap::parse(
            text,
            &Url::parse("http://localhost/js/app.min.js.map").expect("a URL"),
        )
    }

    fn place(map: &SourceMap, line: u32, column: u32) -> Option<String> {
        map.source_of(line, column)
            .map(|(source, line, column)| format!("{source}:{line}:{column}"))
    }

    #[test]
    fn places_map_to_their_sources() {
        // AAAA: 0,0,0,0; QAAC: +8 columns, +1 source column; KAEA at the end goes on to the next line's source line.
        let map = parse(
            r#"{"version":3,"sources":["../src/a.ts","b.ts"],"mappings":"AAAA,QAAC,K;ACEA"}"#,
        )
        .expect("a map");
        assert_eq!(
            place(&map, 0, 0).as_deref(),
            Some("http://localhost/src/a.ts:0:0")
        );
        assert_eq!(
            place(&map, 0, 7).as_deref(),
            Some("http://localhost/src/a.ts:0:0")
        );
        assert_eq!(
            place(&map, 0, 8).as_deref(),
            Some("http://localhost/src/a.ts:0:1")
        );
        // A segment without a source ends what was mapped before it.
        assert_eq!(place(&map, 0, 20), None);
        assert_eq!(
            place(&map, 1, 3).as_deref(),
            Some("http://localhost/js/b.ts:2:1")
        );
        assert_eq!(place(&map, 2, 0), None);
    }

    #[test]
    fn sections_are_shifted_to_their_place() {
        let map = parse(
            r#"{"version":3,"sections":[
                {"offset":{"line":0,"column":0},"map":{"version":3,"sources":["a.ts"],"mappings":"AAAA"}},
                {"offset":{"line":2,"column":10},"map":{"version":3,"sourceRoot":"/root/","sources":["b.ts"],"mappings":"AAAA"}}]}"#,
        )
        .expect("a map");
        assert_eq!(place(&map, 2, 9), None);
        assert_eq!(
            place(&map, 2, 12).as_deref(),
            Some("http://localhost/root/b.ts:0:0")
        );
    }

    #[test]
    fn nonsense_is_no_map() {
        for text in [
            "",
            "{",
            "[]",
            "null",
            r#"{"mappings":"!"}"#,
            r#"{"mappings":"g"}"#,
            r#"{"mappings":"D"}"#,
            r#"{"mappings":"AADA"}"#,
            r#"{"mappings":"gggggggggggg"}"#,
        ] {
            assert!(parse(text).is_none(), "{text}");
        }
        let map = parse(r#"{"sources":[],"mappings":"AAAA"}"#).expect("a map");
        assert_eq!(place(&map, 0, 0), None, "the source does not exist");
        assert!(parse(")]}'\n{\"mappings\":\"\"}").is_some());
    }
}
