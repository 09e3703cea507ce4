//! Tools of this category, one file each.
