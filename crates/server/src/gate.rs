//! Which tools there are and which of them are on.

use crate::{ServerSettings, arguments::Arguments};
use render::text::{cut, one_line};
use std::sync::{Arc, OnceLock};
use tools::{Category, Tool};

/// How alike two names must be (Jaro-Winkler, 0 to 1) for one to be offered instead of the other.
const ALIKE: f64 = 0.7;
/// Longest piece of a caller's tool name that is shown back, in characters.
const NAME_LIMIT: usize = 100;

/// All tools, with what is made of them when first needed.
pub(crate) struct Gate {
    entries: Vec<Entry>,
    settings: Arc<ServerSettings>,
}

/// A tool and its compiled schema.
pub(crate) struct Entry {
    /// The tool.
    pub tool: Tool,
    arguments: OnceLock<Arguments>,
}

impl Gate {
    pub fn new(mut tools: Vec<Tool>, settings: Arc<ServerSettings>) -> Self {
        tools.sort_by_key(|tool| tool.spec.name);
        let entries = tools
            .into_iter()
            .map(|tool| Entry {
                tool,
                arguments: OnceLock::new(),
            })
            .collect();
        Self { entries, settings }
    }

    /// The tools that are on, by name.
    pub fn open_tools(&self) -> impl Iterator<Item = &Tool> {
        self.entries
            .iter()
            .map(|entry| &entry.tool)
            .filter(|tool| self.closed_by(tool).is_none())
    }

    /// The tool of this name, or why it can't be called.
    pub fn enter(&self, name: &str) -> Result<&Entry, String> {
        let found = self
            .entries
            .binary_search_by_key(&name, |entry| entry.tool.spec.name);
        match found {
            Ok(at) => match self.closed_by(&self.entries[at].tool) {
                None => Ok(&self.entries[at]),
                Some(option) => Err(format!(
                    "Tool {name} disabled: it is off in this server. Start the server with --{option} to turn it on."
                )),
            },
            Err(_) => Err(self.unknown(name)),
        }
    }

    /// The arguments that a tool takes.
    pub fn arguments<'a>(&self, entry: &'a Entry) -> &'a Arguments {
        entry
            .arguments
            .get_or_init(|| Arguments::of(&entry.tool, self.settings.schema_options()))
    }

    /// The option that keeps a tool off, if it is off.
    fn closed_by(&self, tool: &Tool) -> Option<String> {
        if self.settings.categories_off.contains(&tool.spec.category) {
            return Some(option_of(tool.spec.category));
        }
        if tool.spec.runs_scripts && !self.settings.javascript_evaluation {
            return Some("javascriptEvaluation".to_owned());
        }
        None
    }

    fn unknown(&self, name: &str) -> String {
        let shown = cut(&one_line(name), NAME_LIMIT, "...");
        let nearest = self
            .open_tools()
            .map(|tool| tool.spec.name)
            .map(|known| (strsim::jaro_winkler(&shown, known), known))
            .filter(|(likeness, _)| *likeness >= ALIKE)
            .max_by(|left, right| left.0.total_cmp(&right.0));
        match nearest {
            Some((_, known)) => format!("Tool {shown} not found. The nearest name is {known}."),
            None => format!("Tool {shown} not found. tools/list names all tools."),
        }
    }
}

/// The option that switches a category.
fn option_of(category: Category) -> String {
    let name = category.name();
    let mut option = String::from("category");
    option.extend(name.chars().take(1).flat_map(char::to_uppercase));
    option.extend(name.chars().skip(1));
    option
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Failure;
    use render::Response;
    use schemars::JsonSchema;
    use serde::Deserialize;
    use tools::{OfflineTool, Services, ToolSpec};

    #[derive(Deserialize, JsonSchema)]
    struct Nothing {}

    struct Click;

    impl OfflineTool for Click {
        type Params = Nothing;
        const SPEC: ToolSpec = ToolSpec::new("click", Category::Input, "Clicks.");

        async fn run(_: &Services, _: Nothing) -> Result<Response, Failure> {
            Ok(Response::new())
        }
    }

    struct Evaluate;

    impl OfflineTool for Evaluate {
        type Params = Nothing;
        const SPEC: ToolSpec =
            ToolSpec::new("evaluate_script", Category::ThirdParty, "Evaluates.").runs_scripts();

        async fn run(_: &Services, _: Nothing) -> Result<Response, Failure> {
            Ok(Response::new())
        }
    }

    fn gate(settings: ServerSettings) -> Gate {
        Gate::new(
            vec![Tool::offline::<Evaluate>(), Tool::offline::<Click>()],
            Arc::new(settings),
        )
    }

    fn refusal(settings: ServerSettings, name: &str) -> String {
        gate(settings).enter(name).err().unwrap_or_default()
    }

    #[test]
    fn tools_are_found_and_sorted() {
        let gate = gate(ServerSettings::default());
        assert!(gate.enter("click").is_ok());
        let names: Vec<_> = gate.open_tools().map(|tool| tool.spec.name).collect();
        assert_eq!(names, ["click", "evaluate_script"]);
    }

    #[test]
    fn an_unknown_name_is_met_with_the_nearest() {
        insta::assert_snapshot!(refusal(ServerSettings::default(), "clik"), @"Tool clik not found. The nearest name is click.");
        insta::assert_snapshot!(refusal(ServerSettings::default(), "zzz\n## Pages"), @r#"Tool zzz\n## Pages not found. tools/list names all tools."#);
    }

    #[test]
    fn what_is_off_names_its_option() {
        let no_scripts = ServerSettings {
            javascript_evaluation: false,
            ..ServerSettings::default()
        };
        insta::assert_snapshot!(refusal(no_scripts, "evaluate_script"), @"Tool evaluate_script disabled: it is off in this server. Start the server with --javascriptEvaluation to turn it on.");
        let no_category = ServerSettings {
            categories_off: [Category::ThirdParty].into(),
            ..ServerSettings::default()
        };
        assert_eq!(gate(no_category.clone()).open_tools().count(), 1);
        insta::assert_snapshot!(refusal(no_category, "evaluate_script"), @"Tool evaluate_script disabled: it is off in this server. Start the server with --categoryExperimentalThirdParty to turn it on.");
    }
}
