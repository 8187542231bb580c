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
pub use two_sided::{Exact, TwoSided};

use super::Chances;
use crate::position::{Board, Checkers, HOME, OFF};

/// The chances of the side that is to roll, once both sides are at home; `None` before.
///
/// Nobody can lose a backgammon there. Who has borne off a checker cannot lose a gammon either.
#[must_use]
pub fn chances(board: Board) -> Option<Chances> {
    // The tables take a third of a second to compute, so nobody asks for them before they are needed: a player whose
    // first move is due would be late.
    if HOME < board.mover.hindmost() || HOME < board.other.hindmost() {
        return None;
    }
    let table = OneSided::shared();
    let (mover, other) = (table.rolls(board.mover)?, table.rolls(board.other)?);
    let exact = TwoSided::covers(board).then(TwoSided::shared).and_then(|table| table.win_chance(board));
    let win = exact.unwrap_or_else(|| first_to_finish(mover, other));
    // The mover wins in its n-th roll, when the other side has had one roll less.
    let gammon = |winner: &[f32], loser: Checkers, rolls_less: usize| -> f32 {
        if loser.count(OFF) != 0 {
            return 0.0;
        }
        let none_off = |n_rolls: usize| table.none_off_in(loser, n_rolls).unwrap_or(0.0);
        let ways = winner.iter().enumerate().skip(1);
        ways.map(|(n_rolls, chance)| chance * none_off(n_rolls - rolls_less)).sum()
    };
    let chances = Chances {
        win,
        win_gammon: gammon(mover, board.other, 1),
        lose_gammon: gammon(other, board.mover, 0),
        ..Chances::default()
    };
    Some(chances.consistent())
}

/// The chance of who rolls first to need no more rolls than the other side.
fn first_to_finish(mover: &[f32], other: &[f32]) -> f32 {
    let (mut win, mut other_needs_as_many) = (0.0_f32, 1.0);
    for (n_rolls, chance) in mover.iter().enumerate() {
        win += chance * other_needs_as_many;
        other_needs_as_many -= other.get(n_rolls).copied().unwrap_or_default();
    }
    win.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(mover: &[(u8, u8)], other: &[(u8, u8)]) -> Board {
        Board { mover: Checkers::placed(mover), other: Checkers::placed(other) }
    }

    #[test]
    fn both_tables_nearly_agree_where_they_meet() {
        // Seven checkers that need as many rolls as six: two of them always leave together.
        let few = board(&[(1, 6)], &[(2, 6)]);
        let many = board(&[(1, 6)], &[(2, 5), (1, 2)]);
        let win_chance = |board| chances(board).expect("at home").win;
        let (few, many) = (win_chance(few), win_chance(many));
        assert!(0.5 < few && few < many && many < 1.0, "{few} {many}");
    }

    #[test]
    fn nothing_is_known_while_a_checker_is_outside() {
        assert_eq!(chances(board(&[(7, 1)], &[(1, 1)])), None);
        assert_eq!(chances(board(&[(1, 1)], &[(25, 1)])), None);
    }

    #[test]
    fn gammons_are_counted_exactly() {
        // Two checkers on the first point leave with the next roll, and the other side has not rolled.
        let certain = chances(board(&[(1, 2), (0, 13)], &[(6, 15)])).expect("at home");
        assert_eq!((certain.win, certain.win_gammon, certain.win_backgammon), (1.0, 1.0, 0.0));
        // After a roll of the side with all on the sixth point, it has borne off nothing in 19 of 36.
        let turned = chances(board(&[(6, 15)], &[(1, 2), (0, 13)])).expect("at home");
        assert!((turned.lose_gammon - 19.0 / 36.0).abs() < 1e-6, "{turned:?}");
        // Who has borne off a checker loses no gammon.
        let safe = chances(board(&[(6, 14), (0, 1)], &[(1, 2), (0, 13)])).expect("at home");
        assert_eq!((safe.win, safe.lose_gammon), (0.0, 0.0));
    }
}
