//! The steps of a turn as they travel.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Dialect;
use crate::{
    Board, Dice, Leg, LegsError, Play, Step,
    notation::original::{NO_TURN, play_order},
    position::BAR,
};

/// The most steps that a turn has.
const MAX_STEPS: usize = 4;

/// Where the other side's checkers are in the numbering of `BOARD`: off the board, and on the bar.
const OTHERS_OFF: u8 = 26;
const OTHERS_BAR: u8 = 27;

/// A text that is no list of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is no list of steps; each is a die, a start and a target, as in 6 24 26;4 24 26;")]
pub struct InvalidSteps;

/// One step of a turn as somebody sent it: only the die and the start count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentStep {
    /// The number used, which may be the sum of several dice.
    pub die: u8,
    /// Where the checker starts: 1 to 24, or 25 for the bar.
    pub from: u8,
}

/// The steps of a turn in the order in which they were sent; none for a side that cannot move.
///
/// ```
/// use backgammon::{notation::original::read_board, original::{Dialect, Steps}, Dice};
/// let steps: Steps = "5 2 0;3 3 0;".parse().expect("two steps");
/// assert_eq!(steps.told(Dialect::Server), "5 23 28;3 22 25");
/// assert_eq!(steps.told(Dialect::Paper), "5 23 26;3 22 26;");
/// assert_eq!(Steps::read_told("5 23 26;3 22 26;"), Ok(steps.clone()));
/// let board = read_board("13 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 0 -13 0")?;
/// let dice = Dice::new(5, 3).expect("two faces");
/// assert!(steps.on(board, dice).is_ok(), "the other way round both can be played");
/// # Ok::<(), framework::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Steps(Vec<SentStep>);

impl Steps {
    /// The steps of a play, in the order in which the program would send them.
    #[must_use]
    pub fn of(play: Play) -> Self {
        Self(play_order(play).map(|Step { from, die }| SentStep { die, from }).collect())
    }

    /// The play that these steps make, in whatever order.
    ///
    /// # Errors
    /// If the rules forbid it, or sums of dice leave open which checkers are hit on the way.
    pub fn on(&self, board: Board, dice: Dice) -> Result<Play, LegsError> {
        let leg = |step: &SentStep| {
            let die = dice.numbers().contains(&step.die).then_some(step.die);
            Leg { from: step.from, to: step.from.saturating_sub(step.die), die }
        };
        let legs: Vec<_> = self.0.iter().map(leg).collect();
        board.play_of_legs(dice, &legs)
    }

    /// The steps as the other side is told of them: in its numbering, in which the mover goes upwards.
    ///
    /// The later server counts as far as the die says, also beyond the board. In the paper a target is always a place of
    /// `BOARD`. How its server told of a checker that enters is not recorded; that is the point on which it lands here.
    #[must_use]
    pub fn told(&self, dialect: Dialect) -> String {
        let told = |&SentStep { die, from }: &SentStep| {
            let start = if from == BAR { OTHERS_BAR } else { 25 - from };
            let target = match dialect {
                Dialect::Server => start + die,
                Dialect::Paper if from <= die => OTHERS_OFF,
                Dialect::Paper => 25 - (from - die),
            };
            format!("{die} {start} {target}")
        };
        let entries: Vec<_> = self.0.iter().map(told).collect();
        match dialect {
            Dialect::Server => entries.join(";"),
            Dialect::Paper => entries.into_iter().map(|entry| entry + ";").collect(),
        }
    }

    /// Reads the steps of the other side in either dialect, of which only the die and the start count.
    ///
    /// The server of the competition told the last turn of a round in the numbering of the mover, who goes downwards:
    /// `6 1 0;4 1 0;` instead of `6 24 26;4 24 26;`. Such a step is taken for what it means.
    ///
    /// # Errors
    /// If an entry is no step, or there are too many.
    pub fn read_told(text: &str) -> Result<Self, InvalidSteps> {
        let mut steps = Vec::new();
        for entry in text.split(';').filter(|entry| !entry.trim().is_empty()) {
            let mut numbers = entry.split_whitespace().map(|number| number.parse::<u8>().ok());
            let (Some(Some(die)), Some(Some(start))) = (numbers.next(), numbers.next()) else {
                return Err(InvalidSteps);
            };
            let goes_down = matches!(numbers.next(), Some(Some(target)) if target < start);
            let from = match start {
                OTHERS_BAR => BAR,
                1..=BAR if goes_down => start,
                1..=24 => 25 - start,
                _ => return Err(InvalidSteps),
            };
            if !(1..=24).contains(&die) || steps.len() == MAX_STEPS {
                return Err(InvalidSteps);
            }
            steps.push(SentStep { die, from });
        }
        Ok(Self(steps))
    }

    /// The steps.
    #[must_use]
    pub fn as_slice(&self) -> &[SentStep] {
        &self.0
    }
}

/// As the mover sends them.
impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(NO_TURN);
        }
        self.0
            .iter()
            .try_for_each(|SentStep { die, from }| write!(f, "{die} {from} {};", from.saturating_sub(*die)))
    }
}

/// An entry without a start is skipped, as by the servers; a turn without any entry is that of a side that cannot move.
impl FromStr for Steps {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim();
        if text == NO_TURN {
            return Ok(Self::default());
        }
        let mut steps = Vec::new();
        for entry in text.split(';') {
            let mut numbers = entry.split_whitespace();
            let (Some(die), Some(from)) = (numbers.next(), numbers.next()) else { continue };
            let (Ok(die), Ok(from)) = (die.parse(), from.parse()) else { return Err(()) };
            if !(1..=24).contains(&die) || !(1..=BAR).contains(&from) || steps.len() == MAX_STEPS {
                return Err(());
            }
            steps.push(SentStep { die, from });
        }
        Ok(Self(steps))
    }
}
