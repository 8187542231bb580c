//! Sets of squares, one bit a square: the arithmetic under the rules.

mod narrow;
mod wide;

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor, Not},
};

pub use wide::WideSet;

use crate::Square;

/// A set of squares of one board: `u64` up to 8×8, [`WideSet`] up to 16×16.
///
/// The width is chosen once, when a game is opened; all rules are written for any of them. Rows of the word are
/// always as long as on the largest board it can hold, so a smaller board lies in its top left corner, and the
/// squares around it count as empty.
pub trait SquareSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + sealed::Sealed
    + 'static
{
    /// The longest side of a board whose squares fit in.
    const MAX_SIDE: u8;
    /// No square at all.
    const EMPTY: Self;

    /// The set of one square, which must lie on the largest board that fits in.
    fn of(square: Square) -> Self;

    /// All squares of a board with `side` squares a side.
    fn board(side: u8) -> Self;

    /// The number of squares.
    fn count(self) -> u32;

    /// Takes out the first square in reading order.
    fn pop_first(&mut self) -> Option<Square>;

    /// The squares, empty or not, from which a straight run of `other` discs leads to a disc of `mover`.
    fn ends_of_runs(mover: Self, other: Self) -> Self;

    /// The discs of `other` that a disc of `mover` on `square` would enclose.
    fn flips(mover: Self, other: Self, square: Square) -> Self;

    /// The squares that share a side with a square of the set, on the largest board that fits in.
    #[must_use]
    fn beside(self) -> Self;

    /// The squares that share a side or a corner with a square of the set, on the largest board that fits in.
    #[must_use]
    fn around(self) -> Self;

    /// Tells whether there is no square.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Tells whether a square is in the set; it must lie on the largest board that fits in.
    fn has(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }
}

mod sealed {
    /// Keeps the number of widths at two.
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for super::WideSet {}
}

/// Walks through the squares of a set in reading order.
///
/// ```
/// use othello::Squares;
/// let texts: Vec<String> = Squares(0b1001_u64).map(|square| square.to_string()).collect();
/// assert_eq!(texts, ["a1", "d1"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Squares<S: SquareSet>(pub S);

impl<S: SquareSet> Iterator for Squares<S> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }
}
