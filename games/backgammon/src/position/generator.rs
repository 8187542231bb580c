//! All plays of a roll, each once, without memory and without comparing results.

use super::{
    board::Board,
    checkers::{BAR, Places},
    dice::Dice,
    play::{Play, Step},
};

/// A play and where it leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome {
    /// What is played.
    pub play: Play,
    /// The board afterwards, still seen from the side that has played.
    pub board: Board,
}

impl Board {
    /// Hands every legal play of a roll to `visit`, with the board that it leads to (still seen from the side
    /// that has played). Different plays lead to different boards; nothing is handed over if no checker can be
    /// moved.
    ///
    /// ```
    /// use backgammon::{Board, Checkers, Dice};
    /// let side = Checkers::placed(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
    /// let start = Board { mover: side, other: side };
    /// let mut n_plays = 0;
    /// for dice in Dice::ALL {
    ///     start.for_each_play(dice, |_play, _after| n_plays += 1);
    /// }
    /// assert_eq!(n_plays, 447);
    /// ```
    #[inline]
    pub fn for_each_play(self, dice: Dice, mut visit: impl FnMut(Play, Board)) {
        let open = self.other.open_to_other();
        if dice.is_double() {
            let double = Double { onto_open_point: open.before(dice.high()), die: dice.high() };
            double.for_each_play(self, &mut visit);
        } else {
            let pair = Pair {
                board: self,
                high: dice.high(),
                low: dice.low(),
                onto_open_by_high: open.before(dice.high()),
                onto_open_by_low: open.before(dice.low()),
            };
            pair.for_each_play(&mut visit);
        }
    }

    /// Appends every legal play of a roll with the board that it leads to.
    pub fn plays(self, dice: Dice, out: &mut Vec<Outcome>) {
        self.for_each_play(dice, |play, board| out.push(Outcome { play, board }));
    }

    /// Tells whether any checker can be moved with a roll.
    #[must_use]
    pub fn can_move(self, dice: Dice) -> bool {
        let open = self.other.open_to_other();
        let movable = |die| !self.sources(open.before(die), die).is_empty();
        movable(dice.high()) || movable(dice.low())
    }
}

/// The same number four times.
///
/// All steps have the same length, so any play can be sorted from the hindmost checker on and stays playable.
/// Two different sorted plays never lead to the same board: the hindmost point from which they move a different
/// number of checkers keeps a different number.
struct Double {
    onto_open_point: Places,
    die: u8,
}

impl Double {
    fn for_each_play(&self, board: Board, visit: &mut impl FnMut(Play, Board)) {
        let n_steps = self.longest(board, BAR, 4);
        if n_steps != 0 {
            self.descend(board, BAR, Play::NONE, 0, n_steps, visit);
        }
    }

    fn sources(&self, board: Board, hindmost: u8) -> Places {
        board.sources(self.onto_open_point, self.die).up_to(hindmost)
    }

    /// The most steps, up to `wanted`, that can be played from `hindmost` on.
    fn longest(&self, board: Board, hindmost: u8, wanted: usize) -> usize {
        if wanted == 0 {
            return 0;
        }
        let mut longest = 0;
        for from in self.sources(board, hindmost) {
            let after = board.after_step(Step { from, die: self.die });
            longest = longest.max(1 + self.longest(after, from, wanted - 1));
            if longest == wanted {
                break;
            }
        }
        longest
    }

    fn descend(
        &self,
        board: Board,
        hindmost: u8,
        play: Play,
        n_played: usize,
        n_steps: usize,
        visit: &mut impl FnMut(Play, Board),
    ) {
        for from in self.sources(board, hindmost) {
            let step = Step { from, die: self.die };
            let (play, after) = (play.with(n_played, step), board.after_step(step));
            if n_played + 1 == n_steps {
                visit(play, after);
            } else {
                self.descend(after, from, play, n_played + 1, n_steps, visit);
            }
        }
    }
}

/// Two different numbers.
///
/// A play is the pair of places from which the higher and the lower number are played: the order changes neither
/// the board nor what is hit. So all pairs that work "higher first" are listed, then those that work only "lower
/// first". Two pairs lead to the same board in two cases only (compare the points that lose and gain a checker):
///
/// - one checker goes the whole way, by either number first, and nothing is hit on the way;
/// - two checkers are borne off that could change their dice.
struct Pair {
    board: Board,
    high: u8,
    low: u8,
    onto_open_by_high: Places,
    onto_open_by_low: Places,
}

impl Pair {
    #[inline]
    fn for_each_play(&self, visit: &mut impl FnMut(Play, Board)) {
        let high_sources = self.board.sources(self.onto_open_by_high, self.high);
        let low_sources = self.board.sources(self.onto_open_by_low, self.low);
        let mut uses_both = false;
        for from in high_sources {
            let by_high = Step { from, die: self.high };
            let between = self.board.after_step(by_high);
            let mut then_low = between.sources(self.onto_open_by_low, self.low);
            uses_both |= !then_low.is_empty();
            if low_sources.contains(from) && self.way_bears_off(from) && self.way_hits_nothing(from) {
                then_low = then_low.without(Places::only(by_high.to()));
            }
            if from + self.low <= BAR && self.is_listed_high_first(from + self.low, high_sources) {
                then_low = then_low.without(Places::only(from + self.low));
            }
            for from in then_low {
                let by_low = Step { from, die: self.low };
                if !dice_should_be_changed(by_high, by_low) {
                    visit(Play::two(by_high, by_low), between.after_step(by_low));
                }
            }
        }
        for from in low_sources {
            let by_low = Step { from, die: self.low };
            let between = self.board.after_step(by_low);
            let mut then_high = between.sources(self.onto_open_by_high, self.high).without(high_sources);
            uses_both |= !then_high.is_empty();
            if self.is_listed_high_first(from, high_sources) {
                then_high = then_high.without(Places::only(by_low.to()));
            }
            for from in then_high {
                let by_high = Step { from, die: self.high };
                if !dice_should_be_changed(by_high, by_low) {
                    visit(Play::two(by_high, by_low), between.after_step(by_high));
                }
            }
        }
        if uses_both {
            return;
        }
        let (die, sources) =
            if high_sources.is_empty() { (self.low, low_sources) } else { (self.high, high_sources) };
        for from in sources {
            let step = Step { from, die };
            visit(Play::one(step), self.board.after_step(step));
        }
    }

    /// Tells whether one checker that goes the whole way from `start` is listed with the higher number first, and
    /// so not with the lower.
    #[inline]
    const fn is_listed_high_first(&self, start: u8, high_sources: Places) -> bool {
        high_sources.contains(start) && !self.way_bears_off(start) && self.way_hits_nothing(start)
    }

    /// Tells whether a checker leaves the board by both numbers. It is then listed with the lower number first:
    /// after the higher one it may stand too near to go before the others.
    #[inline]
    const fn way_bears_off(&self, start: u8) -> bool {
        start <= self.high + self.low
    }

    /// Tells whether the way by both numbers has two possible points on it, and no checker to hit on either.
    #[inline]
    const fn way_hits_nothing(&self, start: u8) -> bool {
        self.high < start
            && self.board.others_on(start - self.high) == 0
            && self.board.others_on(start - self.low) == 0
    }
}

/// Tells whether two checkers are borne off and the higher number is spent on the nearer one.
#[inline]
const fn dice_should_be_changed(by_high: Step, by_low: Step) -> bool {
    by_high.bears_off() && by_low.bears_off() && by_high.from < by_low.from
}
