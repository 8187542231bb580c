//! The fields by which people are asked for a board.

use framework::{FieldGroup, FieldInfo, Text};

use crate::size::MAX_SIDE;

const SIDES: (u32, u32) = (1, MAX_SIDE as u32);

/// Columns, rows, and how many in a row win.
pub(crate) static FIELDS: [FieldGroup; 1] = [FieldGroup {
    pattern: "{columns}x{rows}x{k}",
    only_if: None,
    fields: &[
        FieldInfo::number("columns", Text::fixed("columns", "Spalten"), SIDES, 7),
        FieldInfo::number("rows", Text::fixed("rows", "Reihen"), SIDES, 6),
        FieldInfo::number("k", Text::fixed("in a row win", "in einer Reihe gewinnen"), (2, SIDES.1), 4),
    ],
}];
