//! What doubling, taking and passing are worth.

use framework::Text;

use super::{CubeAhead, CubeState, Stakes};
use crate::position::Board;

/// By how much playing on must be worth more than a point, in multiples of the cube.
const PLAY_ON_MARGIN: f32 = 0.005;

/// What the mover may expect before the roll, in multiples of the cube as it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubeDecision {
    /// If it rolls.
    pub no_double: f32,
    /// If it doubles and the other side takes, or beavers where that is allowed and better.
    pub take: f32,
    /// If it doubles and the other side passes: 1.
    pub pass: f32,
    /// Whether the other side beavers rather than takes.
    pub beaver: bool,
}

/// What is right before a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CubeAction {
    /// Not to double; a double would be taken.
    NoDoubleTake,
    /// Not to double; a double would be doubled again.
    NoDoubleBeaver,
    /// To double, which is taken.
    DoubleTake,
    /// To double, which is passed.
    DoublePass,
    /// To play on for a gammon, though a double would be passed.
    TooGood,
}

impl CubeAction {
    /// The action as people say it.
    #[must_use]
    pub const fn in_words(self) -> Text {
        match self {
            Self::NoDoubleTake => Text::fixed("no double, take", "nicht verdoppeln, annehmen"),
            Self::NoDoubleBeaver => Text::fixed("no double, beaver", "nicht verdoppeln, Beaver"),
            Self::DoubleTake => Text::fixed("double, take", "verdoppeln, annehmen"),
            Self::DoublePass => Text::fixed("double, pass", "verdoppeln, ablehnen"),
            Self::TooGood => Text::fixed("too good to double, pass", "zu gut zum Verdoppeln, ablehnen"),
        }
    }
}

impl CubeDecision {
    /// Looks so many rolls ahead; `None` if the search was told to stop before.
    pub fn find(
        ahead: &mut CubeAhead<'_>,
        board: Board,
        stakes: &Stakes,
        cube: CubeState,
        plies: u32,
    ) -> Option<Self> {
        let worths = ahead.without_doubling(board, stakes, &[cube, cube.doubled()], plies)?;
        let (no_double, taken) = (worths[0], worths[1]);
        let answered = stakes.taken(taken);
        let in_cubes = |worth| stakes.in_cubes(cube, worth);
        Some(Self {
            no_double: in_cubes(no_double),
            take: in_cubes(answered),
            pass: in_cubes(stakes.won(cube, 1)),
            beaver: answered < taken,
        })
    }

    /// What a double is worth: the other side takes or passes, whichever costs it less.
    #[must_use]
    pub fn double(&self) -> f32 {
        self.take.min(self.pass)
    }

    /// What the mover may expect if it does what is right.
    #[must_use]
    pub fn best(&self) -> f32 {
        self.no_double.max(self.double())
    }

    /// Tells whether the other side should take.
    #[must_use]
    pub fn is_take(&self) -> bool {
        self.take <= self.pass
    }

    /// Tells whether the mover should double.
    ///
    /// A point is there to be had where the other side passes, so an estimate only a little above it is no reason to play
    /// on: in a race that is won the network may still see a gammon in a thousand games.
    #[must_use]
    pub fn is_double(&self) -> bool {
        let play_on_above = if self.is_take() { self.take } else { self.pass + PLAY_ON_MARGIN };
        self.no_double < play_on_above
    }

    /// What is right.
    #[must_use]
    pub fn action(&self) -> CubeAction {
        match (self.is_double(), self.is_take()) {
            (true, true) => CubeAction::DoubleTake,
            (true, false) => CubeAction::DoublePass,
            (false, false) => CubeAction::TooGood,
            (false, true) if self.beaver => CubeAction::NoDoubleBeaver,
            (false, true) => CubeAction::NoDoubleTake,
        }
    }
}
