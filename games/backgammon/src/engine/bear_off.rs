//! Exact chances once both sides are at home.
//!
//! They cannot meet any more then, so that each side's dice alone decide how many rolls it needs. With at most six
//! checkers on both sides the best play against each other is known ([`TwoSided`]); before, each side expects as few rolls
//! as possible ([`OneSided`]). Looking at the other side would change few of those plays, and the chance to win by less
//! than a hundredth.

mod home;
mod one_sided;
mod two_sided;

pub use one_sided::OneSided;
pub use two_sided::TwoSided;

use crate::position::Board;

/// The chance of the side that is to roll to win, once both sides are at home; `None` before.
#[must_use]
pub fn win_chance(board: Board) -> Option<f32> {
    if let Some(chance) = TwoSided::shared().win_chance(board) {
        return Some(chance);
    }
    let table = OneSided::shared();
    let (mover, other) = (table.rolls(board.mover)?, table.rolls(board.other)?);
    // The mover rolls first, so it wins if it needs no more rolls than the other side.
    let (mut win, mut other_needs_as_many) = (0.0_f32, 1.0);
    for (n_rolls, chance) in mover.iter().enumerate() {
        win += chance * other_needs_as_many;
        other_needs_as_many -= other.get(n_rolls).copied().unwrap_or_default();
    }
    Some(win.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checkers;

    fn board(mover: &[(u8, u8)], other: &[(u8, u8)]) -> Board {
        Board { mover: Checkers::placed(mover), other: Checkers::placed(other) }
    }

    #[test]
    fn both_tables_nearly_agree_where_they_meet() {
        // Seven checkers that need as many rolls as six: two of them always leave together.
        let few = board(&[(1, 6)], &[(2, 6)]);
        let many = board(&[(1, 6)], &[(2, 5), (1, 2)]);
        let (few, many) = (win_chance(few).expect("at home"), win_chance(many).expect("at home"));
        assert!(0.5 < few && few < many && many < 1.0, "{few} {many}");
    }

    #[test]
    fn nothing_is_known_while_a_checker_is_outside() {
        assert_eq!(win_chance(board(&[(7, 1)], &[(1, 1)])), None);
        assert_eq!(win_chance(board(&[(1, 1)], &[(25, 1)])), None);
    }
}
