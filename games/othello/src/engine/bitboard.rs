//! Eight by eight squares from the mover's point of view: what the solver works on instead of positions.

use crate::{Board, Square, SquareSet, Squares};

/// The discs of the player to move and of the opponent, one bit a square: bit 0 is a1, bit 8 is a2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bitboard {
    /// The discs of the player to move.
    pub own: u64,
    /// The discs of the opponent; no square is in both sets.
    pub opp: u64,
}

impl Bitboard {
    /// The discs of a position on a board of 8×8 squares; `None` for other sizes.
    #[must_use]
    pub fn of<S: SquareSet>(board: &Board<S>) -> Option<Self> {
        let discs = |seat| Squares(board.discs_of(seat)).fold(0, |set, square| set | u64::of(square));
        let mover = board.to_move();
        (board.side() == 8).then(|| Self { own: discs(mover), opp: discs(mover.other()) })
    }

    /// The empty squares.
    #[inline(always)]
    #[must_use]
    pub const fn empties(self) -> u64 {
        !(self.own | self.opp)
    }

    /// The number of empty squares.
    #[inline(always)]
    #[must_use]
    pub const fn n_empties(self) -> u32 {
        self.empties().count_ones()
    }

    /// The board after a disc on `square_bit` that flips `flips`, from the opponent's point of view.
    #[inline(always)]
    #[must_use]
    pub const fn after(self, square_bit: u64, flips: u64) -> Self {
        Self { own: self.opp ^ flips, opp: self.own | flips | square_bit }
    }

    /// The same discs with the opponent to move.
    #[inline(always)]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// The score of a game that is over: the difference in discs, with the empty squares counted for the winner.
    #[inline(always)]
    #[must_use]
    pub const fn final_score(self) -> i32 {
        let difference = self.own.count_ones().cast_signed() - self.opp.count_ones().cast_signed();
        difference + difference.signum() * self.n_empties().cast_signed()
    }

    /// The same board, turned and mirrored so that all eight views of it become one.
    #[must_use]
    pub fn turned(self) -> Self {
        let mut view = self;
        let mut least = self;
        for turn in 0..8 {
            view = if turn % 2 == 0 { view.mapped(mirrored) } else { view.mapped(transposed) };
            if (view.own, view.opp) < (least.own, least.opp) {
                least = view;
            }
        }
        least
    }

    fn mapped(self, map: fn(u64) -> u64) -> Self {
        Self { own: map(self.own), opp: map(self.opp) }
    }

    /// A number that differs for different boards, up to one chance in 2⁶⁴.
    #[inline(always)]
    #[must_use]
    pub const fn hash(self) -> u64 {
        // One long multiplication mixes both words; the second one spreads the result to the bits that choose a
        // bucket. The constants are odd numbers from the digits of pi.
        let product = (self.own ^ 0x243F_6A88_85A3_08D3) as u128 * (self.opp ^ 0x1319_8A2E_0370_7345) as u128;
        let folded = (product >> 64) as u64 ^ product as u64;
        let mixed = (folded ^ folded >> 29).wrapping_mul(0xA409_3822_299F_31D1);
        mixed ^ mixed >> 32
    }
}

/// The squares with rows 1 and 8 exchanged, 2 and 7, and so on.
const fn mirrored(set: u64) -> u64 {
    set.swap_bytes()
}

/// The squares with rows and columns exchanged: blocks of four, two and one squares a side in turn.
const fn transposed(set: u64) -> u64 {
    let mut set = set;
    let mut swapped = (set ^ set >> 28) & 0x0000_0000_F0F0_F0F0;
    set ^= swapped ^ swapped << 28;
    swapped = (set ^ set >> 14) & 0x0000_CCCC_0000_CCCC;
    set ^= swapped ^ swapped << 14;
    swapped = (set ^ set >> 7) & 0x00AA_00AA_00AA_00AA;
    set ^ swapped ^ swapped << 7
}

/// The square of a bit index below 64.
pub(super) fn square_at(index: usize) -> Square {
    let mut set = 1_u64 << index;
    set.pop_first().expect("one bit is set")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns_and_all_views_one() {
        assert_eq!(transposed(0xff), 0x0101_0101_0101_0101);
        assert_eq!(transposed(1 << 5), 1 << 40);
        assert_eq!(mirrored(1 << 5), 1 << 61);
        let board = Bitboard { own: 0x0000_0008_1004_0000, opp: 0x0000_0010_0800_0201 };
        let turned = board.turned();
        let mut view = board;
        for turn in 0..8 {
            view = view.mapped(if turn % 2 == 0 { mirrored } else { transposed });
            assert_eq!(view.turned(), turned);
        }
        assert_eq!(view, board);
        assert_eq!(turned.turned(), turned);
    }
}
