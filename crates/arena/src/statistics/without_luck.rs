//! Results from which the luck of the dice was taken out.

use serde::Serialize;

use super::{Estimate, Measure, Sample};

/// The fewest pairs in each half from which a coefficient is learned.
const MIN_PAIRS: usize = 5;

/// What pairs say after the luck was taken out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WithoutLuck {
    /// The mean and how certain it is.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// How much of a unit of luck was taken out, in the mean.
    pub coefficient: f64,
    /// The variance that is left, as a share of what there was: a quarter saves three games of four.
    pub variance_left: f64,
}

impl WithoutLuck {
    /// Takes the luck out of results; `None` if there are too few, or nobody was ever lucky.
    ///
    /// The results of every second pair tell by which coefficient luck is taken out of the others, and the other way
    /// round. So the coefficient knows nothing of the pair that it changes, and the mean stays unbiased whatever it is.
    #[must_use]
    pub fn of(results_and_lucks: &[(f64, f64)]) -> Option<Self> {
        let half = |first: usize| results_and_lucks.iter().skip(first).step_by(2).copied();
        if results_and_lucks.len() < 2 * MIN_PAIRS {
            return None;
        }
        let coefficients = [coefficient(half(1))?, coefficient(half(0))?];
        let before: Sample = results_and_lucks.iter().map(|pair| pair.0).collect();
        let after: Sample = results_and_lucks
            .iter()
            .zip(coefficients.into_iter().cycle())
            .map(|(&(result, luck), coefficient)| result - coefficient * luck)
            .collect();
        Some(Self {
            estimate: Measure::Points.estimate(&after)?,
            coefficient: f64::midpoint(coefficients[0], coefficients[1]),
            variance_left: after.variance() / before.variance().max(f64::MIN_POSITIVE),
        })
    }
}

/// The coefficient of the luck that explains most of the results.
fn coefficient(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let results: Sample = pairs.clone().map(|pair| pair.0).collect();
    let lucks: Sample = pairs.clone().map(|pair| pair.1).collect();
    let together: f64 = pairs.map(|(result, luck)| (result - results.mean()) * (luck - lucks.mean())).sum();
    let alone = lucks.squares_around(lucks.mean());
    (f64::EPSILON < alone).then(|| together / alone)
}

#[cfg(test)]
mod tests {
    use framework::Rng;

    use super::*;

    /// A result that is mostly luck: the true mean is 0.1.
    fn pairs(number: u64, n_pairs: usize) -> Vec<(f64, f64)> {
        let mut rng = Rng::stream(number, "luck", 0);
        let mut noise = || rng.unit() - 0.5;
        let mut pair = || (noise(), noise());
        (0..n_pairs).map(|_| pair()).map(|(luck, skill)| (0.1 + 8.0 * luck + 2.0 * skill, luck)).collect()
    }

    #[test]
    fn luck_that_explains_results_is_taken_out() {
        let adjusted = WithoutLuck::of(&pairs(1, 400)).unwrap();
        assert!((adjusted.coefficient - 8.0).abs() < 0.4, "{adjusted:?}");
        assert!(adjusted.variance_left < 0.1, "{adjusted:?}");
        assert!(adjusted.estimate.interval.contains(0.1), "{adjusted:?}");
    }

    #[test]
    fn the_interval_without_luck_holds_the_truth_in_95_of_100_matches() {
        let holds = |number: &u64| {
            let adjusted = WithoutLuck::of(&pairs(*number, 100)).unwrap();
            adjusted.estimate.interval.contains(0.1)
        };
        let share = (0..4_000).filter(holds).count() as f64 / 4_000.0;
        assert!((0.94..=0.96).contains(&share), "{share}");
    }

    #[test]
    fn nothing_can_be_taken_out_of_nothing() {
        assert_eq!(WithoutLuck::of(&[(1.0, 0.5); 4]), None);
        assert_eq!(WithoutLuck::of(&[(1.0, 0.0); 40]), None);
    }
}
