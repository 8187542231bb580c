//! What a sample of pairs says about two players.

use serde::Serialize;

use super::{
    Sample,
    normal::{normal_below, student_95},
};

/// What is measured in every pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The mean score: 1 for a win, ½ for a draw, 0 for a loss. Told as a difference in Elo.
    Score,
    /// The mean of the points won and lost in a game.
    Points,
}

/// From where to where something lies with a probability of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Tells whether a number lies in it.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// The interval with both ends changed by a function that rises.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { low: change(self.low), high: change(self.high) }
    }
}

/// A mean over pairs and how certain it is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Where the true mean lies with a probability of 95 %.
    pub interval: Interval,
    /// The likelihood of superiority: how probable it is that the true mean lies above that of equal players.
    pub superiority: f64,
}

impl Measure {
    /// What a player who is equal to the other reaches.
    #[must_use]
    pub const fn even(self) -> f64 {
        match self {
            Self::Score => 0.5,
            Self::Points => 0.0,
        }
    }

    /// The variance of one pair, for which a little is counted that never was played: half a pair of coins for a
    /// score, a pair one point away from the mean for points. So a few equal results do not look certain.
    #[must_use]
    pub fn steady_variance(self, sample: &Sample) -> f64 {
        let n_pairs = sample.count() as f64;
        let squares = sample.squares_around(sample.mean());
        match self {
            Self::Score => {
                let mean = shrunk(sample);
                mean * (1.0 - mean) * share_of_coins(squares, n_pairs * mean * (1.0 - mean))
            }
            Self::Points => (squares + 1.0) / n_pairs.max(1.0),
        }
    }

    /// What the pairs say; `None` if there are none.
    #[must_use]
    pub fn estimate(self, sample: &Sample) -> Option<Estimate> {
        if sample.count() == 0 {
            return None;
        }
        let n_pairs = sample.count() as f64;
        let variance = self.steady_variance(sample);
        let error = (variance / n_pairs).sqrt();
        let reach = student_95(sample.count().saturating_sub(1).max(1));
        let interval = match self {
            Self::Score => score_interval(sample, variance, reach),
            Self::Points => {
                Interval { low: sample.mean() - reach * error, high: sample.mean() + reach * error }
            }
        };
        let superiority = normal_below((sample.mean() - self.even()) / error);
        Some(Estimate { mean: sample.mean(), interval, superiority })
    }
}

/// A mean score that is neither 0 nor 1: one more pair was drawn.
fn shrunk(sample: &Sample) -> f64 {
    (sample.count() as f64 * sample.mean() + 0.5) / (sample.count() as f64 + 1.0)
}

/// How much pairs vary, as a share of what coins would that are thrown once a pair: ½ for independent games without
/// draws, less where draws and swapped seats even out. Where nearly everything is won, so that nearly nothing varies,
/// the answer tends to that of independent games.
pub(super) fn share_of_coins(squares: f64, squares_of_coins: f64) -> f64 {
    (squares + 0.5) / (squares_of_coins + 0.5)
}

/// Wilson's interval for a mean between 0 and 1, as if so many coins had been thrown as give the same variance.
///
/// It never leaves 0 to 1, and says something sensible when everything was won.
fn score_interval(sample: &Sample, variance: f64, reach: f64) -> Interval {
    let (mean, shrunk) = (sample.mean(), shrunk(sample));
    let n_coins = sample.count() as f64 * shrunk * (1.0 - shrunk) / variance;
    let squared = reach * reach / n_coins;
    let center = (mean + squared / 2.0) / (1.0 + squared);
    let spread = (squared * (mean * (1.0 - mean) + squared / 4.0)).sqrt() / (1.0 + squared);
    // Rounding must not turn "everything is possible" into a large but finite difference.
    let low = if mean == 0.0 { 0.0 } else { (center - spread).max(0.0) };
    let high = if mean == 1.0 { 1.0 } else { (center + spread).min(1.0) };
    Interval { low, high }
}

/// The difference in Elo that gives a mean score; infinite for 0 and 1.
///
/// ```
/// use arena::statistics::{elo_of_score, score_of_elo};
/// assert_eq!(elo_of_score(0.5), 0.0);
/// assert!((elo_of_score(score_of_elo(100.0)) - 100.0).abs() < 1e-9);
/// assert_eq!(elo_of_score(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if 1.0 <= score {
        f64::INFINITY
    } else {
        // Written so that 0.5 gives 0 and not −0.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The mean score that a difference in Elo gives.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn estimate(measure: Measure, pairs: &[f64]) -> Estimate {
        measure.estimate(&pairs.iter().copied().collect()).unwrap()
    }

    #[test]
    fn no_pairs_say_nothing() {
        assert_eq!(Measure::Score.estimate(&Sample::default()), None);
    }

    #[test]
    fn winning_everything_leaves_a_doubt() {
        let all = estimate(Measure::Score, &[1.0; 20]);
        assert_eq!(all.interval.high, 1.0);
        assert!((0.5..0.95).contains(&all.interval.low), "{all:?}");
        let more = estimate(Measure::Score, &[1.0; 2_000]);
        assert!(all.interval.low < more.interval.low && more.interval.low < 1.0);
        let none = estimate(Measure::Score, &[0.0; 20]);
        assert!(
            (none.interval.high - (1.0 - all.interval.low)).abs() < 1e-12,
            "both sides are treated alike"
        );
    }

    #[test]
    fn a_few_equal_results_do_not_look_certain() {
        let drawn = estimate(Measure::Score, &[0.5; 4]);
        assert!(drawn.interval.low < 0.35 && 0.65 < drawn.interval.high, "{drawn:?}");
        assert_eq!(drawn.superiority, 0.5);
        let once = estimate(Measure::Points, &[2.0]);
        assert!(once.interval.contains(0.0), "{once:?}");
    }

    #[test]
    fn the_interval_of_points_is_students() {
        // Mean 1, the squared distances and the imagined pair add up to 41, and 2.262 is Student's quantile.
        let pairs = [3.0, -1.0, 3.0, -1.0, 3.0, -1.0, 3.0, -1.0, 3.0, -1.0];
        let points = estimate(Measure::Points, &pairs);
        let reach = 2.262 * (41.0_f64 / 10.0 / 10.0).sqrt();
        assert!((points.interval.high - (1.0 + reach)).abs() < 1e-12, "{points:?}");
    }
}
