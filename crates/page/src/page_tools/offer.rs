//! All that a page's frames offer, in one list in which every tool can be named.

use super::agent::Agent;
use super::description::{self, Description};
use super::element_schema;
use super::scope::{Home, Scope};
use super::web_mcp::WebMcp;
use crate::Page;
use records::{
    Failure, PageTool, PageToolFrame, PageToolGroup, PageToolHome, PageToolList, PageToolSource,
    RejectedPageTool, SilentFrame,
};
use std::collections::HashSet;

/// Name of the group of a document's registered tools.
const WEB_MCP_GROUP: &str = "WebMCP Tools";
/// Names that are told when another one was asked for.
const OTHERS: usize = 5;

/// What a frame or worker said.
pub(super) enum Told {
    /// It does not listen.
    Nothing,
    /// It could not be asked, for this reason.
    Silent(String),
    /// Its tools.
    Tools(Box<(Agent, Description)>),
}

/// What a page offers, and how to reach each tool.
#[derive(Default)]
pub(super) struct Offer {
    pub list: PageToolList,
    /// For each group of the list: how to reach its tools.
    reaches: Vec<Reach>,
}

/// How to reach the tools of one group.
enum Reach {
    /// Offered by the event.
    Event {
        agent: Agent,
        /// For each tool, what the agent knows it by.
        ids: Vec<u64>,
    },
    /// Registered with the model context.
    WebMcp(Scope),
}

/// How to reach one tool.
pub(super) enum ToolReach {
    Event { agent: Agent, id: u64 },
    WebMcp(Scope),
}

/// A tool that can be run.
pub(super) struct Offered {
    pub tool: PageTool,
    pub reach: ToolReach,
}

impl Offer {
    /// Puts together what the frames and workers said, main frame first, and what they registered.
    pub(super) fn of(page: &Page, told: Vec<(Scope, Told)>, web_mcp: &WebMcp) -> Self {
        let mut offer = Self::default();
        let main = page.frames().main();
        offer.list.origin = main.map(|frame| frame.origin).unwrap_or_default();
        offer.list.frames = told.len();
        for (scope, told) in told {
            let first = offer.list.groups.len();
            let url = scope.url().to_owned();
            match told {
                Told::Nothing => {}
                Told::Silent(reason) => offer.list.silent.push(SilentFrame { url, reason }),
                Told::Tools(told) => offer.take(&scope, told.0, told.1),
            }
            offer.take_registered(&scope, web_mcp, first);
        }
        offer.label();
        offer
    }

    fn take(&mut self, scope: &Scope, agent: Agent, told: Description) {
        self.list.listening += 1;
        self.list.rejected_count += told.rejected_count + told.left_out;
        if told.left_out > 0 {
            let reason = format!(
                "{} more tools were offered than can be taken",
                told.left_out
            );
            self.reject(None, None, reason);
        }
        for rejected in told.rejected {
            self.reject(rejected.group, rejected.tool, rejected.reason);
        }
        let first = self.list.groups.len();
        for group in told.groups {
            let known = self.list.groups[first..]
                .iter()
                .position(|known| known.name == group.name);
            let at = match known {
                Some(at) => first + at,
                None => {
                    let reach = Reach::Event {
                        agent: agent.clone(),
                        ids: Vec::new(),
                    };
                    self.begin_group(&group.name, group.description, scope, reach)
                }
            };
            self.fill_group(at, group.tools);
        }
    }

    /// Adds the registered tools of a document. One that it offers by the event too is there already: that way elements
    /// and values keep more of what they are.
    fn take_registered(&mut self, scope: &Scope, web_mcp: &WebMcp, first: usize) {
        let offered: HashSet<String> = self.list.groups[first..]
            .iter()
            .flat_map(|group| &group.tools)
            .map(|tool| tool.name.clone())
            .collect();
        let mut tools = Vec::new();
        for read in web_mcp.debugging_tools(scope) {
            match read {
                Ok(tool) if offered.contains(&tool.name) => {}
                Ok(tool) => tools.push(tool),
                Err((tool, reason)) => {
                    self.list.rejected_count += 1;
                    self.reject(Some(WEB_MCP_GROUP.to_owned()), Some(tool), reason);
                }
            }
        }
        if !tools.is_empty() {
            let at = self.begin_group(WEB_MCP_GROUP, None, scope, Reach::WebMcp(scope.clone()));
            self.list.groups[at].tools = tools;
        }
    }

    fn begin_group(
        &mut self,
        name: &str,
        description: Option<String>,
        scope: &Scope,
        reach: Reach,
    ) -> usize {
        self.list.groups.push(PageToolGroup {
            name: name.to_owned(),
            label: name.to_owned(),
            description,
            frame: frame_of(scope),
            source: match reach {
                Reach::Event { .. } => PageToolSource::Event,
                Reach::WebMcp(_) => PageToolSource::WebMcp,
            },
            tools: Vec::new(),
        });
        self.reaches.push(reach);
        self.list.groups.len() - 1
    }

