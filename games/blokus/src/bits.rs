//! Sets of cells, one bit each.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells of a board, in `WORDS` machine words.
///
/// Cells are numbered as [`Grid`](crate::Grid) does it. Everything that the rules ask about a whole board (what
/// is free, what touches, where a piece fits) is a few operations on such sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Bits<WORDS> {
    /// No cell.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The number of cells that the set has room for.
    pub const CAPACITY: usize = 64 * WORDS;

    /// Tells whether no cell is in the set.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The number of cells in the set.
    #[inline(always)]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Tells whether the cell with an index is in the set; no set has one beyond its capacity.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// The indexes of the cells in the set, rising.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word_idx, word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), rest)
                .map(move |word| 64 * word_idx + word.trailing_zeros() as usize)
        })
    }

    /// Calls `visit` with the index of every cell in the set, rising.
    #[inline(always)]
    pub(crate) fn for_each(self, mut visit: impl FnMut(u32)) {
        for (base, mut word) in (0..).step_by(64).zip(self.0) {
            while word != 0 {
                visit(base + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    /// One cell alone. It is made in registers: a set that is put together in memory word by word cannot be read as a
    /// whole for some time.
    #[inline(always)]
    pub(crate) fn of(index: usize) -> Self {
        Self(std::array::from_fn(|word_idx| if word_idx == index / 64 { 1 << (index % 64) } else { 0 }))
    }

    /// Puts a cell in.
    #[inline(always)]
    pub(crate) fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// The set with these rows from the bottom, each with its leftmost cell in the lowest bit.
    #[inline(always)]
    pub(crate) fn from_rows(rows: impl Iterator<Item = u64>, stride: u32) -> Self {
        let mut bits = Self::EMPTY;
        for (at, row) in (0..).step_by(stride as usize).zip(rows) {
            let (word, shift) = (at / 64, at % 64);
            bits.0[word] |= row << shift;
            if word + 1 < WORDS {
                // In two steps, since a shift by 64 is none.
                bits.0[word + 1] |= row >> 1 >> (63 - shift);
            }
        }
        bits
    }

    /// The same set in another number of words, which must have room for its cells.
    pub(crate) fn resized<const OTHER: usize>(self) -> Bits<OTHER> {
        debug_assert!(self.0.iter().skip(OTHER).all(|&word| word == 0), "no cell may be lost");
        Bits(std::array::from_fn(|word_idx| self.0.get(word_idx).copied().unwrap_or(0)))
    }

    /// Takes a cell out.
    #[inline(always)]
    pub(crate) fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The cells that share an edge with the set, and numbers beyond the board: mask them out.
    #[inline(always)]
    pub(crate) fn edge_neighbors(self, stride: u32) -> Self {
        self.up(stride) | self.down(stride) | self.up(1) | self.down(1)
    }

    /// The cells that touch a cell of the set at a corner, and numbers beyond the board: mask them out.
    #[inline(always)]
    pub(crate) fn corner_neighbors(self, stride: u32) -> Self {
        let above_and_below = self.up(stride) | self.down(stride);
        above_and_below.up(1) | above_and_below.down(1)
    }

    /// Every cell with its index made smaller by `by`, which is 1 to 63.
    #[inline(always)]
    pub(crate) fn down(self, by: u32) -> Self {
        self.down_into(self.words_above(), by)
    }

    /// Every cell with its index made larger by `by`, which is 1 to 63.
    #[inline(always)]
    pub(crate) fn up(self, by: u32) -> Self {
        self.up_into(self.words_below(), by)
    }

    /// Every word in the place of the one before it.
    #[inline(always)]
    pub(crate) fn words_above(self) -> Self {
        let mut words = [0; WORDS];
        words[..WORDS - 1].copy_from_slice(&self.0[1..]);
        Self(words)
    }

    /// Every word in the place of the one after it.
    #[inline(always)]
    pub(crate) fn words_below(self) -> Self {
        let mut words = [0; WORDS];
        words[1..].copy_from_slice(&self.0[..WORDS - 1]);
        Self(words)
    }

    /// The same as [`down`](Self::down), for who has the words above already.
    #[inline(always)]
    pub(crate) fn down_into(self, above: Self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by), "sets move by less than a word");
        Self(std::array::from_fn(|word_idx| self.0[word_idx] >> by | above.0[word_idx] << (64 - by)))
    }

    /// The same as [`up`](Self::up), for who has the words below already.
    #[inline(always)]
    pub(crate) fn up_into(self, below: Self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by), "sets move by less than a word");
        Self(std::array::from_fn(|word_idx| self.0[word_idx] << by | below.0[word_idx] >> (64 - by)))
    }
}

/// The indexes of the cells in the set, rising.
impl<const WORDS: usize> IntoIterator for Bits<WORDS> {
    type Item = u32;
    type IntoIter = Indexes<WORDS>;

    #[inline(always)]
    fn into_iter(self) -> Indexes<WORDS> {
        Indexes { words: self.0, at: 0 }
    }
}

/// The indexes of the cells of a set; see [`Bits::into_iter`].
#[derive(Clone, Debug)]
pub struct Indexes<const WORDS: usize> {
    words: [u64; WORDS],
    at: usize,
}

impl<const WORDS: usize> Iterator for Indexes<WORDS> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        while self.at < WORDS {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(64 * self.at as u32 + word.trailing_zeros());
            }
            self.at += 1;
        }
        None
    }
}

impl<const WORDS: usize> BitAnd for Bits<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|word_idx| self.0[word_idx] & other.0[word_idx]))
    }
}

impl<const WORDS: usize> BitOr for Bits<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word_idx| self.0[word_idx] | other.0[word_idx]))
    }
}

impl<const WORDS: usize> BitXor for Bits<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(std::array::from_fn(|word_idx| self.0[word_idx] ^ other.0[word_idx]))
    }
}

impl<const WORDS: usize> Not for Bits<WORDS> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(std::array::from_fn(|word_idx| !self.0[word_idx]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[usize]) -> Bits<2> {
        let mut bits = Bits::EMPTY;
        cells.iter().for_each(|&cell| bits.insert(cell));
        bits
    }

    #[test]
    fn moved_cells_cross_from_word_to_word() {
        assert_eq!(set(&[0, 63, 64]).up(5), set(&[5, 68, 69]));
        assert_eq!(set(&[3, 66, 127]).down(4), set(&[62, 123]));
    }

    #[test]
    fn cells_are_kept_in_other_sizes_and_put_together_by_rows() {
        let bits = set(&[3, 63, 64, 100]);
        assert_eq!(bits.resized::<4>().iter().collect::<Vec<_>>(), [3, 63, 64, 100]);
        assert_eq!(bits.resized::<4>().resized::<2>(), bits);
        let rows = [0b1000, 0, 0, 0b1_1000, 0, 0b1];
        assert_eq!(Bits::from_rows(rows.into_iter(), 20), set(&[3, 63, 64, 100]));
    }

    #[test]
    fn a_set_lists_what_was_put_in() {
        let bits = set(&[0, 5, 63, 64, 127]);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 127]);
        let mut visited = Vec::new();
        bits.for_each(|cell| visited.push(cell));
        assert_eq!(visited, [0, 5, 63, 64, 127]);
        assert_eq!(bits.count(), 5);
        assert!(bits.contains(63) && !bits.contains(62) && !bits.contains(999));
        assert!(Bits::<2>::EMPTY.is_empty() && !bits.is_empty());
    }
}
