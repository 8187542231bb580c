//! A move: the column into which a disc is dropped.

use std::fmt;

/// A column of the board. Dropping a disc into it is the only kind of move there is.
///
/// ```
/// let leftmost = connect4::Column::new(0);
/// assert_eq!((leftmost.index(), leftmost.to_string().as_str()), (0, "1"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column of an index, from 0 at the left.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, from 0 at the left.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// Columns are written as people count them, from 1 at the left.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (u32::from(self.0) + 1).fmt(f)
    }
}
