//! What winning and losing is worth at every value of the cube.

use framework::Seat;

use crate::{
    engine::{Chances, match_equity::MatchEquity},
    position::{Cube, MatchScore, Table},
};

/// Who may turn the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Both sides: it is in the middle.
    Nobody,
    /// The side that is to roll.
    Mover,
    /// The other side.
    Other,
}

impl Holder {
    /// The same as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Nobody => Self::Nobody,
            Self::Mover => Self::Other,
            Self::Other => Self::Mover,
        }
    }
}

/// How often the cube was turned, and who holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubeState {
    /// How often it was turned.
    pub level: u8,
    /// Who may turn it next.
    pub holder: Holder,
}

impl CubeState {
    /// The cube of a table as a seat sees it.
    #[must_use]
    pub fn at(table: &Table, seat: Seat) -> Self {
        let holder = match table.cube().owner() {
            None => Holder::Nobody,
            Some(owner) if owner == seat => Holder::Mover,
            Some(_) => Holder::Other,
        };
        Self { level: table.cube().level(), holder }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { level: self.level, holder: self.holder.turned() }
    }

    /// The cube after the mover has doubled and the other side has taken.
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self { level: self.level + 1, holder: Holder::Other }
    }
}

/// What a single game, a gammon and a backgammon are worth to the mover at one value of the cube.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Level {
    won: [f32; 3],
    /// Less than nothing, as a rule.
    lost: [f32; 3],
}

/// What winning and losing is worth to the mover at every value of the cube.
///
/// Money counts in points. A match counts in chances, from −1 (lost) to 1 (won), so that what one side wins the other loses
/// there as well.
#[derive(Clone, PartialEq, Debug)]
pub struct Stakes {
    levels: Vec<Level>,
    is_money: bool,
    /// Whether somebody may double at all in this game.
    has_cube: bool,
    /// Whether a double may be doubled again at once.
    beavers: bool,
    /// From which level on doubling brings the mover and the other side nothing, because a single game wins the match.
    dead_from: [u8; 2],
}

/// What a single game, a gammon and a backgammon are worth to a seat at the present value of the cube, in multiples of it,
/// and what they cost.
pub(in crate::engine) fn worths_in_cubes(table: &Table, seat: Seat) -> [[f32; 3]; 2] {
    let Level { won, lost } = Level::at(table, seat, table.cube().level());
    let (single, loss) = (won[0], lost[0]);
    let in_cubes = |worth: f32| (2.0 * worth - single - loss) / (single - loss);
    [won.map(in_cubes), lost.map(|worth| -in_cubes(worth))]
}

/// How many points a seat lacks to win the match.
fn lacks(score: MatchScore, seat: Seat) -> u32 {
    score.length.saturating_sub(score.points[seat.index()]).max(1).into()
}

impl Level {
    fn at(table: &Table, seat: Seat, level: u8) -> Self {
        let (score, agreement) = (table.score(), table.agreement());
        let (own, other) = (lacks(score, seat), lacks(score, seat.other()));
        let is_money = score.is_money();
        let worth = |points_won: u32, points_lost: u32| -> f32 {
            if is_money {
                return points_won as f32 - points_lost as f32;
            }
            let (own, other) = (own.saturating_sub(points_won), other.saturating_sub(points_lost));
            let table = MatchEquity::shared();
            // The Crawford game is played now or has been.
            let chance = if score.crawford || lacks(score, seat) == 1 || lacks(score, seat.other()) == 1 {
                table.after_crawford(own, other)
            } else {
                table.before_crawford(own, other)
            };
            2.0 * chance - 1.0
        };
        let counted = |factor: u32| {
            let is_held_back = agreement.jacoby && is_money && level == 0;
            (if is_held_back { 1 } else { factor }) << level
        };
        Self {
            won: [1, 2, 3].map(|factor| worth(counted(factor), 0)),
            lost: [1, 2, 3].map(|factor| worth(0, counted(factor))),
        }
    }
}

