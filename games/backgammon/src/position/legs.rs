//! Plays as people describe them: from here to there, in any order, with one die or several.

use super::{
    board::Board,
    checkers::{BAR, HOME, OFF},
    dice::Dice,
    play::{Play, Step},
};
use crate::WhyNot;

/// A checker that goes from a place to another, by one die or by several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leg {
    /// Where it starts: 1 to 24 or [`BAR`].
    pub from: u8,
    /// Where it ends: 1 to 24 or [`OFF`].
    pub to: u8,
    /// The one die to use, where that was said.
    pub die: Option<u8>,
}

impl Leg {
    /// A leg by whatever dice lead there.
    #[must_use]
    pub const fn new(from: u8, to: u8) -> Self {
        Self { from, to, die: None }
    }
}

/// Why legs do not make a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegsError {
    /// The rules forbid it.
    Illegal(WhyNot),
    /// Two plays fit that hit different checkers on the way.
    Ambiguous,
}

impl Board {
    /// The legal play that some legs describe, whatever their order and whatever route a longer leg takes.
    ///
    /// Where a longer leg may or may not hit on the way, it does not.
    ///
    /// # Errors
    /// If no legal play does all this: the first rule that is broken, leg by leg in the order given.
    pub fn play_of_legs(self, dice: Dice, legs: &[Leg]) -> Result<Play, LegsError> {
        if legs.is_empty() {
            return if self.can_move(dice) {
                Err(LegsError::Illegal(WhyNot::MoveExists))
            } else {
                Ok(Play::NONE)
            };
        }
        let mut ways = Vec::new();
        if legs.len() <= dice.numbers().len() {
            let unfinished: Vec<_> = legs.iter().copied().map(Unfinished::of).collect();
            Way::start(self, dice.numbers()).explore(&unfinished, &mut ways);
        }
        if ways.is_empty() {
            return Err(LegsError::Illegal(self.first_broken_rule(dice, legs)));
        }
        let mut plays: Vec<(u8, Play)> = Vec::new();
        let mut most_dice = 0;
        self.for_each_play(dice, |play, after| {
            most_dice = most_dice.max(play.len());
            if ways.iter().any(|way| way.board == after) {
                plays.push((after.other.count(BAR), play));
            }
        });
        plays.sort_unstable();
        match plays.as_slice() {
            [] => Err(LegsError::Illegal(incomplete(&ways[0], most_dice))),
            [(one, _), (other, _), ..] if one == other => Err(LegsError::Ambiguous),
            [(_, play), ..] => Ok(*play),
        }
    }

    /// The steps, and so the dice, by which one checker makes a leg: as few as possible.
    ///
    /// # Errors
    /// The first rule that is broken, in this order: direction, bar first, own checker on the point, bearing off,
    /// target blocked, dice.
    ///
    /// ```
    /// use backgammon::{Board, Checkers, Leg, WhyNot};
    /// let board = Board { mover: Checkers::placed(&[(8, 1)]), other: Checkers::placed(&[(18, 2)]) };
    /// let steps = board.steps_of_leg(&[4, 1], Leg::new(8, 3)).expect("point 4 is open, 7 is not needed");
    /// assert_eq!(steps.iter().map(|step| step.die).collect::<Vec<_>>(), [4, 1]);
    /// let blocked = board.steps_of_leg(&[4, 1], Leg::new(8, 7));
    /// assert_eq!(blocked, Err(WhyNot::Blocked { point: 7 }));
    /// ```
    pub fn steps_of_leg(self, dice_left: &[u8], leg: Leg) -> Result<Vec<Step>, WhyNot> {
        let mut ways = Vec::new();
        Way::start(self, dice_left.to_vec()).explore(&[Unfinished::of(leg)], &mut ways);
        // Of equally short ways the one counts that hits nothing on the way, then the higher die first.
        let best = ways.into_iter().min_by_key(|way| (way.steps.len(), way.board.other.count(BAR)));
        best.map(|way| way.steps).ok_or_else(|| self.why_no_step(dice_left, leg))
    }

    /// Goes through the legs in the order given until one breaks a rule.
    fn first_broken_rule(self, dice: Dice, legs: &[Leg]) -> WhyNot {
        let mut board = self;
        let mut dice_left = dice.numbers();
        for &leg in legs {
            match board.steps_of_leg(&dice_left, leg) {
                Ok(steps) => {
                    for step in steps {
                        board = board.after_step(step);
                        remove(&mut dice_left, step.die);
                    }
                }
                Err(why_not) => return why_not,
            }
        }
        // Every leg can be made, but only with dice that another leg needs.
        let last = legs[legs.len() - 1];
        WhyNot::NotWithDice { from: last.from, to: last.to }
    }

