//! The steps of a turn as they travel.

use std::{fmt, str::FromStr};

use crate::{
    Board, Dice, Leg, LegsError, Play, Step,
    notation::original::{NO_TURN, play_order},
    position::BAR,
};

/// The most steps that a turn has.
const MAX_STEPS: usize = 4;

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
/// use backgammon::{notation::original::read_board, original::Steps, Dice};
/// let steps: Steps = "5 2 0;3 3 0;".parse().expect("two steps");
/// assert_eq!(steps.told(), "5 23 28;3 22 25");
/// let board = read_board("13 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 -1 0 -13 0")?;
/// let dice = Dice::new(5, 3).expect("two faces");
/// assert!(steps.on(board, dice).is_ok(), "the other way round both can be played");
/// # Ok::<(), framework::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Steps(Vec<SentStep>);

impl Steps {
    /// The steps of a play, in the order in which the programme would send them.
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
    #[must_use]
    pub fn told(&self) -> String {
        let told = |step: &SentStep| {
            let from = if step.from == BAR { 27 } else { 25 - step.from };
            format!("{} {from} {}", step.die, from + step.die)
        };
        self.0.iter().map(told).collect::<Vec<_>>().join(";")
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
