//! The 21 pieces.

use std::fmt;

/// How many different pieces there are.
pub const N_PIECES: usize = 21;

/// The most squares a piece has.
pub const MAX_SQUARES: usize = 5;

/// Names and shapes, rows from the top.
const SHAPES: [(&str, &str); N_PIECES] = [
    ("1", "x"),
    ("2", "xx"),
    ("I3", "xxx"),
    ("V3", "x/xx"),
    ("I4", "xxxx"),
    ("L4", "x/x/xx"),
    ("T4", "xxx/.x"),
    ("Z4", "xx/.xx"),
    ("O", "xx/xx"),
    ("F", ".xx/xx/.x"),
    ("I5", "xxxxx"),
    ("L5", "x/x/x/xx"),
    ("N", ".x/.x/xx/x"),
    ("P", "xx/xx/x"),
    ("T5", "xxx/.x/.x"),
    ("U", "x.x/xxx"),
    ("V5", "x/x/xxx"),
    ("W", "x/xx/.xx"),
    ("X", ".x/xxx/.x"),
    ("Y", ".x/xx/.x/.x"),
    ("Z5", "xx/.x/.xx"),
];

/// The number of squares of each piece.
const SQUARES: [u8; N_PIECES] = {
    let mut squares = [0; N_PIECES];
    let mut idx = 0;
    while idx < N_PIECES {
        let shape = SHAPES[idx].1.as_bytes();
        let mut at = 0;
        while at < shape.len() {
            squares[idx] += (shape[at] == b'x') as u8;
            at += 1;
        }
        idx += 1;
    }
    squares
};

/// One of the 21 pieces, free to be turned and flipped.
///
/// ```
/// use blokus::Piece;
/// let piece = Piece::from_name("w").expect("there is a W");
/// assert_eq!((piece.name(), piece.squares(), piece.shape()), ("W", 5, "x/xx/.xx"));
/// assert_eq!(piece.orientations().count(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The single square.
    pub const SINGLE: Self = Self(0);

    /// All pieces, the smallest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..N_PIECES).map(Self::new)
    }

    /// The piece with a name, in upper or lower case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|piece| piece.name().eq_ignore_ascii_case(name))
    }

    /// The name, such as `V3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        SHAPES[self.index()].0
    }

    /// The shape in one orientation: rows from the top, `x` for a square.
    #[must_use]
    pub const fn shape(self) -> &'static str {
        SHAPES[self.index()].1
    }

    /// The number of squares.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> u32 {
        SQUARES[self.index()] as u32
    }

    /// The place in the list of pieces, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece at a place of the list.
    pub(crate) const fn new(index: usize) -> Self {
        assert!(index < N_PIECES, "there are 21 pieces");
        Self(index as u8)
    }

    /// The piece as one bit of a set.
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({self})")
    }
}

/// How many of each piece somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Inventory {
    counts: [u8; N_PIECES],
    /// The pieces whose count is not 0, one bit each.
    kinds: u32,
}

impl Inventory {
    /// The most copies of one piece.
    pub const MAX_COPIES: u8 = 9;

    /// Nothing at all.
    pub const EMPTY: Self = Self { counts: [0; N_PIECES], kinds: 0 };

    /// As many copies of every piece.
    #[must_use]
    pub fn all(copies: u8) -> Self {
        Piece::all().fold(Self::EMPTY, |set, piece| set.with(piece, copies))
    }

    /// The same set with another number of one piece, at most [`MAX_COPIES`](Self::MAX_COPIES).
    #[must_use]
    pub fn with(mut self, piece: Piece, copies: u8) -> Self {
        self.counts[piece.index()] = copies.min(Self::MAX_COPIES);
        self.kinds = if copies == 0 { self.kinds & !piece.bit() } else { self.kinds | piece.bit() };
        self
    }

    /// The number of one piece.
    #[must_use]
    pub const fn count(&self, piece: Piece) -> u8 {
        self.counts[piece.index()]
    }

    /// Tells whether nothing is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kinds == 0
    }

    /// The number of pieces of all kinds.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The number of squares of all pieces.
    #[must_use]
    pub fn squares(&self) -> u32 {
        self.entries().map(|(piece, count)| piece.squares() * u32::from(count)).sum()
    }

    /// The pieces of which there is one or more, with their number.
    pub fn entries(&self) -> impl Iterator<Item = (Piece, u8)> {
        Piece::all().zip(self.counts).filter(|entry| entry.1 != 0)
    }

    /// The kinds of which there is one or more, one bit each.
    pub(crate) const fn kinds(&self) -> u32 {
        self.kinds
    }

    /// Takes one piece away; `false` if there is none.
    #[inline]
    pub(crate) fn take(&mut self, piece: Piece) -> bool {
        let count = &mut self.counts[piece.index()];
        let has_one = 0 < *count;
        if has_one {
            *count -= 1;
            if *count == 0 {
                self.kinds &= !piece.bit();
            }
        }
        has_one
    }
}
