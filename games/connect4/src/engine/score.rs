//! What a position is worth with perfect play.

use std::{fmt, ops::Neg};

use framework::Text;

/// The exact worth of a position to the seat that is to move.
///
/// 0 is a draw. A win counts the winner's discs still in hand when the line is completed, plus one; a loss is the
/// same number with a minus sign. So a higher score is a faster win or a slower loss.
///
/// ```
/// use connect4::{Score, Size};
/// // The first move into the middle of the empty board wins with the 41st disc of the game.
/// let score = Score::of_win_at(Size::USUAL, 41);
/// assert_eq!(score.number(), 1);
/// assert_eq!(score.plies_to_end(Size::USUAL, 0), 41);
/// assert_eq!(score.in_words(Size::USUAL, 0).en, "wins in 41");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i16);

impl Score {
    /// Neither seat can win.
    pub const DRAW: Self = Self(0);

    /// The score with a number: positive for wins, negative for losses.
    #[must_use]
    pub const fn new(number: i16) -> Self {
        Self(number)
    }

    /// What it is worth to win with disc number `disc` of the game, the first disc being 1.
    #[must_use]
    pub const fn of_win_at(size: crate::Size, disc: u16) -> Self {
        Self(1 + (size.cells().saturating_sub(disc) / 2) as i16)
    }

    /// The number as programs write it.
    #[must_use]
    pub const fn number(self) -> i16 {
        self.0
    }

    /// How many more discs fall until the game is over, in a position in which `ply` discs lie.
    #[must_use]
    pub fn plies_to_end(self, size: crate::Size, ply: u16) -> u16 {
        let cells = size.cells();
        // The last disc of the winner before the board is full: all have the same parity.
        let last_of = |winner_is_mover: bool| {
            let parity = if winner_is_mover { (ply + 1) % 2 } else { ply % 2 };
            if cells % 2 == parity { cells } else { cells - 1 }
        };
        let end = match self.0 {
            0 => cells,
            score => last_of(0 < score) - 2 * (score.unsigned_abs() - 1),
        };
        end.saturating_sub(ply)
    }

    /// The score in words, as in "wins in 9", for the seat to move where `ply` discs lie.
    #[must_use]
    pub fn in_words(self, size: crate::Size, ply: u16) -> Text {
        let plies = self.plies_to_end(size, ply);
        match self.0.signum() {
            1 => Text::new(format!("wins in {plies}"), format!("gewinnt in {plies}")),
            -1 => Text::new(format!("loses in {plies}"), format!("verliert in {plies}")),
            _ => Text::fixed("draws", "remis"),
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn a_win_counts_the_discs_in_hand_and_the_way_back_finds_the_disc() {
        for (columns, rows) in [(7, 6), (5, 5), (6, 7), (8, 4)] {
            let size = Size::new(columns, rows, 4).unwrap();
            for ply in 0..size.cells() {
                for disc in ply + 1..=size.cells() {
                    let won = Score::of_win_at(size, disc);
                    let score = if (disc - ply) % 2 == 1 { won } else { -won };
                    assert_eq!(score.plies_to_end(size, ply), disc - ply, "{size}: disc {disc} at {ply}");
                }
            }
        }
    }

    #[test]
    fn a_draw_lasts_until_the_board_is_full() {
        assert_eq!(Score::DRAW.plies_to_end(Size::USUAL, 10), 32);
        assert_eq!(Score::DRAW.in_words(Size::USUAL, 10).en, "draws");
        assert_eq!(Score::new(-3).in_words(Size::USUAL, 1).de, "verliert in 36");
    }
}
