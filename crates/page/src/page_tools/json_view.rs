//! A JSON value that came whole, told within a budget: the part asked for, cut where it must be.

use super::call::ValueView;
use records::{
    Container, ContainerKind, MemberKey, PageToolValue, PathStep, ScriptText, ScriptValue,
};
use serde_json::Value;

/// Ever narrower ways to tell a value: members of a container, characters of a text, levels.
const CUTS: [(usize, usize, usize); 7] = [
    (200, 2000, 10),
    (100, 500, 8),
    (50, 300, 6),
    (20, 200, 5),
    (10, 100, 4),
    (5, 80, 3),
    (3, 40, 2),
];

/// The part of `value` that the view asks for.
///
/// # Errors
/// What is there in the place of the part.
pub(super) fn view(value: &Value, view: &ValueView) -> Result<PageToolValue, String> {
    let part = follow(value, &view.path)?;
    let is_whole = view.offset == 0 && view.limit.is_none() && view.depth.is_none();
    let text = part.to_string();
    if is_whole && text.len() <= view.budget {
        return Ok(PageToolValue::Json(text));
    }
    let mut last = ScriptValue::Null;
    for (members, characters, depth) in CUTS {
        let cut = Cut {
            members,
            characters: if part.is_string() {
                view.budget
            } else {
                characters
            },
            depth: view.depth.unwrap_or(depth),
        };
        let (told, size) = cut.root(part, view);
        last = told;
        if size <= view.budget {
            break;
        }
    }
    Ok(PageToolValue::Tree(last))
}

fn follow<'a>(value: &'a Value, path: &[PathStep]) -> Result<&'a Value, String> {
    path.iter()
        .enumerate()
        .try_fold(value, |value, (at, step)| {
            let next = match step {
                PathStep::Name(name) => value.get(name),
                PathStep::Index(index) => value.get(*index),
            };
            next.ok_or_else(|| format!("step {} of the path leads nowhere", at + 1))
        })
}

struct Cut {
    members: usize,
    characters: usize,
    depth: usize,
}

impl Cut {
    /// The told value and about how many characters it takes.
    fn root(&self, value: &Value, view: &ValueView) -> (ScriptValue, usize) {
        let limit = view.limit.unwrap_or(match value {
            Value::String(_) => self.characters,
            _ => self.members,
        });
        self.value(value, 0, view.offset, limit)
    }

    fn value(
        &self,
        value: &Value,
        depth: usize,
        from: usize,
        limit: usize,
    ) -> (ScriptValue, usize) {
        match value {
            Value::Null => (ScriptValue::Null, 4),
            Value::Bool(value) => (ScriptValue::Bool(*value), 5),
            Value::Number(number) => {
                let text = number.to_string();
                let size = text.len();
                (ScriptValue::Number(text), size)
            }
            Value::String(text) => part_of(text, from, limit),
            Value::Array(items) => {
                let members = items.iter().map(|item| (MemberKey::Index, item));
                self.container(
                    ContainerKind::Array,
                    items.len(),
                    members,
                    (depth, from, limit),
                )
            }
            Value::Object(members) => {
                let total = members.len();
                let members = members
                    .iter()
                    .map(|(name, value)| (MemberKey::Name(name.clone()), value));
                self.container(ContainerKind::Object, total, members, (depth, from, limit))
            }
        }
    }

    fn container<'a>(
        &self,
        kind: ContainerKind,
        total: usize,
        members: impl Iterator<Item = (MemberKey, &'a Value)>,
        (depth, from, limit): (usize, usize, usize),
    ) -> (ScriptValue, usize) {
        let opened = depth < self.depth || total == 0;
        let start = if opened { from.min(total) } else { 0 };
        let shown = if opened { limit } else { 0 };
        let mut size = 6;
        let mut entries = Vec::new();
        for (key, value) in members.skip(start).take(shown) {
            let limit = match value {
                Value::String(_) => self.characters,
                _ => self.members,
            };
            let (value, value_size) = self.value(value, depth + 1, 0, limit);
            let name_size = match &key {
                MemberKey::Name(name) => name.len() + 2,
                _ => 0,
            };
            size += 2 * depth + 3 + name_size + value_size;
            entries.push((key, value));
        }
        let container = Container {
            kind,
            class: None,
            total,
            start,
            entries,
            opened,
        };
        (ScriptValue::Container(Box::new(container)), size)
    }
}

/// A part of a text, in UTF-16 code units; never half a character.
fn part_of(text: &str, from: usize, limit: usize) -> (ScriptValue, usize) {
    let mut at = 0;
    let mut part = String::new();
    let mut start = None;
    let mut to = 0;
    for c in text.chars() {
        if at >= from && at + c.len_utf16() <= from.saturating_add(limit) {
            start.get_or_insert(at);
            part.push(c);
            to = at + c.len_utf16();
        }
        at += c.len_utf16();
    }
    let start = start.unwrap_or(from.min(at));
    let size = part.len() + 2;
    let text = ScriptText {
        text: part,
        from: start,
        to: to.max(start),
        length: at,
    };
    (ScriptValue::Text(text), size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(value: &Value, change: impl FnOnce(&mut ValueView)) -> PageToolValue {
        let mut wanted = ValueView::default();
        change(&mut wanted);
        view(value, &wanted).expect("the path leads somewhere")
    }

    #[test]
    fn what_fits_stays_json() {
        assert_eq!(
            told(&json!({"a": [1]}), |_| ()),
            PageToolValue::Json("{\"a\":[1]}".to_owned())
        );
        let part = told(&json!({"a": [1]}), |view| {
            view.path = vec![PathStep::Name("a".into())]
        });
        assert_eq!(part, PageToolValue::Json("[1]".to_owned()));
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        let rows: Vec<Value> = (0..5000).map(|id| json!({"id": id})).collect();
        let PageToolValue::Tree(ScriptValue::Container(rows)) = told(&json!(rows), |_| ()) else {
            panic!("a tree");
        };
        assert_eq!(rows.total, 5000);
        assert!(rows.entries.len() >= 100, "{}", rows.entries.len());
    }

    #[test]
    fn a_part_of_a_text() {
        let part = told(&json!("a😀bc"), |view| {
            view.offset = 1;
            view.limit = Some(3);
        });
        let text = ScriptText {
            text: "😀b".into(),
            from: 1,
            to: 4,
            length: 5,
        };
        assert_eq!(part, PageToolValue::Tree(ScriptValue::Text(text)));
    }

    #[test]
    fn a_path_to_nowhere_says_so() {
        let path = vec![PathStep::Name("b".into())];
        let wanted = ValueView {
            path,
            ..Default::default()
        };
        assert_eq!(
            view(&json!({"a": 1}), &wanted),
            Err("step 1 of the path leads nowhere".to_owned())
        );
    }
}
