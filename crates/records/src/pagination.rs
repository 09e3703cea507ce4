//! Cutting a list into pages, as every listing tool does.

/// Where a page of a list lies in the whole. Indexes are zero-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pagination {
    /// Zero-based index of the page shown.
    pub current_page: usize,
    /// Number of pages; at least 1.
    pub total_pages: usize,
    /// Index of the first item shown.
    pub start: usize,
    /// Index after the last item shown.
    pub end: usize,
    /// Number of items in the whole list.
    pub total: usize,
    /// The caller asked for a page that does not exist; the first one is shown.
    pub invalid_page: bool,
    /// The caller gave a page size or page index.
    pub requested: bool,
}

/// Items of one page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOf<T> {
    /// The items shown.
    pub items: Vec<T>,
    /// Where they lie.
    pub pagination: Pagination,
}

/// Items per page when only a page index is given.
pub const DEFAULT_PAGE_SIZE: usize = 20;

impl Pagination {
    /// Places page `page_idx` (zero-based) of `page_size` items in a list of `total`.
    /// With neither argument the whole list is one page.
    pub fn place(total: usize, page_size: Option<usize>, page_idx: Option<usize>) -> Self {
        let requested = page_size.is_some() || page_idx.is_some();
        let size = match (page_size, page_idx) {
            (Some(size), _) => size.max(1),
            (None, Some(_)) => DEFAULT_PAGE_SIZE,
            (None, None) => total.max(1),
        };
        let total_pages = total.div_ceil(size).max(1);
        let asked = page_idx.unwrap_or(0);
        let invalid_page = asked >= total_pages;
        let current_page = if invalid_page { 0 } else { asked };
        let start = current_page * size;
        Self {
            current_page,
            total_pages,
            start,
            end: (start + size).min(total),
            total,
            invalid_page,
            requested,
        }
    }

    /// Whether a page follows.
    pub fn has_next(&self) -> bool {
        self.current_page + 1 < self.total_pages
    }

    /// Whether a page comes before.
    pub fn has_previous(&self) -> bool {
        self.current_page > 0
    }
}

impl<T> PageOf<T> {
    /// Cuts one page out of `items`; see [`Pagination::place`].
    pub fn cut(mut items: Vec<T>, page_size: Option<usize>, page_idx: Option<usize>) -> Self {
        let pagination = Pagination::place(items.len(), page_size, page_idx);
        items.truncate(pagination.end);
        items.drain(..pagination.start);
        Self { items, pagination }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_the_middle_page() {
        let cut = PageOf::cut((0..36).collect(), Some(5), Some(1));
        assert_eq!(cut.items, [5, 6, 7, 8, 9]);
        assert_eq!(cut.pagination.total_pages, 8);
        assert!(cut.pagination.has_next() && cut.pagination.has_previous());
    }

    #[test]
    fn everything_is_one_page_unless_asked() {
        let cut = PageOf::cut(vec![1, 2, 3], None, None);
        assert_eq!(cut.items, [1, 2, 3]);
        assert!(!cut.pagination.requested);
    }

    #[test]
    fn page_index_alone_means_twenty_items() {
        assert_eq!(Pagination::place(50, None, Some(2)).start, 40);
    }

    #[test]
    fn page_that_does_not_exist_shows_the_first() {
        let place = Pagination::place(3, Some(2), Some(9));
        assert!(place.invalid_page);
        assert_eq!((place.start, place.end), (0, 2));
    }

    #[test]
    fn an_empty_list_has_one_empty_page() {
        let place = Pagination::place(0, Some(5), Some(0));
        assert_eq!(
            (place.total_pages, place.invalid_page, place.end),
            (1, false, 0)
        );
    }
}
