//! Compares the fast generator with the naive one, and makes boards to compare them on.

use std::collections::BTreeSet;

use backgammon::{Board, Checkers, Dice, Outcome};
use framework::Rng;

use crate::naive;

/// Compares the boards that plays lead to, and the steps with the boards.
pub(crate) fn compare(board: Board, dice: Dice) {
    let mut outcomes = Vec::new();
    board.plays(dice, &mut outcomes);
    let arrays = |board: Board| [board.mover.counts(), board.other.counts()];
    let fast: BTreeSet<_> = outcomes.iter().map(|outcome| arrays(outcome.board)).collect();
    assert_eq!(fast.len(), outcomes.len(), "two plays lead to one board: {dice} {board:?}");
    let slow = naive::results(arrays(board), dice.high(), dice.low());
    assert!(fast == slow, "the generators differ: {dice} {board:?}");
    assert_eq!(board.can_move(dice), !slow.is_empty(), "{dice} {board:?}");
    for Outcome { play, board: after } in outcomes {
        let mut reached = board;
        for step in play.steps() {
            assert!(reached.allows(step), "{step:?} of {play:?}: {dice} {board:?}");
            reached = reached.after_step(step);
        }
        assert_eq!(reached, after, "{play:?}: {dice} {board:?}");
    }
}

/// Checkers anywhere, as no game would have them; at times all at home, at times some on the bar.
pub(crate) fn scattered(rng: &mut Rng) -> Board {
    let total = 1 + rng.index(15);
    let reach = [6, 8, 12, 24, 25, 25][rng.index(6)];
    let (mut mover, mut other) = ([0_u8; 26], [0_u8; 26]);
    for _ in 0..total {
        mover[rng.index(reach + 1)] += 1;
    }
    for _ in 0..total {
        let place = rng.index(26);
        let is_taken = (1..25).contains(&place) && mover[25 - place] != 0;
        other[if is_taken { 0 } else { place }] += 1;
    }
    let side = |counts| Checkers::from_counts(&counts).expect("at most fifteen");
    Board { mover: side(mover), other: side(other) }
}
