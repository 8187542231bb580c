//! The weights of the priors, read from text.

use std::{fmt::Write as _, num::ParseFloatError, sync::LazyLock};

use thiserror::Error;

use super::features::{N_FEATURES, Weights};
use crate::Rules;

/// How many phases a game has.
pub(super) const N_PHASES: usize = 4;

/// Weights for each phase of a game, by which the priors of moves are computed.
///
/// As text they are a line of numbers for each phase; lines that begin with `#` are comments.
#[derive(Clone, PartialEq, Debug)]
pub struct PriorWeights(pub(super) Box<[Weights; N_PHASES]>);

/// Why a text holds no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PriorWeightsError {
    /// There are too many or too few lines.
    #[error("there are {0} lines of weights instead of {N_PHASES}, one for each phase")]
    Phases(usize),
    /// A line has too many or too few numbers.
    #[error("line {line} of the weights has {found} numbers instead of {N_FEATURES}")]
    Features {
        /// Which line, from 1, without comments.
        line: usize,
        /// How many numbers it has.
        found: usize,
    },
    /// Something is no number.
    #[error("a weight is no number: {0}")]
    Number(#[from] ParseFloatError),
    /// A number is not finite.
    #[error("a weight in line {0} is not finite")]
    Infinite(usize),
}

static LEARNED: LazyLock<PriorWeights> =
    LazyLock::new(|| PriorWeights::parse(include_str!("../../data/priors.txt")).expect(SHIPPED));

const SHIPPED: &str = "the weights of this crate can be read";

impl PriorWeights {
    /// Those that are used for a game.
    #[must_use]
    pub fn usual(_: &Rules) -> &'static Self {
        // All features are local, so that what was learned in Duo serves on every board until others prove better.
        &LEARNED
    }

    /// Reads weights.
    ///
    /// # Errors
    /// If there are too few or too many numbers, or something else.
    pub fn parse(text: &str) -> Result<Self, PriorWeightsError> {
        let lines: Vec<_> =
            text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
        if lines.len() != N_PHASES {
            return Err(PriorWeightsError::Phases(lines.len()));
        }
        let mut weights = Box::new([[0.0; N_FEATURES]; N_PHASES]);
        for (phase, line) in lines.into_iter().enumerate() {
            let numbers: Vec<f32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
            let found = numbers.len();
            weights[phase] =
                numbers.try_into().map_err(|_| PriorWeightsError::Features { line: phase + 1, found })?;
            if !weights[phase].iter().all(|weight| weight.is_finite()) {
                return Err(PriorWeightsError::Infinite(phase + 1));
            }
        }
        Ok(Self(weights))
    }

    /// The weights as text, without comments.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for weights in &*self.0 {
            for (idx, weight) in weights.iter().enumerate() {
                let space = if idx == 0 { "" } else { " " };
                // Writing to a string does not fail.
                let _ = write!(text, "{space}{weight:.3}");
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_weights_are_read_and_written_again() {
        for rules in [Rules::duo(), Rules::junior(), Rules::classic(), Rules::two_colors()] {
            let weights = PriorWeights::usual(&rules);
            assert_eq!(PriorWeights::parse(&weights.to_text()).as_ref(), Ok(weights));
        }
    }

    #[test]
    fn damaged_weights_are_refused() {
        let text = PriorWeights::usual(&Rules::duo()).to_text();
        let last = text.trim_end().rfind('\n').expect("it has lines");
        assert_eq!(PriorWeights::parse(&text[..last]), Err(PriorWeightsError::Phases(N_PHASES - 1)));
        let (line, found) = (1, N_FEATURES + 1);
        assert_eq!(
            PriorWeights::parse(&format!("1 {text}")),
            Err(PriorWeightsError::Features { line, found })
        );
        let broken = |with: &str| PriorWeights::parse(&text.replacen(" ", with, 1));
        assert!(matches!(broken("x "), Err(PriorWeightsError::Number(_))));
        let infinite = format!("inf{}", &text[text.find(' ').expect("it has numbers")..]);
        assert_eq!(PriorWeights::parse(&infinite), Err(PriorWeightsError::Infinite(1)));
    }
}
