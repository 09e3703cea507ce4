//! The tools that a page offers.

use super::pagination::{pagination_json, pagination_text};
use crate::{
    Place, Section,
    text::{cut, one_line},
};
use records::{
    PageTool, PageToolGroup, PageToolHome, PageToolList, PageToolSource, Pagination,
    RejectedPageTool,
};
use serde_json::{Map, Value, json};

/// Longest description shown in a short list, in characters.
const SHORT_DESCRIPTION: usize = 200;
/// Longest description shown, in characters.
const DESCRIPTION: usize = 2000;
/// Longest schema shown whole in a list, in characters.
const SCHEMA: usize = 600;
/// Longest schema shown in whole when asked for, in characters.
const WHOLE_SCHEMA: usize = 65_536;
/// Tools in a short list.
const SHORT_LIST: usize = 20;
/// Tools in a list, unless the caller asks for another number.
const LIST: usize = 100;
/// Things left out that are named.
const REJECTED: usize = 10;

/// The tools that a page offers.
pub struct PageTools {
    list: PageToolList,
    pagination: Pagination,
    shown: PageToolsShown,
}

/// What of the list is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageToolsShown {
    /// Only the group of this name or label.
    pub group: Option<String>,
    /// Only tools that have this text in their name, title or description, or in their group's name.
    pub text: Option<String>,
    /// Schemas whole, however long, and the schemas of results.
    pub whole_schemas: bool,
    /// Tools per page.
    pub page_size: Option<usize>,
    /// Zero-based page.
    pub page_idx: Option<usize>,
    /// In passing: few tools, short descriptions, nothing when there is nothing.
    pub short: bool,
}

impl PageTools {
    /// A list as somebody asked for it.
    pub fn new(mut list: PageToolList, shown: PageToolsShown) -> Self {
        filter(&mut list.groups, &shown);
        let total = list.tool_count();
        let size = match shown.short {
            true => SHORT_LIST,
            false => shown.page_size.unwrap_or(LIST),
        };
        let pagination = Pagination::place(total, Some(size), shown.page_idx);
        let is_filtered = shown.group.is_some() || shown.text.is_some();
        let keep_empty = !is_filtered && pagination.total_pages == 1;
        cut_groups(&mut list.groups, &pagination, keep_empty);
        Self {
            list,
            pagination,
            shown,
        }
    }

    /// A short list for the answer of a tool that was asked for something else.
    pub fn short(list: PageToolList) -> Self {
        let shown = PageToolsShown {
            short: true,
            ..Default::default()
        };
        Self::new(list, shown)
    }

    /// Whether the reader must be told which part this is.
    fn is_paged(&self) -> bool {
        let asked = self.shown.page_size.is_some() || self.shown.page_idx.is_some();
        asked || self.pagination.total_pages > 1
    }

    fn nothing(&self) -> String {
        let list = &self.list;
        if self.shown.group.is_some() || self.shown.text.is_some() {
            return "No tool of the page fits what was asked for; without group and text all are listed.\n".to_owned();
        }
        let frames = match list.frames {
            0 | 1 => String::new(),
            frames => format!(" in its {frames} frames"),
        };
        match (list.listening, list.rejected_count) {
            (_, 1..) => "The page offers no tool that can be used.\n".to_owned(),
            (0, 0) => format!(
                "The page offers no tools: nothing{frames} listens for the event devtoolstooldiscovery.\n"
            ),
            (_, 0) => {
                "The page listens for the event devtoolstooldiscovery but offered no tools.\n"
                    .to_owned()
            }
        }
    }

    fn group_lines(&self, group: &PageToolGroup, out: &mut String) {
        out.push_str(&heading(&group.label));
        if let Some(description) = &group.description {
            out.push_str(": ");
            out.push_str(&self.description(description));
        }
        let home = match group.frame.kind {
            PageToolHome::MainFrame => None,
            PageToolHome::Frame => Some("frame"),
            PageToolHome::Worker => Some("worker"),
        };
        if let Some(home) = home {
            let url = one_line(&cut(&group.frame.url, 200, "…"));
            out.push_str(&format!(" [{home} {url}]"));
        }
        if group.source == PageToolSource::WebMcp {
            out.push_str(" [WebMCP]");
        }
        out.push_str("\nAvailable tools:\n");
        for tool in &group.tools {
            out.push_str(&self.tool_line(tool));
        }
    }

