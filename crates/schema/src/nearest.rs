//! The nearest of some names to one that does not exist.

/// Names longer than this are nobody's misspelling.
const MAX_LENGTH: usize = 64;
/// Candidates looked at.
const MAX_CANDIDATES: usize = 1_000;

/// The candidate that `name` most likely means, or `None` if none is near. Case, `-` and `_` don't count.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MAX_LENGTH {
        return None;
    }
    let name = plain(name);
    candidates
        .into_iter()
        .take(MAX_CANDIDATES)
        .filter(|candidate| candidate.len() <= MAX_LENGTH)
        .filter_map(|candidate| Some((distance(&name, &plain(candidate))?, candidate)))
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, candidate)| candidate)
}

/// 0 for the same name, 1 for the farthest that still counts as near.
fn distance(name: &str, candidate: &str) -> Option<f64> {
    if name == candidate {
        return Some(0.0);
    }
    let longer = name.chars().count().max(candidate.chars().count());
    let edits = strsim::damerau_levenshtein(name, candidate);
    if edits * 3 <= longer {
        return Some(edits as f64 / longer as f64);
    }
    let alike = strsim::jaro_winkler(name, candidate);
    (alike >= 0.9).then_some(1.0 - alike / 2.0)
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| !matches!(c, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let names = ["pageId", "uid", "includeSnapshot", "headless"];
        assert_eq!(nearest("pageID", names), Some("pageId"));
        assert_eq!(nearest("page_id", names), Some("pageId"));
        assert_eq!(nearest("page", names), Some("pageId"));
        assert_eq!(nearest("headles", names), Some("headless"));
        assert_eq!(nearest("include-snapshto", names), Some("includeSnapshot"));
    }

    #[test]
    fn stays_silent_when_nothing_is_near() {
        assert_eq!(nearest("colour", ["pageId", "uid"]), None);
        assert_eq!(nearest("", ["pageId", "uid"]), None);
        assert_eq!(nearest(&"a".repeat(1 << 20), ["a"]), None);
    }
}