    fn why_no_step(self, dice_left: &[u8], leg: Leg) -> WhyNot {
        let Leg { from, to, .. } = leg;
        let on_bar = self.mover.count(BAR);
        if from <= to {
            return WhyNot::WrongDirection;
        }
        if on_bar != 0 && from != BAR {
            return WhyNot::BarFirst;
        }
        if self.mover.count(from) == 0 {
            let is_others = from != BAR && self.others_on(from) != 0;
            return if is_others {
                WhyNot::OpponentsChecker { point: from }
            } else {
                WhyNot::NoChecker { point: from }
            };
        }
        if to == OFF {
            let hindmost = self.mover.hindmost();
            if HOME < hindmost {
                return WhyNot::NotAllHome;
            }
            let is_too_large = |&die: &u8| from < die && leg.die.is_none_or(|said| said == die);
            if from < hindmost && dice_left.iter().any(is_too_large) {
                return WhyNot::CheckerBehind { point: hindmost };
            }
        } else if 1 < self.others_on(to) {
            return WhyNot::Blocked { point: to };
        }
        if 1 < on_bar && leg.die.is_none() && !dice_left.contains(&(from - to)) {
            return WhyNot::BarFirst;
        }
        WhyNot::NotWithDice { from, to }
    }
}

/// A leg of which a part may have been made.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Unfinished {
    leg: Leg,
    at: u8,
}

impl Unfinished {
    const fn of(leg: Leg) -> Self {
        Self { leg, at: leg.from }
    }
}

/// One way to make legs: which die for which step.
#[derive(Clone)]
struct Way {
    board: Board,
    dice_left: Vec<u8>,
    steps: Vec<Step>,
}

impl Way {
    const fn start(board: Board, dice_left: Vec<u8>) -> Self {
        Self { board, dice_left, steps: Vec::new() }
    }

    /// Finds all ways to finish the legs; there are at most four dice, so this stays small.
    fn explore(&self, unfinished: &[Unfinished], ways: &mut Vec<Self>) {
        if unfinished.is_empty() {
            ways.push(self.clone());
            return;
        }
        for (leg_idx, &Unfinished { leg, at }) in unfinished.iter().enumerate() {
            if unfinished[..leg_idx].contains(&unfinished[leg_idx]) {
                continue;
            }
            for step in self.possible_steps(leg, at) {
                let mut next = self.clone();
                next.board = self.board.after_step(step);
                remove(&mut next.dice_left, step.die);
                next.steps.push(step);
                let mut unfinished = unfinished.to_vec();
                if step.to() == leg.to {
                    unfinished.remove(leg_idx);
                } else {
                    unfinished[leg_idx].at = step.to();
                }
                next.explore(&unfinished, ways);
            }
        }
    }

    /// The steps that bring a leg on. Where a single die bears the checker off, it is not brought on by others.
    fn possible_steps(&self, leg: Leg, at: u8) -> Vec<Step> {
        let mut dice = self.dice_left.clone();
        dice.dedup();
        let steps = dice.into_iter().map(|die| Step { from: at, die });
        let possible: Vec<Step> = steps
            .filter(|step| leg.die.is_none_or(|die| die == step.die))
            .filter(|step| leg.to <= step.to() && self.board.allows(*step))
            .collect();
        let bearing_off = possible.iter().copied().filter(|step| step.bears_off());
        match bearing_off.min() {
            Some(step) => vec![step],
            None => possible,
        }
    }
}

/// What a way lacks that is possible by itself but no whole play.
fn incomplete(way: &Way, most_dice: usize) -> WhyNot {
    let goes_on = |&die: &u8| (1..=BAR).any(|from| way.board.allows(Step { from, die }));
    if way.dice_left.iter().any(goes_on) {
        WhyNot::DieLeft
    } else if way.steps.len() < most_dice {
        WhyNot::WastesDie
    } else {
        WhyNot::HigherDie
    }
}

fn remove(dice_left: &mut Vec<u8>, die: u8) {
    if let Some(idx) = dice_left.iter().position(|&left| left == die) {
        dice_left.remove(idx);
    }
}
