//! The doubling cube, and what is played for.

use framework::Seat;

/// The doubling cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    level: u8,
    owner: Option<Seat>,
}

impl Cube {
    /// How often the cube can be turned: it stops at 4096, as GNU Backgammon's does.
    pub const MAX_LEVEL: u8 = 12;

    /// The cube at the start of a game: it shows 1, and both may turn it.
    pub const CENTERED: Self = Self { level: 0, owner: None };

    /// The cube that was turned `level` times and belongs to `owner`; `None` beyond the last level, and for an
    /// owner of a cube that nobody has turned.
    #[must_use]
    pub const fn new(level: u8, owner: Option<Seat>) -> Option<Self> {
        if Self::MAX_LEVEL < level || (level == 0 && owner.is_some()) {
            None
        } else {
            Some(Self { level, owner })
        }
    }

    /// How often it was turned.
    #[must_use]
    pub const fn level(self) -> u8 {
        self.level
    }

    /// What it shows: 1, 2, 4 and so on.
    #[must_use]
    pub const fn value(self) -> u32 {
        1 << self.level
    }

    /// Who may turn it next; `None` if both may.
    #[must_use]
    pub const fn owner(self) -> Option<Seat> {
        self.owner
    }

    /// The cube after one more turn, which must be possible.
    pub(super) fn turned_to(self, owner: Seat) -> Self {
        debug_assert!(self.level < Self::MAX_LEVEL, "the cube can be turned");
        Self { level: self.level + 1, owner: Some(owner) }
    }
}

/// What was agreed before the game and holds for every position of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Agreement {
    /// Whether the doubling cube is used.
    pub cube: bool,
    /// Whether, in money play, gammons count only once the cube was turned.
    pub jacoby: bool,
    /// Whether, in money play, a double may be answered by an immediate redouble.
    pub beavers: bool,
}

/// How the match stands; a length of 0 is money play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MatchScore {
    /// The points that win the match, 0 in money play.
    pub length: u16,
    /// The points of each seat.
    pub points: [u16; 2],
    /// Whether this is the Crawford game, in which nobody may double.
    pub crawford: bool,
}

impl MatchScore {
    /// Money play: every point counts by itself.
    pub const MONEY: Self = Self { length: 0, points: [0; 2], crawford: false };

    /// Tells whether points count by themselves, without a match.
    #[must_use]
    pub const fn is_money(self) -> bool {
        self.length == 0
    }
}
