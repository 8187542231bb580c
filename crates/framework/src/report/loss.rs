//! What a worse move costs, in the unit of the game, and how bad that is.

use serde::{Deserialize, Serialize};

use crate::{Ending, Valuation};

/// In which unit a loss is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LossUnit {
    /// Parts of a game, where results are exact: a win is 1, a draw ½.
    Result,
    /// Discs.
    Discs,
    /// Equity, in multiples of the stake.
    Equity,
    /// Chances to win, from 0 to 1.
    Chance,
    /// Places at a table of more than two.
    Place,
    /// Points of the game.
    Points,
    /// Percent of the bar that shows who is ahead, where nothing better is known.
    Share,
}

/// How bad a decision was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Worth mentioning.
    Inaccuracy,
    /// At least twice that.
    Mistake,
    /// At least four times that.
    Blunder,
}

/// How many times the loss of an inaccuracy a mistake loses at least.
pub const MISTAKE_FACTOR: f32 = 2.0;

/// How many times the loss of an inaccuracy a blunder loses at least.
pub const BLUNDER_FACTOR: f32 = 4.0;

/// What a move lost against the best one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Loss {
    /// The unit.
    pub unit: LossUnit,
    /// How much; never less than 0.
    pub amount: f32,
    /// The same in percent of the bar that shows who is ahead.
    pub share: f32,
    /// How many plies a win came later or a loss earlier than it had to, where the result stayed what it was.
    pub delay: u32,
    /// How bad it is; nothing if it is not worth mentioning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub grade: Option<Grade>,
}

impl LossUnit {
    /// The loss from which a decision is an inaccuracy. A result that is given away is always a blunder.
    #[must_use]
    pub const fn inaccuracy(self) -> f32 {
        match self {
            Self::Result => 0.125,
            Self::Discs => 2.0,
            Self::Equity => 0.02,
            Self::Chance | Self::Points => 0.05,
            Self::Place => 0.15,
            Self::Share => 4.0,
        }
    }

    /// The losses from which a decision is an inaccuracy, a mistake and a blunder.
    #[must_use]
    pub const fn thresholds(self) -> [f32; 3] {
        let least = self.inaccuracy();
        [least, MISTAKE_FACTOR * least, BLUNDER_FACTOR * least]
    }

    fn grade(self, amount: f32) -> Option<Grade> {
        let [inaccuracy, mistake, blunder] = self.thresholds();
        match amount {
            _ if blunder <= amount => Some(Grade::Blunder),
            _ if mistake <= amount => Some(Grade::Mistake),
            _ if inaccuracy <= amount => Some(Grade::Inaccuracy),
            _ => None,
        }
    }
}

impl Grade {
    /// All of them, from the least to the worst.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The sign behind a move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Loss {
    /// What it costs to get one thing instead of another, the best.
    #[must_use]
    pub fn between(best: &Valuation, got: &Valuation) -> Self {
        let share = (best.share() - got.share()).max(0.0);
        let (unit, amount, delay) = match (best, got) {
            (
                Valuation::Certain { ending: best, plies: soon },
                Valuation::Certain { ending: got, plies: late },
            ) => {
                let delay = if best == got { delay(*best, *soon, *late) } else { 0 };
                (LossUnit::Result, part(*best) - part(*got), delay)
            }
            (Valuation::Discs { more: best, .. }, Valuation::Discs { more: got, .. }) => {
                (LossUnit::Discs, best - got, 0)
            }
            (Valuation::Equity { points: best, .. }, Valuation::Equity { points: got, .. }) => {
                (LossUnit::Equity, best - got, 0)
            }
            (Valuation::Chance { win: best }, Valuation::Chance { win: got }) => {
                (LossUnit::Chance, best - got, 0)
            }
            (Valuation::Place { expected: best, .. }, Valuation::Place { expected: got, .. }) => {
                (LossUnit::Place, got - best, 0)
            }
            (Valuation::Points { expected: best }, Valuation::Points { expected: got }) => {
                (LossUnit::Points, best - got, 0)
            }
            _ => (LossUnit::Share, share, 0),
        };
        // A search may see the move that was played better than its own.
        let amount = if amount.is_finite() { amount.max(0.0) } else { 0.0 };
        Self { unit, amount, share, delay, grade: unit.grade(amount) }
    }
}

/// Which part of a game an end is worth.
const fn part(ending: Ending) -> f32 {
    match ending {
        Ending::Won => 1.0,
        Ending::Drawn => 0.5,
        Ending::Lost => 0.0,
    }
}

fn delay(ending: Ending, best: Option<u32>, got: Option<u32>) -> u32 {
    let (Some(best), Some(got)) = (best, got) else { return 0 };
    match ending {
        Ending::Won => got.saturating_sub(best),
        Ending::Drawn => 0,
        Ending::Lost => best.saturating_sub(got),
    }
}
