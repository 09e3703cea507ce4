//! Real input: mouse and keyboard events at the place of an element.
