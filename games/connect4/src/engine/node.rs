//! Positions between which the search chooses: all moves that are forced have been played.

use super::shape::Shape;

/// A position in which nobody can complete a line at once and at least two moves do not lose at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The discs of the seat to move.
    pub(crate) own: u64,
    /// The discs of the seat that moved last.
    pub(crate) other: u64,
    /// The empty cells that would complete a line of the seat to move.
    pub(crate) own_threats: u64,
    /// The empty cells that would complete a line of the other seat.
    pub(crate) other_threats: u64,
    /// How many discs lie.
    pub(crate) stones: i32,
}

/// What is left of a position once all forced moves are played.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Settled {
    /// The game is decided: its score for the seat that is then to move.
    Over(i32),
    /// The seat to move has a choice.
    Open(Node),
}

impl Node {
    /// Where a disc can be dropped that does not lose at once: not below a cell that the other seat waits for.
    #[inline(always)]
    pub(crate) fn safe_moves<S: Shape>(&self, shape: S) -> u64 {
        shape.playable(self.own | self.other) & !(self.other_threats >> 1)
    }

    /// The best score that the mover can hope for: to win with its disc after the next.
    #[inline(always)]
    pub(crate) fn highest<S: Shape>(&self, shape: S) -> i32 {
        win_at(shape, self.stones + 3)
    }

    /// The worst score that the mover must fear.
    #[inline(always)]
    pub(crate) fn lowest<S: Shape>(&self, shape: S) -> i32 {
        -win_at(shape, self.stones + 4)
    }
}

/// What it is worth to win with this disc of the game.
#[inline(always)]
pub(crate) fn win_at<S: Shape>(shape: S, disc: i32) -> i32 {
    1 + (shape.cells() - disc) / 2
}

/// Plays every forced move: a seat that must stop a line does so, and one with a single safe move plays it.
///
/// The seat to move must not be able to complete a line at once. Also returned is whether an odd number of moves
/// was played, so that the other seat is to move now.
#[inline(always)]
pub(crate) fn settle<S: Shape>(
    shape: S,
    mut own: u64,
    mut other: u64,
    mut own_threats: u64,
    mut stones: i32,
) -> (Settled, bool) {
    let mut is_others_turn = false;
    loop {
        let filled = own | other;
        let playable = shape.playable(filled);
        if playable == 0 {
            return (Settled::Over(0), is_others_turn);
        }
        let other_threats = shape.threats(other) & shape.board() & !filled;
        let must_stop = other_threats & playable;
        let safe = playable & !(other_threats >> 1);
        let forced = if must_stop != 0 { must_stop } else { safe };
        let is_lost = forced & safe == 0 || (must_stop & must_stop.wrapping_sub(1)) != 0;
        if is_lost {
            return (Settled::Over(-win_at(shape, stones + 2)), is_others_turn);
        }
        if forced & (forced - 1) != 0 {
            let node = Node { own, other, own_threats, other_threats, stones };
            return (Settled::Open(node), is_others_turn);
        }
        (own, other) = (other, own | forced);
        own_threats = other_threats & !forced;
        stones += 1;
        is_others_turn = !is_others_turn;
    }
}