impl Stakes {
    /// The stakes of a table as a seat sees them.
    #[must_use]
    pub fn at(table: &Table, seat: Seat) -> Self {
        let (score, agreement) = (table.score(), table.agreement());
        let is_money = score.is_money();
        let dead_from = |lacks: u32| -> u8 {
            if is_money { Cube::MAX_LEVEL } else { lacks.next_power_of_two().trailing_zeros() as u8 }
        };
        Self {
            // A beaver turns the cube twice.
            levels: (0..=Cube::MAX_LEVEL + 2).map(|level| Level::at(table, seat, level)).collect(),
            is_money,
            has_cube: agreement.cube && !score.crawford,
            beavers: agreement.beavers && is_money,
            dead_from: [dead_from(lacks(score, seat)), dead_from(lacks(score, seat.other()))],
        }
    }

    /// The same as the other side sees them.
    #[must_use]
    pub fn turned(&self) -> Self {
        let turned = |level: &Level| Level {
            won: level.lost.map(|worth| -worth),
            lost: level.won.map(|worth| -worth),
        };
        let [own, other] = self.dead_from;
        Self { levels: self.levels.iter().map(turned).collect(), dead_from: [other, own], ..self.clone() }
    }

    /// Tells whether points count by themselves, without a match.
    #[must_use]
    pub const fn is_money(&self) -> bool {
        self.is_money
    }

    /// Tells whether a double may be doubled again at once.
    #[must_use]
    pub const fn beavers(&self) -> bool {
        self.beavers
    }

    /// Tells whether somebody may double at all in this game.
    #[must_use]
    pub const fn has_cube(&self) -> bool {
        self.has_cube
    }

    /// What a double that is not passed is worth, given what it is worth with the cube taken: a beaver where that is allowed
    /// and the double was a mistake.
    #[must_use]
    pub const fn taken(&self, taken: f32) -> f32 {
        if self.beavers && taken < 0.0 { 2.0 * taken } else { taken }
    }

    /// What a double is worth, given what it is worth with the cube taken: the other side does what costs it least.
    #[must_use]
    pub fn doubled(&self, cube: CubeState, taken: f32) -> f32 {
        self.taken(taken).min(self.won(cube, 1))
    }

    /// Tells whether the mover may double and could gain by it.
    #[must_use]
    pub fn may_double(&self, cube: CubeState) -> bool {
        self.has_cube && cube.holder != Holder::Other && cube.level < self.dead_from[0].min(Cube::MAX_LEVEL)
    }

    /// What a win with a factor of 1 to 3 is worth.
    #[must_use]
    pub fn won(&self, cube: CubeState, factor: u32) -> f32 {
        self.levels[usize::from(cube.level)].won[factor as usize - 1]
    }

    /// What a loss with a factor of 1 to 3 is worth: less than nothing, as a rule.
    #[must_use]
    pub fn lost(&self, cube: CubeState, factor: u32) -> f32 {
        self.levels[usize::from(cube.level)].lost[factor as usize - 1]
    }

    /// A worth in multiples of the cube: 1 is a single win now, −1 a single loss.
    #[must_use]
    pub fn in_cubes(&self, cube: CubeState, worth: f32) -> f32 {
        let (won, lost) = (self.won(cube, 1), self.lost(cube, 1));
        if won <= lost { 0.0 } else { (2.0 * worth - won - lost) / (won - lost) }
    }

    /// What chances are worth if nobody turns the cube any more.
    #[must_use]
    pub fn dead(&self, cube: CubeState, chances: Chances) -> f32 {
        let [won, lost] = self.means(cube.level, chances);
        chances.win * won + (1.0 - chances.win) * lost
    }

    /// What chances are worth with a cube, so much of which is perfectly efficient.
    ///
    /// With a perfectly efficient cube every double comes at the moment at which the other side may as well pass; between
    /// these moments the worth is a straight line. The idea is Janowski's; at a score the moments follow from each other
    /// from the last double on.
    #[must_use]
    pub fn with_cube(&self, cube: CubeState, chances: Chances, life: f32) -> f32 {
        let dead = self.dead(cube, chances);
        let live = self.live(cube, chances);
        life * live + (1.0 - life) * dead
    }

