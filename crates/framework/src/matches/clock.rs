//! Clocks: how long a seat may think, and how long it has.

use std::{
    fmt,
    ops::{Add, AddAssign, Sub},
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{PerSeat, Seat, Text};

/// A point in time or a span of it, in milliseconds. Subtraction stops at 0.
///
/// Time is always handed in, from a clock that never runs backwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// A span of whole seconds.
    #[must_use]
    pub const fn seconds(seconds: u64) -> Self {
        Self(seconds * 1_000)
    }
}

impl Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Millis {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// How long the seats may think.
///
/// ```
/// use framework::{ClockRule, Millis};
/// let rule: ClockRule = "2m~12s".parse()?;
/// assert_eq!(rule, ClockRule::Delay { bank: Millis::seconds(120), delay: Millis::seconds(12) });
/// assert_eq!("90s+1500ms".parse::<ClockRule>()?.to_string(), "90s+1500ms");
/// # Ok::<(), framework::ClockError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ClockRule {
    /// As long as they like: `none`.
    #[default]
    None,
    /// So long for every move: `2s/move`.
    PerMove {
        /// The longest that one move may take.
        limit: Millis,
    },
    /// So long for the whole round, and a little more after every move: `5m+3s`.
    PerGame {
        /// What a seat has at the start.
        bank: Millis,
        /// What it gets after each of its moves.
        increment: Millis,
    },
    /// So long for the whole round, of which the first moments of every move cost nothing: `2m~12s`.
    Delay {
        /// What a seat has at the start.
        bank: Millis,
        /// The free moments of every move.
        delay: Millis,
    },
}

/// A text that is no clock rule.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" is no clock; write none, 2s/move, 5m+3s (increment) or 2m~12s (delay), with times of at most 1000h"
)]
pub struct ClockError(String);

impl ClockError {
    /// What is wrong, in every language.
    #[must_use]
    pub fn text(&self) -> Text {
        let german = format!(
            "„{}“ ist keine Uhr; möglich ist none, 2s/move, 5m+3s (Zuschlag) oder 2m~12s (Aufschub), mit Zeiten bis 1000h",
            self.0
        );
        Text::new(self.to_string(), german)
    }
}

/// The longest time a rule may name; far beyond any game, and no sum of such times overflows.
const MAX_TIME: u64 = 1_000 * 3_600_000;

impl FromStr for ClockRule {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, ClockError> {
        let read = || -> Option<Self> {
            if text == "none" {
                Some(Self::None)
            } else if let Some(limit) = text.strip_suffix("/move") {
                Some(Self::PerMove { limit: span(limit).filter(|limit| limit.0 != 0)? })
            } else if let Some((bank, increment)) = text.split_once('+') {
                Some(Self::PerGame { bank: span(bank)?, increment: span(increment)? })
            } else if let Some((bank, delay)) = text.split_once('~') {
                Some(Self::Delay { bank: span(bank)?, delay: span(delay)? })
            } else {
                Some(Self::PerGame { bank: span(text)?, increment: Millis(0) })
            }
        };
        read().ok_or_else(|| ClockError(crate::notation::shortened(text)))
    }
}

fn span(text: &str) -> Option<Millis> {
    let unit_at = text.find(|character: char| !character.is_ascii_digit())?;
    let (number, unit) = text.split_at(unit_at);
    let unit = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let millis = number.parse::<u64>().ok()?.checked_mul(unit)?;
    (millis <= MAX_TIME).then_some(Millis(millis))
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::PerMove { limit } => write!(f, "{limit}/move"),
            Self::PerGame { bank, increment } => write!(f, "{bank}+{increment}"),
            Self::Delay { bank, delay } => write!(f, "{bank}~{delay}"),
        }
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0s"),
            millis if millis % 3_600_000 == 0 => write!(f, "{}h", millis / 3_600_000),
            millis if millis % 60_000 == 0 && 120_000 <= millis => write!(f, "{}m", millis / 60_000),
            millis if millis % 1_000 == 0 => write!(f, "{}s", millis / 1_000),
            millis => write!(f, "{millis}ms"),
        }
    }
}

/// The clocks of all seats in a round.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    rule: ClockRule,
    /// What each seat had left when its clock was last stopped.
    banks: PerSeat<Millis>,
    /// The seat whose clock runs, and since when.
    running: Option<(Seat, Millis)>,
}

impl Clock {
    pub(super) fn new(rule: ClockRule, seats: usize) -> Self {
        let bank = match rule {
            ClockRule::None => Millis(0),
            ClockRule::PerMove { limit } => limit,
            ClockRule::PerGame { bank, .. } | ClockRule::Delay { bank, .. } => bank,
        };
        Self { rule, banks: PerSeat::filled(seats, bank), running: None }
    }

    /// The seat whose clock runs.
    pub(super) fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// Lets the clock of a seat run, unless it does already.
    pub(super) fn run(&mut self, seat: Seat, now: Millis) {
        if self.running() != Some(seat) {
            self.hold(now);
            self.running = Some((seat, now));
        }
    }

    /// Stops the running clock because its seat has finished a move.
    pub(super) fn press(&mut self, now: Millis) {
        let mover = self.running();
        self.hold(now);
        if let (Some(seat), ClockRule::PerGame { increment, .. }) = (mover, self.rule) {
            self.banks[seat] += increment;
        }
    }

    /// Stops the running clock without a move.
    pub(super) fn hold(&mut self, now: Millis) {
        if let Some((seat, since)) = self.running.take() {
            let spent = now - since;
            match self.rule {
                ClockRule::None | ClockRule::PerMove { .. } => {}
                ClockRule::PerGame { .. } => self.banks[seat] = self.banks[seat] - spent,
                ClockRule::Delay { delay, .. } => self.banks[seat] = self.banks[seat] - (spent - delay),
            }
        }
    }

    /// What a seat has left; `None` without a clock.
    pub(super) fn left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let spent = match self.running {
            Some((running, since)) if running == seat => now - since,
            _ => Millis(0),
        };
        match self.rule {
            ClockRule::None => None,
            ClockRule::PerMove { .. } | ClockRule::PerGame { .. } => Some(self.banks[seat] - spent),
            ClockRule::Delay { delay, .. } => Some(self.banks[seat] - (spent - delay)),
        }
    }

    /// The last moment at which the running seat may still move.
    pub(super) fn deadline(&self) -> Option<Millis> {
        let (seat, since) = self.running?;
        match self.rule {
            ClockRule::None => None,
            ClockRule::PerMove { .. } | ClockRule::PerGame { .. } => Some(since + self.banks[seat]),
            ClockRule::Delay { delay, .. } => Some(since + self.banks[seat] + delay),
        }
    }
}