    fn fill_group(&mut self, at: usize, tools: Vec<description::Tool>) {
        let mut names: HashSet<String> = self.list.groups[at]
            .tools
            .iter()
            .map(|tool| tool.name.clone())
            .collect();
        for tool in tools {
            if !names.insert(tool.name.clone()) {
                let group = self.list.groups[at].name.clone();
                self.list.rejected_count += 1;
                self.reject(
                    Some(group),
                    Some(tool.name),
                    "its group has a tool of that name already".to_owned(),
                );
                continue;
            }
            let mut input_schema = tool.input_schema;
            element_schema::spell_out(&mut input_schema);
            if let Reach::Event { ids, .. } = &mut self.reaches[at] {
                ids.push(tool.id);
            }
            self.list.groups[at].tools.push(PageTool {
                name: tool.name,
                title: tool.title,
                description: tool.description,
                input_schema,
                output_schema: tool.output_schema,
                annotations: tool.annotations,
            });
        }
    }

    fn reject(&mut self, group: Option<String>, tool: Option<String>, reason: String) {
        self.list.rejected.push(RejectedPageTool {
            group,
            tool,
            reason,
        });
    }

    /// Groups of one name in several frames get different labels.
    fn label(&mut self) {
        let mut taken: HashSet<String> = HashSet::new();
        for group in &mut self.list.groups {
            let mut number = 2;
            while !taken.insert(group.label.clone()) {
                group.label = format!("{} #{number}", group.name);
                number += 1;
            }
        }
    }

    /// Where the tools live.
    pub(super) fn scopes(&self) -> impl Iterator<Item = &Scope> {
        self.reaches.iter().map(|reach| match reach {
            Reach::Event { agent, .. } => &agent.scope,
            Reach::WebMcp(scope) => scope,
        })
    }

    /// The tool of this name, in this group if one is given; `None` if there is none.
    pub(super) fn find(&self, name: &str, group: Option<&str>) -> Result<Option<Offered>, Failure> {
        let mut places = self.places(name, group);
        if places.len() > 1 && group.is_some() {
            // A label names one group; a name that several share does not.
            let exact: Vec<_> = places
                .iter()
                .copied()
                .filter(|(at, _)| group == Some(&*self.list.groups[*at].label))
                .collect();
            if exact.len() == 1 {
                places = exact;
            }
        }
        match places[..] {
            [] => Ok(None),
            [(at, number)] => Ok(Some(Offered {
                tool: self.list.groups[at].tools[number].clone(),
                reach: match &self.reaches[at] {
                    Reach::Event { agent, ids } => ToolReach::Event {
                        agent: agent.clone(),
                        id: ids[number],
                    },
                    Reach::WebMcp(scope) => ToolReach::WebMcp(scope.clone()),
                },
            })),
            _ => Err(Failure::AmbiguousPageTool {
                name: name.to_owned(),
                groups: places
                    .iter()
                    .map(|(at, _)| self.list.groups[*at].label.clone())
                    .collect(),
            }),
        }
    }

    fn places(&self, name: &str, group: Option<&str>) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        for (at, offered) in self.list.groups.iter().enumerate() {
            if group.is_some_and(|group| group != offered.label && group != offered.name) {
                continue;
            }
            let number = offered.tools.iter().position(|tool| tool.name == name);
            places.extend(number.map(|number| (at, number)));
        }
        places
    }

    /// The failure that says that a tool is not there, with names like the one given.
    pub(super) fn unknown(&self, name: &str, group: Option<&str>) -> Failure {
        let names = || {
            self.list
                .groups
                .iter()
                .flat_map(|group| &group.tools)
                .map(|tool| tool.name.as_str())
        };
        Failure::UnknownPageTool {
            name: name.to_owned(),
            group: group.map(str::to_owned),
            nearest: schema::nearest(name, names()).map(str::to_owned),
            others: names().take(OTHERS).map(str::to_owned).collect(),
            offered: self.list.tool_count(),
        }
    }
}

fn frame_of(scope: &Scope) -> PageToolFrame {
    match &scope.home {
        Home::Document {
            url,
            origin,
            is_main,
            ..
        } => PageToolFrame {
            origin: origin.clone(),
            url: url.clone(),
            kind: if *is_main {
                PageToolHome::MainFrame
            } else {
                PageToolHome::Frame
            },
        },
        Home::Worker { url } => PageToolFrame {
            origin: url::Url::parse(url)
                .map(|url| url.origin().ascii_serialization())
                .unwrap_or_default(),
            url: url.clone(),
            kind: PageToolHome::Worker,
        },
    }
}
