//! What a side does with its roll.

use std::fmt;

use super::checkers::{BAR, HOME, OFF};

/// One checker moved by one die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the checker comes from: a point of the mover, 1 to 24, or [`BAR`].
    pub from: u8,
    /// The die used, also where a smaller one would have borne the checker off.
    pub die: u8,
}

impl Step {
    /// Where the checker goes: a point of the mover, or [`OFF`].
    #[must_use]
    #[inline]
    pub const fn to(self) -> u8 {
        self.from.saturating_sub(self.die)
    }

    /// Tells whether the checker leaves the board.
    #[must_use]
    #[inline]
    pub const fn bears_off(self) -> bool {
        self.to() == OFF
    }

    #[inline]
    const fn packed(self) -> u8 {
        self.from << 3 | self.die
    }

    const fn unpacked(byte: u8) -> Self {
        Self { from: byte >> 3, die: byte & 7 }
    }
}

/// A whole play: up to four steps, from the hindmost checker on; none if no checker can be moved.
///
/// Plays that lead to the same position are the same play. The generator makes one of them, and the order
/// "hindmost first" can always be played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Play([u8; 4]);

impl Play {
    /// The play of a side that cannot move.
    pub const NONE: Self = Self([0; 4]);

    /// The steps, in an order in which they can be played.
    pub fn steps(self) -> impl DoubleEndedIterator<Item = Step> + Clone {
        self.0.into_iter().filter(|&byte| byte != 0).map(Step::unpacked)
    }

    /// The number of dice used.
    #[must_use]
    pub fn len(self) -> usize {
        self.steps().count()
    }

    /// Tells whether no checker is moved.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    pub(super) const fn one(step: Step) -> Self {
        Self([step.packed(), 0, 0, 0])
    }

    #[inline]
    pub(super) const fn two(one: Step, other: Step) -> Self {
        let (one, other) = (one.packed(), other.packed());
        // A byte holds the point above the die, so the greater byte is the hindmost checker.
        if other <= one { Self([one, other, 0, 0]) } else { Self([other, one, 0, 0]) }
    }

    /// The play with one more step, which must not be behind the steps before.
    #[inline]
    pub(super) const fn with(mut self, steps_before: usize, step: Step) -> Self {
        self.0[steps_before] = step.packed();
        self
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps().map(|step| (step.from, step.die))).finish()
    }
}

// The packing has five bits for the place, three for the die, and 0 for no step.
const _: () = assert!(BAR < 32 && HOME < 8);
