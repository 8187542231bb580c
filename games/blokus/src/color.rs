//! The colors of the pieces.

use std::fmt;

/// The most colors on a board.
pub const MAX_COLORS: usize = 4;

/// One of up to four colors, in the order of play. Not a seat: a player may own two colors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(u8);

impl Color {
    /// The color that begins.
    pub const FIRST: Self = Self(0);

    /// The color with an index.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_COLORS`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_COLORS, "there are at most four colors");
        Self(index as u8)
    }

    /// The color that people call by `number`, from 1; `None` if no board has it.
    #[must_use]
    pub const fn from_number(number: usize) -> Option<Self> {
        if 0 < number && number <= MAX_COLORS { Some(Self::new(number - 1)) } else { None }
    }

    /// The index, from 0, as programs count.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number, from 1, as records count.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The color as one bit of a set.
    pub(crate) const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