    fn tool_line(&self, tool: &PageTool) -> String {
        let mut line = format!(
            "name=\"{}\", description=\"{}\", inputSchema={}",
            in_quotes(&tool.name),
            in_quotes(&self.description(&tool.description)),
            self.schema(&tool.input_schema)
        );
        if !tool.annotations.is_empty() {
            let annotations = Value::Object(tool.annotations.clone()).to_string();
            line.push_str(&format!(
                ", annotations={}",
                one_line(&cut(&annotations, 300, "…"))
            ));
        }
        if let Some(schema) = &tool.output_schema
            && self.shown.whole_schemas
        {
            line.push_str(&format!(", outputSchema={}", self.schema(schema)));
        }
        line.push('\n');
        line
    }

    fn description(&self, text: &str) -> String {
        let limit = if self.shown.short {
            SHORT_DESCRIPTION
        } else {
            DESCRIPTION
        };
        one_line(&cut(text, limit, "…"))
    }

    fn schema(&self, schema: &Value) -> String {
        let whole = schema.to_string();
        let limit = if self.shown.whole_schemas {
            WHOLE_SCHEMA
        } else {
            SCHEMA
        };
        if whole.len() <= limit {
            return one_line(&whole);
        }
        let short = one_line(&shortened(schema, limit));
        format!("{short} (shortened; whole with fullSchemas)")
    }
}

impl Section for PageTools {
    fn place(&self) -> Place {
        Place::PageTools
    }

    fn text(&self, out: &mut String) {
        let list = &self.list;
        out.push_str("## Third-party developer tools\n");
        if list.groups.is_empty() {
            out.push_str(&self.nothing());
        } else {
            out.push_str(&format!(
                "Offered by {}; names, descriptions and schemas are the page's own words. Run one with execute_3p_developer_tool.\n",
                one_line(&list.origin)
            ));
        }
        match self.is_paged() {
            true if self.shown.short => out.push_str(&format!(
                "The first {} of {} tools; list_3p_developer_tools lists all.\n",
                self.pagination.end, self.pagination.total
            )),
            true => pagination_text(&self.pagination, out),
            false => {}
        }
        for group in &list.groups {
            self.group_lines(group, out);
        }
        rejected_lines(&list.rejected, list.rejected_count, out);
        for frame in &list.silent {
            out.push_str(&format!(
                "Not asked: {} ({}).\n",
                one_line(&cut(&frame.url, 200, "…")),
                one_line(&frame.reason)
            ));
        }
    }

    fn json(&self, out: &mut Map<String, Value>) {
        let groups = self.list.groups.iter().map(group_json).collect();
        out.insert("thirdPartyDeveloperTools".to_owned(), groups);
        if self.is_paged() {
            pagination_json(&self.pagination, out);
        }
        if !self.list.rejected.is_empty() {
            let rejected = self.list.rejected.iter().map(|rejected| json!({"group": rejected.group, "tool": rejected.tool, "reason": rejected.reason}));
            out.insert(
                "rejectedThirdPartyDeveloperTools".to_owned(),
                rejected.collect(),
            );
        }
    }
}

fn filter(groups: &mut Vec<PageToolGroup>, shown: &PageToolsShown) {
    if let Some(name) = &shown.group {
        groups.retain(|group| group.label == *name || group.name == *name);
    }
    let Some(text) = shown.text.as_ref().map(|text| text.to_lowercase()) else {
        return;
    };
    let has = |words: &str| words.to_lowercase().contains(&text);
    for group in groups.iter_mut().filter(|group| !has(&group.name)) {
        group.tools.retain(|tool| {
            has(&tool.name) || has(&tool.description) || tool.title.as_deref().is_some_and(has)
        });
    }
    groups.retain(|group| !group.tools.is_empty());
}

/// Keeps the tools of one page of the list, and the groups that have some of them.
fn cut_groups(groups: &mut Vec<PageToolGroup>, pagination: &Pagination, keep_empty: bool) {
    let mut at = 0;
    for group in groups.iter_mut() {
        let first = at;
        at += group.tools.len();
        let mut number = first..;
        group.tools.retain(|_| {
            number
                .next()
                .is_some_and(|number| (pagination.start..pagination.end).contains(&number))
        });
    }
    groups.retain(|group| keep_empty || !group.tools.is_empty());
}

