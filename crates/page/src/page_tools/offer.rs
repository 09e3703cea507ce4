//! All that a page's frames offer, in one list in which every tool can be named.

use super::agent::Agent;
use super::description::{self, Description};
use super::element_schema;
use crate::{Frame, Page};
use records::{
    Failure, PageTool, PageToolFrame, PageToolGroup, PageToolList, PageToolSource,
    RejectedPageTool, SilentFrame,
};
use std::collections::HashSet;

/// Names that are told when another one was asked for.
const OTHERS: usize = 5;

/// What one frame said.
pub(super) enum Told {
    /// It does not listen.
    Nothing,
    /// It could not be asked.
    Silent(SilentFrame),
    /// Its tools.
    Tools(Box<FrameTools>),
}

/// The tools of one frame's document.
pub(super) struct FrameTools {
    frame: PageToolFrame,
    agent: Agent,
    description: Description,
}

impl Told {
    pub(super) fn tools(frame: &Frame, agent: Agent, description: Description) -> Self {
        let frame = PageToolFrame {
            origin: frame.origin.clone(),
            url: frame.url.clone(),
            is_main: frame.parent.is_none(),
        };
        Self::Tools(Box::new(FrameTools {
            frame,
            agent,
            description,
        }))
    }
}

/// What a page offers, and how to reach each tool.
#[derive(Default)]
pub(super) struct Offer {
    pub list: PageToolList,
    /// For each group of the list: how to reach its tools.
    reaches: Vec<Reach>,
}

/// How to reach the tools of one group.
struct Reach {
    agent: Agent,
    /// For each tool, what the agent knows it by.
    ids: Vec<u64>,
}

/// A tool that can be run.
pub(super) struct Offered {
    pub tool: PageTool,
    pub agent: Agent,
    pub id: u64,
}

impl Offer {
    /// Puts together what the frames said, main frame first.
    pub(super) fn of(page: &Page, told: Vec<Told>) -> Self {
        let mut offer = Self::default();
        offer.list.origin = page
            .frames()
            .main()
            .map(|frame| frame.origin)
            .unwrap_or_default();
        offer.list.frames = told.len();
        for told in told {
            match told {
                Told::Nothing => {}
                Told::Silent(silent) => offer.list.silent.push(silent),
                Told::Tools(tools) => offer.take(*tools),
            }
        }
        offer.label();
        offer
    }

    fn take(&mut self, told: FrameTools) {
        self.list.listening += 1;
        self.list.rejected_count += told.description.rejected_count + told.description.left_out;
        if told.description.left_out > 0 {
            self.reject(
                None,
                None,
                format!(
                    "{} more tools were offered than can be taken",
                    told.description.left_out
                ),
            );
        }
        for rejected in told.description.rejected {
            self.reject(rejected.group, rejected.tool, rejected.reason);
        }
        let first = self.list.groups.len();
        for group in told.description.groups {
            let at =
                (first..self.list.groups.len()).find(|at| self.list.groups[*at].name == group.name);
            let at = at.unwrap_or_else(|| self.begin_group(&group, &told.frame, &told.agent));
            self.fill_group(at, group.tools);
        }
    }

    fn begin_group(
        &mut self,
        group: &description::Group,
        frame: &PageToolFrame,
        agent: &Agent,
    ) -> usize {
        self.list.groups.push(PageToolGroup {
            name: group.name.clone(),
            label: group.name.clone(),
            description: group.description.clone(),
            frame: frame.clone(),
            source: PageToolSource::Event,
            tools: Vec::new(),
        });
        self.reaches.push(Reach {
            agent: agent.clone(),
            ids: Vec::new(),
        });
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
            self.reaches[at].ids.push(tool.id);
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

    /// The agents that the tools live with.
    pub(super) fn agents(&self) -> impl Iterator<Item = &Agent> {
        self.reaches.iter().map(|reach| &reach.agent)
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
                agent: self.reaches[at].agent.clone(),
                id: self.reaches[at].ids[number],
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
