//! What the patterns of a position show.

use super::{
    super::bitboard::Bitboard,
    shapes::{LARGEST, N_PATTERNS, STEPS},
};

/// The number of every pattern of a position, from the point of view of the player to move.
///
/// ```
/// use othello::engine::{Bitboard, patterns::Features};
///
/// let board = Bitboard { own: 0x08_1000_0000, opp: 0x10_0800_0000 };
/// // A disc on d3 flips d4.
/// let next = board.after(1 << 19, 1 << 27);
/// assert_eq!(Features::of(board).after(19, 1 << 27), Features::of(next));
/// assert_eq!(Features::of(board).passed(), Features::of(board.passed()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Features([u16; N_PATTERNS]);

impl Features {
    /// Looks at all squares.
    #[inline(always)]
    #[must_use]
    pub fn of(board: Bitboard) -> Self {
        // All digits are 0 where all discs are the mover's.
        let mut features = Self([0; N_PATTERNS]);
        features.add_on(board.empties());
        let mut opp = board.opp;
        while opp != 0 {
            features.add_twice(opp.trailing_zeros() as usize);
            opp &= opp - 1;
        }
        features
    }

    /// The numbers after a disc of the player to move on a square, which flips `flips`, from the opponent's point of
    /// view: what was flipped are discs of the opponent then.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, square: usize, flips: u64) -> Self {
        let mut next = self.passed();
        next.add(square);
        let mut flips = flips;
        while flips != 0 {
            next.add_twice(flips.trailing_zeros() as usize);
            flips &= flips - 1;
        }
        next
    }

    /// The numbers of the same discs with the opponent to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut other = LARGEST;
        for (other, number) in other.iter_mut().zip(&self.0) {
            *other = other.wrapping_sub(*number);
        }
        Self(other)
    }

    /// The number of every pattern; the first four are those of the first shape.
    #[inline(always)]
    #[must_use]
    pub const fn numbers(&self) -> &[u16; N_PATTERNS] {
        &self.0
    }

    #[inline(always)]
    fn add_on(&mut self, mut squares: u64) {
        while squares != 0 {
            self.add(squares.trailing_zeros() as usize);
            squares &= squares - 1;
        }
    }

    #[inline(always)]
    fn add(&mut self, square: usize) {
        for (number, step) in self.0.iter_mut().zip(&STEPS[square & 63]) {
            *number = number.wrapping_add(*step);
        }
    }

    #[inline(always)]
    fn add_twice(&mut self, square: usize) {
        for (number, step) in self.0.iter_mut().zip(&STEPS[square & 63]) {
            *number = number.wrapping_add(step.wrapping_mul(2));
        }
    }
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;
    use crate::engine::{
        patterns::shapes::SHAPES,
        portable::{flips, mobility},
    };

    /// Reads the digits of a pattern off the board square by square, turned by name.
    fn slow_number(board: Bitboard, pattern_idx: usize) -> u16 {
        let (shape, n_turns) = (SHAPES[pattern_idx / 4], pattern_idx % 4);
        shape.split(' ').fold(0, |number, name| {
            let bytes = name.as_bytes();
            let (mut column, mut row) = (bytes[0] - b'a', bytes[1] - b'1');
            for _ in 0..n_turns {
                (column, row) = (7 - row, column);
            }
            let bit = 1_u64 << (8 * row + column);
            let digit = match (board.own & bit, board.opp & bit) {
                (0, 0) => 1,
                (_, 0) => 0,
                _ => 2,
            };
            3 * number + digit
        })
    }

    #[test]
    fn features_follow_the_moves_of_random_games_as_the_squares_say() {
        let mut rng = Rng::from_seed(11);
        for _ in 0..200 {
            let mut board = Bitboard { own: 0x08_1000_0000, opp: 0x10_0800_0000 };
            let mut features = Features::of(board);
            let mut n_passes = 0;
            while n_passes < 2 {
                let slow: Vec<u16> =
                    (0..N_PATTERNS).map(|pattern_idx| slow_number(board, pattern_idx)).collect();
                assert_eq!(features.numbers().as_slice(), slow, "{board:?}");
                assert_eq!(Features::of(board), features);
                let mut moves = mobility(board.own, board.opp);
                if moves == 0 {
                    (board, features) = (board.passed(), features.passed());
                    n_passes += 1;
                    continue;
                }
                n_passes = 0;
                for _ in 0..rng.below(moves.count_ones().into()) {
                    moves &= moves - 1;
                }
                let square = moves.trailing_zeros() as usize;
                let flipped = flips(board.own, board.opp, square);
                (board, features) = (board.after(1 << square, flipped), features.after(square, flipped));
            }
        }
    }
}
