//! The checkers of both sides, as the side sees them that is to move.

use super::{
    checkers::{BAR, Checkers, HOME, OFF, Places},
    play::{Play, Step},
};

/// How much a finished game is worth, before the cube.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Win {
    /// The loser has borne off a checker.
    Single = 1,
    /// The loser has borne off none.
    Gammon = 2,
    /// The loser has borne off none and still has one on the bar or in the winner's home board.
    Backgammon = 3,
}

impl Win {
    /// The number by which the cube is multiplied.
    #[must_use]
    pub const fn factor(self) -> u32 {
        self as u32
    }
}

/// The checkers of both sides, each in its own numbering.
///
/// Point p of one side is point 25 − p of the other. What happened before, the dice and the cube are not part
/// of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    /// The side that is to move.
    pub mover: Checkers,
    /// The other side.
    pub other: Checkers,
}

impl Board {
    /// The same board as the other side sees it.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self { mover: self.other, other: self.mover }
    }

    /// The number of checkers that the other side has on a point of the mover.
    #[must_use]
    #[inline]
    pub const fn others_on(self, point: u8) -> u8 {
        self.other.count(25 - point)
    }

    /// What is wrong with checkers that somebody has put on the board; `None` if nothing is.
    #[must_use]
    pub fn contradiction(self) -> Option<&'static str> {
        if (1..BAR).any(|point| self.mover.count(point) != 0 && self.others_on(point) != 0) {
            Some("both sides have checkers on one point")
        } else if self.mover.is_all_off() && self.other.is_all_off() {
            Some("both sides have borne off everything")
        } else {
            None
        }
    }

    /// Tells whether a step is possible with the checkers where they are now.
    ///
    /// The bar comes first, the target is not held by two, and bearing off needs all checkers at home and either
    /// the exact number or no checker behind.
    #[must_use]
    pub fn allows(self, step: Step) -> bool {
        self.sources(self.other.open_to_other().before(step.die), step.die).contains(step.from)
    }

    /// The board after a step that it allows, a checker of the other side hit included.
    #[must_use]
    #[inline]
    pub const fn after_step(self, step: Step) -> Self {
        let to = step.to();
        let mover = self.mover.stepped(step.from, to);
        if to != OFF && self.others_on(to) == 1 {
            Self { mover, other: self.other.stepped(25 - to, BAR) }
        } else {
            Self { mover, other: self.other }
        }
    }

    /// The board after a play that it allows, still seen from the side that has played.
    #[must_use]
    pub fn after_play(self, play: Play) -> Self {
        play.steps().fold(self, Self::after_step)
    }

    /// What the mover has won by bearing off the last checker.
    #[must_use]
    pub fn win_of_mover(self) -> Win {
        let loser = self.other;
        if loser.count(OFF) != 0 {
            Win::Single
        } else if 25 - HOME <= loser.hindmost() {
            Win::Backgammon
        } else {
            Win::Gammon
        }
    }

    /// The places from which a die can be played now, given those from which it leads to an open point.
    #[inline]
    pub(super) const fn sources(self, onto_open_point: Places, die: u8) -> Places {
        let occupied = self.mover.occupied();
        let hindmost = self.mover.hindmost();
        let stepping = occupied.and(onto_open_point);
        if hindmost == BAR {
            return stepping.and(Places::only(BAR));
        }
        if HOME < hindmost {
            return stepping;
        }
        // All are at home: the die bears off from its own point, or from the hindmost if that is nearer.
        let nearest = if hindmost < die { hindmost } else { die };
        stepping.or(occupied.and(Places::only(nearest)))
    }
}
