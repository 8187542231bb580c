//! The two forms in which servers of this protocol have written the same lines.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// How a server writes dice, turns of the other side and refused turns. Everything else is the same in both, and so is
/// everything that a client sends.
///
/// A client cannot know which of them it will meet, so reading never asks for a dialect: each line is read in both forms.
///
/// ```
/// use backgammon::original::{Dialect, ServerLine};
/// let line: ServerLine = "INFO:TURN;6 24 26;4 24 26;".parse()?;
/// assert_eq!(line.written(Dialect::Paper), "INFO:TURN;6 24 26;4 24 26;");
/// assert_eq!(line.written(Dialect::Server), "INFO:TURN;6 24 30;4 24 28");
/// # Ok::<(), backgammon::original::ServerLineError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Appendix B of the paper, which quotes the server of the 2006 competition: two dice, `26` for a checker that is
    /// borne off, a semicolon behind every step, and the dice again after a refused turn.
    Paper,
    /// The server that was published in 2008: four dice, targets as far away as the die says, and a refusal alone.
    #[default]
    Server,
}

/// A name that no dialect has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no dialect {0:?}; choose paper or server")]
pub struct UnknownDialect(String);

impl Dialect {
    /// Both dialects.
    pub const ALL: [Self; 2] = [Self::Paper, Self::Server];

    /// The name by which people choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Server => "server",
        }
    }

    /// What `ERROR:TURN` says about a turn that the rules forbid.
    #[must_use]
    pub const fn invalid_turn(self) -> &'static str {
        match self {
            Self::Paper => "not a valid Turn",
            Self::Server => "Invalid turn.",
        }
    }

    /// Whether the dice are sent again after a turn that the rules forbid.
    #[must_use]
    pub const fn repeats_dice(self) -> bool {
        matches!(self, Self::Paper)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Self, UnknownDialect> {
        let named = Self::ALL.into_iter().find(|dialect| dialect.name().eq_ignore_ascii_case(text.trim()));
        named.ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}
