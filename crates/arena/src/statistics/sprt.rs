//! The sequential test: playing only as long as it takes to know.

use serde::Serialize;
use thiserror::Error;

use super::{Measure, Sample, score_of_elo};

/// Before so many pairs the spread is not known well enough to decide by it.
const MIN_PAIRS: u64 = 10;

/// A sequential probability ratio test between two hypotheses about a mean over pairs.
///
/// ```
/// use arena::statistics::{Measure, Sprt, Verdict};
/// let test = Sprt::new(Measure::Score, 0.0, 50.0, 0.05, 0.05)?;
/// let pairs = (0..400).map(|pair| if pair % 4 == 0 { 0.5 } else { 0.75 });
/// assert_eq!(test.verdict(&pairs.collect()), Some(Verdict::High));
/// # Ok::<(), arena::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    measure: Measure,
    /// The two hypotheses, in Elo or in points a game.
    low: f64,
    high: f64,
    alpha: f64,
    beta: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// For the lower hypothesis.
    Low,
    /// For the higher one.
    High,
}

/// Numbers of which no test can be made.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are the wrong way round, equal, or no numbers.
    #[error("the hypotheses of the test are {low} and {high}; the first must be the lower one, as in 0,10")]
    Hypotheses {
        /// The first.
        low: f64,
        /// The second.
        high: f64,
    },
    /// An error rate that is none.
    #[error("{0} is no rate of errors for a test; give a number above 0 and below 0.5, such as 0.05")]
    Rate(f64),
}

impl Sprt {
    /// A test of `low` against `high`, in Elo for scores and in points a game for points. It takes the higher one
    /// although the lower one is true with a probability of at most `alpha`, and the other way round of `beta`.
    ///
    /// # Errors
    /// If `low` is not below `high`, or a rate is not between 0 and ½.
    pub fn new(measure: Measure, low: f64, high: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !low.is_finite() || !high.is_finite() || high <= low {
            return Err(SprtError::Hypotheses { low, high });
        }
        for rate in [alpha, beta] {
            if rate.is_nan() || rate <= 0.0 || 0.5 <= rate {
                return Err(SprtError::Rate(rate));
            }
        }
        Ok(Self { measure, low, high, alpha, beta })
    }

    /// What is measured.
    #[must_use]
    pub const fn measure(&self) -> Measure {
        self.measure
    }

    /// The two hypotheses, in Elo or in points a game.
    #[must_use]
    pub const fn hypotheses(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The logarithms of the ratio at which the test ends: the lower one and the upper one.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much more likely the pairs are under the higher hypothesis, for means that are
    /// distributed normally with the variance that was seen.
    #[must_use]
    pub fn log_ratio(&self, sample: &Sample) -> f64 {
        if sample.count() == 0 {
            return 0.0;
        }
        let mean_of = |hypothesis: f64| match self.measure {
            Measure::Score => score_of_elo(hypothesis),
            Measure::Points => hypothesis,
        };
        let (low, high) = (mean_of(self.low), mean_of(self.high));
        let variance = self.measure.steady_variance(sample);
        sample.count() as f64 * (high - low) * (2.0 * sample.mean() - low - high) / (2.0 * variance)
    }

    /// The decision, if the pairs suffice for one.
    #[must_use]
    pub fn verdict(&self, sample: &Sample) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.log_ratio(sample) {
            _ if sample.count() < MIN_PAIRS => None,
            ratio if ratio <= lower => Some(Verdict::Low),
            ratio if upper <= ratio => Some(Verdict::High),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_are_those_of_wald() {
        let test = Sprt::new(Measure::Score, 0.0, 10.0, 0.05, 0.05).unwrap();
        let (lower, upper) = test.bounds();
        assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn a_result_in_the_middle_speaks_for_neither() {
        let test = Sprt::new(Measure::Points, -0.5, 0.5, 0.05, 0.05).unwrap();
        assert_eq!(test.log_ratio(&[1.0, -1.0, 1.0, -1.0].into_iter().collect()), 0.0);
        assert_eq!(test.log_ratio(&Sample::default()), 0.0);
    }

    #[test]
    fn nonsense_is_refused() {
        for (low, high) in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            let refused = Sprt::new(Measure::Score, low, high, 0.05, 0.05);
            assert!(matches!(refused, Err(SprtError::Hypotheses { .. })), "{low} {high}");
        }
        for rate in [0.0, 0.5, -1.0, f64::NAN] {
            assert!(matches!(Sprt::new(Measure::Score, 0.0, 1.0, rate, 0.05), Err(SprtError::Rate(_))));
        }
    }
}