    fn live(&self, cube: CubeState, chances: Chances) -> f32 {
        if !self.has_cube {
            return self.dead(cube, chances);
        }
        let CubeState { level, holder } = cube;
        let [won, lost] = self.means(level, chances);
        let (passed_by_other, passed) = (self.won(cube, 1), self.lost(cube, 1));
        let [cash, drop] = self.turning_points(level, chances);
        let may_use = |side: usize| level < self.dead_from[side];
        let cash = (holder != Holder::Other && may_use(0)).then_some((cash, passed_by_other));
        let drop = (holder != Holder::Mover && may_use(1)).then_some((drop, passed));
        let mut from = (0.0, lost);
        for to in drop.into_iter().chain(cash).chain([(1.0, won)]) {
            if chances.win <= to.0 {
                return line(from, to, chances.win);
            }
            from = to;
        }
        won
    }

    /// The chances to win at which the other side may as well pass a double of the mover, and at which the mover may as
    /// well pass one of the other side.
    fn turning_points(&self, level: u8, chances: Chances) -> [f32; 2] {
        if self.is_money {
            // A cube that can always be turned again: both points follow from the mean win and the mean loss alone.
            let [won, lost] = self.means(level + 1, chances);
            let unit = self.levels[usize::from(level) + 1].won[0];
            let (won, lost) = (won / unit, -lost / unit);
            let span = won + lost + 0.5;
            return [((lost + 1.0) / span).clamp(0.0, 1.0), ((lost - 0.5) / span).clamp(0.0, 1.0)];
        }
        // From the last level on which anybody may double down to this one.
        let top = self.dead_from[0].max(self.dead_from[1]).min(Cube::MAX_LEVEL);
        let (mut cash, mut drop) = (1.0, 0.0);
        for below in (level..top).rev() {
            // The taker holds the cube one level higher, and its own turning point there is known.
            let doubled = below + 1;
            let [won, lost] = self.means(doubled, chances);
            let Level { won: [cashed, ..], lost: [dropped, ..] } = self.levels[usize::from(below)];
            let Level { won: [higher_cashed, ..], lost: [higher_dropped, ..] } =
                self.levels[usize::from(doubled)];
            let other_redoubles = (doubled < self.dead_from[1]).then_some((drop, higher_dropped));
            let mover_redoubles = (doubled < self.dead_from[0]).then_some((cash, higher_cashed));
            let next_cash =
                reached([(0.0, lost), other_redoubles.unwrap_or((0.0, lost)), (1.0, won)], cashed);
            let next_drop =
                reached([(0.0, lost), mover_redoubles.unwrap_or((1.0, won)), (1.0, won)], dropped);
            (cash, drop) = (next_cash, next_drop);
        }
        [cash.max(drop), drop]
    }

    /// What a win and a loss are worth on average.
    fn means(&self, level: u8, chances: Chances) -> [f32; 2] {
        let Level { won, lost } = self.levels[usize::from(level)];
        let mean = |worths: [f32; 3], any: f32, gammon: f32, backgammon: f32| {
            let [single, double, triple] = worths;
            if any <= 0.0 {
                return single;
            }
            let (gammon, backgammon) = (gammon / any, backgammon / any);
            single + gammon * (double - single) + backgammon * (triple - double)
        };
        let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
        [mean(won, win, win_gammon, win_backgammon), mean(lost, 1.0 - win, lose_gammon, lose_backgammon)]
    }
}

/// The value between two points.
fn line(from: (f32, f32), to: (f32, f32), at: f32) -> f32 {
    if to.0 <= from.0 { to.1 } else { from.1 + (to.1 - from.1) * (at - from.0) / (to.0 - from.0) }
}

/// Where a line through three points first reaches a value; 1 if it never does.
fn reached(points: [(f32, f32); 3], value: f32) -> f32 {
    for pair in points.windows(2) {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        if value <= high && from < to {
            return if low < high {
                (from + (to - from) * (value - low) / (high - low)).max(from)
            } else {
                from
            };
        }
    }
    1.0
}
