//! What is agreed before a match.

use std::{cmp::Reverse, fmt, str::FromStr};

use thiserror::Error;

use crate::{ClockRule, PerSeat, Score, Text};

/// How many rounds a match has.
///
/// ```
/// use framework::Length;
/// assert_eq!("best-of=5".parse(), Ok(Length::BestOf(5)));
/// assert_eq!(Length::Points(7).to_string(), "points=7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// So many rounds, all of them: `rounds=5`. Most wins take the match.
    Rounds(u32),
    /// At most so many rounds, until nobody can catch up with the leader: `best-of=5`.
    BestOf(u32),
    /// Until a player has so many points: `points=7`.
    Points(u32),
    /// Until they stop: `endless`.
    Endless,
}

/// A text that is no length of a match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" is no length of a match; write rounds=N, best-of=N, points=N (N from 1 to 10000) or endless"
)]
pub struct LengthError(String);

impl LengthError {
    /// What is wrong, in every language.
    #[must_use]
    pub fn text(&self) -> Text {
        let german = format!(
            "„{}“ ist keine Länge eines Wettkampfs; möglich ist rounds=N, best-of=N, points=N (N von 1 bis 10000) oder endless",
            self.0
        );
        Text::new(self.to_string(), german)
    }
}

impl Length {
    /// Tells whether a match ends after so many rounds with these scores.
    ///
    /// ```
    /// use framework::{Length, Score};
    /// let score = |wins| Score { wins, ..Score::default() };
    /// assert!(Length::BestOf(5).is_reached(4, &[score(3), score(1)]));
    /// assert!(!Length::BestOf(5).is_reached(3, &[score(2), score(1)]));
    /// ```
    #[must_use]
    pub fn is_reached(self, played: u32, scores: &[Score]) -> bool {
        match self {
            Self::Endless => false,
            Self::Rounds(rounds) => rounds <= played,
            Self::Points(points) => scores.iter().any(|score| points <= score.points),
            Self::BestOf(rounds) => {
                let mut wins: Vec<u32> = scores.iter().map(|score| score.wins).collect();
                wins.sort_unstable_by_key(|&wins| Reverse(wins));
                let [leader, second] = [0, 1].map(|place| wins.get(place).copied().unwrap_or(0));
                rounds.saturating_sub(played) < leader.saturating_sub(second) || rounds <= played
            }
        }
    }
}

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        let read = || {
            if text == "endless" {
                return Some(Self::Endless);
            }
            let (unit, number) = text.split_once('=')?;
            let digits = number.bytes().all(|byte| byte.is_ascii_digit());
            let number = number.parse().ok().filter(|number| digits && (1..=10_000).contains(number))?;
            match unit {
                "rounds" => Some(Self::Rounds(number)),
                "best-of" => Some(Self::BestOf(number)),
                "points" => Some(Self::Points(number)),
                _ => None,
            }
        };
        read().ok_or_else(|| LengthError(crate::notation::shortened(text)))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rounds(number) => write!(f, "rounds={number}"),
            Self::BestOf(number) => write!(f, "best-of={number}"),
            Self::Points(number) => write!(f, "points={number}"),
            Self::Endless => f.write_str("endless"),
        }
    }
}

/// What a player loses whose time is over.
///
/// ```
/// use framework::FlagRule;
/// assert_eq!("match".parse(), Ok(FlagRule::LosesMatch));
/// assert_eq!(FlagRule::default().to_string(), "round");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FlagRule {
    /// The round: `round`.
    #[default]
    LosesRound,
    /// The whole match, however it stands: `match`.
    LosesMatch,
}

/// A text that is no rule about players whose time is over.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{0}\" is not what one loses when the time is over; write round or match")]
pub struct FlagRuleError(String);

impl FromStr for FlagRule {
    type Err = FlagRuleError;

    fn from_str(text: &str) -> Result<Self, FlagRuleError> {
        match text {
            "round" => Ok(Self::LosesRound),
            "match" => Ok(Self::LosesMatch),
            _ => Err(FlagRuleError(crate::notation::shortened(text))),
        }
    }
}

impl fmt::Display for FlagRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LosesRound => "round",
            Self::LosesMatch => "match",
        })
    }
}

/// Where the fall of the dice comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dice {
    /// From a seed: roll k of round r is always the same, so taking a move back does not change the dice, and
    /// two matches of one seed have the same dice.
    Seeded(u64),
    /// Entered by the players, who roll real dice.
    ByHand,
    /// As in a record: the rolls of each round in order. When they run out, they are entered by hand.
    Replayed(Vec<Vec<String>>),
}

/// When dice are rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rolling {
    /// As soon as it is their turn.
    #[default]
    Automatic,
    /// When a player asks for it.
    OnRequest,
}

/// Who may take moves back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UndoRule {
    /// Anybody at any time, as at a table where one sits alone or among friends.
    #[default]
    Free,
    /// Who asks, when all others agree.
    ByAgreement,
    /// Nobody.
    Never,
}

/// Where players sit in the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Seating {
    /// Where they sat before.
    #[default]
    Fixed,
    /// One seat further, so that everybody begins in turn.
    Rotating,
}

impl Seating {
    /// The player on each seat of a round, counted from 0; players are numbered by their seats in the first round.
    #[must_use]
    pub fn players(self, seats: usize, round: usize) -> PerSeat<u8> {
        let turned = match self {
            Self::Fixed => 0,
            Self::Rotating => round,
        };
        PerSeat::from_fn(seats, |seat| ((seat.index() + turned) % seats) as u8)
    }
}

/// What is agreed before a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The players' names, in the order of their seats in the first round.
    pub players: Vec<String>,
    /// How many rounds there are.
    pub length: Length,
    /// How long they may think.
    pub clock: ClockRule,
    /// What a player loses whose time is over.
    pub flag: FlagRule,
    /// Where the dice come from.
    pub dice: Dice,
    /// When they are rolled.
    pub rolling: Rolling,
    /// Who may take moves back.
    pub undo: UndoRule,
    /// Where players sit in later rounds.
    pub seating: Seating,
    /// The position in which every round begins, if not the usual one.
    pub start: Option<String>,
}

impl Settings {
    /// One round without a clock between players called by their numbers, as at a kitchen table.
    #[must_use]
    pub fn casual(players: usize, seed: u64) -> Self {
        Self {
            players: (1..=players).map(|number| format!("player {number}")).collect(),
            length: Length::Rounds(1),
            clock: ClockRule::None,
            flag: FlagRule::LosesRound,
            dice: Dice::Seeded(seed),
            rolling: Rolling::Automatic,
            undo: UndoRule::Free,
            seating: Seating::Fixed,
            start: None,
        }
    }
}
