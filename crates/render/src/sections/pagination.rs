//! The lines above a list that is shown page by page, and their structured form.

use records::Pagination;
use serde_json::{Map, Value, json};

/// Appends the lines that place the shown items in the whole list. Nothing for an empty list.
pub fn pagination_text(pagination: &Pagination, out: &mut String) {
    if pagination.total == 0 {
        return;
    }
    if pagination.invalid_page {
        out.push_str("Invalid page number provided. Showing first page.\n");
    }
    out.push_str(&format!(
        "Showing {}-{} of {} (Page {} of {}).\n",
        pagination.start + 1,
        pagination.end,
        pagination.total,
        pagination.current_page + 1,
        pagination.total_pages,
    ));
    if !pagination.requested {
        // Cut although nobody asked: newest items last, or first items first.
        if pagination.start > 0 {
            out.push_str(
                "Only the newest are shown: ask for the others with pageSize and pageIdx.\n",
            );
        } else if pagination.has_next() {
            out.push_str("The rest is left out: ask for it with pageSize and pageIdx.\n");
        }
        return;
    }
    if pagination.has_next() {
        out.push_str(&format!("Next page: {}\n", pagination.current_page + 1));
    }
    if pagination.has_previous() {
        out.push_str(&format!("Previous page: {}\n", pagination.current_page - 1));
    }
}

/// Adds the key `pagination`. Nothing for an empty list.
pub fn pagination_json(pagination: &Pagination, out: &mut Map<String, Value>) {
    if pagination.total == 0 {
        return;
    }
    out.insert(
        "pagination".to_owned(),
        json!({
            "currentPage": pagination.current_page,
            "totalPages": pagination.total_pages,
            "hasNextPage": pagination.has_next(),
            "hasPreviousPage": pagination.has_previous(),
            "startIndex": pagination.start,
            "endIndex": pagination.end,
            "invalidPage": pagination.invalid_page,
        }),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    fn text(total: usize, size: Option<usize>, index: Option<usize>) -> String {
        let mut out = String::new();
        pagination_text(&Pagination::place(total, size, index), &mut out);
        out
    }

    #[test]
    fn everything_takes_one_line() {
        assert_snapshot!(text(36, None, None), @"Showing 1-36 of 36 (Page 1 of 1).");
    }

    #[test]
    fn a_middle_page_names_its_neighbours_from_zero() {
        assert_snapshot!(text(36, Some(5), Some(1)), @r"
        Showing 6-10 of 36 (Page 2 of 8).
        Next page: 2
        Previous page: 0
        ");
    }

    #[test]
    fn a_page_that_does_not_exist_is_told() {
        assert_snapshot!(text(36, Some(5), Some(50)), @r"
        Invalid page number provided. Showing first page.
        Showing 1-5 of 36 (Page 1 of 8).
        Next page: 1
        ");
    }

    #[test]
    fn a_list_cut_unasked_says_how_to_go_on() {
        let place = Pagination {
            start: 4000,
            ..Pagination::place(5000, None, None)
        };
        let mut out = String::new();
        pagination_text(&place, &mut out);
        assert_snapshot!(out, @r"
        Showing 4001-5000 of 5000 (Page 1 of 1).
        Only the newest are shown: ask for the others with pageSize and pageIdx.
        ");
        let place = Pagination {
            requested: false,
            ..Pagination::place(5000, Some(1000), None)
        };
        let mut out = String::new();
        pagination_text(&place, &mut out);
        assert_snapshot!(out, @r"
        Showing 1-1000 of 5000 (Page 1 of 5).
        The rest is left out: ask for it with pageSize and pageIdx.
        ");
    }

    #[test]
    fn nothing_has_no_pages() {
        assert_eq!(text(0, Some(5), Some(1)), "");
        let mut json = Map::new();
        pagination_json(&Pagination::place(0, None, None), &mut json);
        assert!(json.is_empty());
    }
}
