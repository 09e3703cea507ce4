//! Which types are needed, in which direction they travel, and which contain themselves.

use super::model::{Domain, Member, Type, qualified};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about the types, by `Domain.Type`.
pub struct Reach {
    sent: BTreeSet<String>,
    received: BTreeSet<String>,
    /// Types held by value inside each type.
    held: BTreeMap<String, BTreeSet<String>>,
}

impl Reach {
    /// Follows every reference from the commands and events of these domains.
    pub fn of(domains: &[Domain], whole: &[&str]) -> Self {
        let types: BTreeMap<String, (&Domain, &Type)> = domains
            .iter()
            .flat_map(|domain| {
                domain.types.iter().map(move |declared| {
                    let name = format!("{}.{}", domain.name, declared.id);
                    (name, (domain, declared))
                })
            })
            .collect();
        let mut reach = Self {
            sent: BTreeSet::new(),
            received: BTreeSet::new(),
            held: held(&types),
        };
        for domain in domains.iter().filter(|d| whole.contains(&&*d.name)) {
            let answers = domain.commands.iter().map(|command| &command.returns);
            let events = domain.events.iter().map(|event| &event.parameters);
            for command in domain.commands.iter().filter(|c| c.redirect.is_none()) {
                follow(&mut reach.sent, &types, &domain.name, &command.parameters);
            }
            for members in answers.chain(events) {
                follow(&mut reach.received, &types, &domain.name, members);
            }
            // What nothing mentions travels inside untyped values.
            for declared in &domain.types {
                let name = format!("{}.{}", domain.name, declared.id);
                if !reach.sent.contains(&name) {
                    visit(&mut reach.received, &types, name);
                }
            }
        }
        reach
    }

    /// Whether commands carry this type.
    pub fn is_sent(&self, name: &str) -> bool {
        self.sent.contains(name)
    }

    /// Whether answers or events carry this type.
    pub fn is_received(&self, name: &str) -> bool {
        self.received.contains(name)
    }

    /// Whether the first type, holding the second by value, would contain itself.
    pub fn is_cycle(&self, holder: &str, held: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![held];
        while let Some(name) = open.pop() {
            if name == holder {
                return true;
            }
            if seen.insert(name) {
                open.extend(
                    self.held
                        .get(name)
                        .into_iter()
                        .flatten()
                        .map(String::as_str),
                );
            }
        }
        false
    }

    /// Leaves only the needed types of a domain; `false` when there are none.
    pub fn reduce(&self, name: &str, domain: &mut Value) -> bool {
        let Some(domain) = domain.as_object_mut() else {
            return false;
        };
        domain.retain(|key, _| !matches!(key.as_str(), "commands" | "events" | "dependencies"));
        let Some(types) = domain.get_mut("types").and_then(Value::as_array_mut) else {
            return false;
        };
        types.retain(|declared| {
            let name = qualified(name, declared["id"].as_str().unwrap_or_default());
            self.sent.contains(&name) || self.received.contains(&name)
        });
        !types.is_empty()
    }
}

fn held(types: &BTreeMap<String, (&Domain, &Type)>) -> BTreeMap<String, BTreeSet<String>> {
    types
        .iter()
        .map(|(name, (domain, declared))| {
            let members = declared.properties.iter().flatten();
            let held = members
                .filter_map(|member| member.shape.mentions())
                .filter(|(_, by_value)| *by_value)
                .map(|(reference, _)| qualified(&domain.name, reference))
                .collect();
            (name.clone(), held)
        })
        .collect()
}

/// Adds all types that these members mention, directly or not.
fn follow(
    found: &mut BTreeSet<String>,
    types: &BTreeMap<String, (&Domain, &Type)>,
    domain: &str,
    members: &[Member],
) {
    for (reference, _) in members.iter().filter_map(|member| member.shape.mentions()) {
        visit(found, types, qualified(domain, reference));
    }
}

fn visit(found: &mut BTreeSet<String>, types: &BTreeMap<String, (&Domain, &Type)>, name: String) {
    let Some((domain, declared)) = types.get(&name) else {
        panic!("nothing declares {name}");
    };
    if !found.insert(name) {
        return;
    }
    follow(
        found,
        types,
        &domain.name,
        declared.properties.as_deref().unwrap_or_default(),
    );
    if let Some((reference, _)) = declared.items.as_ref().and_then(|items| items.mentions()) {
        visit(found, types, qualified(&domain.name, reference));
    }
}