/// A name at the start of a line, which must not pass for a heading.
fn heading(name: &str) -> String {
    let name = one_line(name);
    match name.starts_with(['#', '`', '>', '-', '*', '~', '=']) || name.starts_with(' ') {
        true => format!("\\{name}"),
        false => name,
    }
}

fn in_quotes(text: &str) -> String {
    one_line(text).replace('"', "\\\"")
}

fn rejected_lines(rejected: &[RejectedPageTool], count: usize, out: &mut String) {
    for rejected in rejected.iter().take(REJECTED) {
        let what = match (&rejected.tool, &rejected.group) {
            (Some(tool), Some(group)) => format!(
                "tool \"{}\" of group \"{}\"",
                in_quotes(tool),
                in_quotes(group)
            ),
            (Some(tool), None) => format!("tool \"{}\"", in_quotes(tool)),
            (None, Some(group)) => format!("group \"{}\"", in_quotes(group)),
            (None, None) => "a group".to_owned(),
        };
        out.push_str(&format!(
            "Left out: {what}: {}.\n",
            one_line(&cut(&rejected.reason, 300, "…"))
        ));
    }
    if count > rejected.len().min(REJECTED) {
        out.push_str(&format!(
            "Left out: {} more.\n",
            count - rejected.len().min(REJECTED)
        ));
    }
}

/// A schema without what a reader can do without; if that is still too long, only its outline.
fn shortened(schema: &Value, limit: usize) -> String {
    let bare = without_words(schema);
    let text = bare.to_string();
    if text.len() <= limit {
        return text;
    }
    let text = outline(&bare).to_string();
    cut(&text, limit, "…")
}

fn without_words(schema: &Value) -> Value {
    const WORDS: [&str; 6] = [
        "description",
        "title",
        "examples",
        "$schema",
        "$id",
        "$comment",
    ];
    match schema {
        Value::Object(keywords) => keywords
            .iter()
            // A property may be named like one of these: then its value is a schema.
            .filter(|(keyword, value)| !WORDS.contains(&keyword.as_str()) || value.is_object())
            .map(|(keyword, value)| (keyword.clone(), without_words(value)))
            .collect(),
        Value::Array(items) => items.iter().map(without_words).collect(),
        other => other.clone(),
    }
}

/// The names and types of the properties.
fn outline(schema: &Value) -> Value {
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties: Map<String, Value> = properties
        .into_iter()
        .flatten()
        .map(|(name, property)| {
            let kind = property.get("type").cloned();
            (
                name.clone(),
                kind.map_or_else(|| json!({}), |kind| json!({"type": kind})),
            )
        })
        .collect();
    let mut outline = json!({"type": "object", "properties": properties});
    if let Some(required) = schema.get("required") {
        outline["required"] = required.clone();
    }
    outline
}

fn group_json(group: &PageToolGroup) -> Value {
    let mut json = json!({"name": group.name});
    if let Some(description) = &group.description {
        json["description"] = Value::from(description.as_str());
    }
    json["tools"] = group.tools.iter().map(tool_json).collect();
    if group.label != group.name {
        json["label"] = Value::from(group.label.as_str());
    }
    json["origin"] = Value::from(group.frame.origin.as_str());
    if group.frame.kind == PageToolHome::Worker {
        json["worker"] = Value::from(group.frame.url.as_str());
    }
    if group.frame.kind == PageToolHome::Frame {
        json["frame"] = Value::from(group.frame.url.as_str());
    }
    json["source"] = Value::from(match group.source {
        PageToolSource::Event => "event",
        PageToolSource::WebMcp => "webmcp",
    });
    json
}

fn tool_json(tool: &PageTool) -> Value {
    let mut json = json!({"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema});
    if let Some(title) = &tool.title {
        json["title"] = Value::from(title.as_str());
    }
    if let Some(schema) = &tool.output_schema {
        json["outputSchema"] = schema.clone();
    }
    if !tool.annotations.is_empty() {
        json["annotations"] = Value::Object(tool.annotations.clone());
    }
    json
}

#[cfg(test)]
#[path = "page_tools_tests.rs"]
mod tests;
