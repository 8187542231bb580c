//! Ratings of many players from all their games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Sample, estimate::share_of_coins, normal::NORMAL_95};

/// Elo for one unit of the natural scale, on which a score is `1 / (1 + exp(-difference))`.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Steps of Newton's method; it needs about six.
const MAX_STEPS: usize = 100;

/// The pairs of games between players who are called by their indexes.
///
/// The model is that of Bradley and Terry, a draw being half a win. So that a player who won or lost everything has
/// a rating, everybody is given one draw with an imagined player in the middle. Intervals follow from the spread
/// that the pairs really had, so draws and the kinship of the two games of a pair make them as narrow as they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    n_players: usize,
    /// The scores of the first of two players over pairs; the first has the lower index.
    pairs: BTreeMap<(usize, usize), Sample>,
}

/// How strong a player is, in Elo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// The true one lies so far away at most, with a probability of 95 %.
    pub error: f64,
}

/// Ratings that were computed.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    natural: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// No games yet.
    #[must_use]
    pub const fn new(n_players: usize) -> Self {
        Self { n_players, pairs: BTreeMap::new() }
    }

    /// Adds a pair of games between two players, with the mean score of `first`.
    ///
    /// # Panics
    /// If there is no such player, or somebody plays alone.
    pub fn push(&mut self, first: usize, second: usize, score_of_first: f64) {
        assert!(first != second && first.max(second) < self.n_players, "two of the players have met");
        let key = (first.min(second), first.max(second));
        let score = if first < second { score_of_first } else { 1.0 - score_of_first };
        self.pairs.entry(key).or_default().push(score);
    }

    /// Computes the ratings that make the results most likely.
    #[must_use]
    pub fn rate(&self) -> Rated {
        let mut natural = vec![0.0; self.n_players];
        for _ in 0..MAX_STEPS {
            let (slope, bend) = self.slope_and_bend(&natural);
            let step = product(&inverse(bend), &slope);
            // Far from the goal a full step can overshoot.
            for (rating, step) in natural.iter_mut().zip(&step) {
                *rating += step.clamp(-1.0, 1.0);
            }
            if step.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        let (_, bend) = self.slope_and_bend(&natural);
        let back = inverse(bend);
        let covariance = times(&times(&back, &self.spread(&natural)), &back);
        Rated { natural, covariance }
    }

    /// The derivatives of the logarithm of the likelihood: the first, and the negative of the second.
    fn slope_and_bend(&self, natural: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.n_players;
        let (mut slope, mut bend) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for (idx, &rating) in natural.iter().enumerate() {
            let expected = logistic(rating);
            slope[idx] += 0.5 - expected;
            bend[idx][idx] += expected * (1.0 - expected);
        }
        for (&(first, second), sample) in &self.pairs {
            let n_games = 2.0 * sample.count() as f64;
            let expected = logistic(natural[first] - natural[second]);
            let surprise = n_games * (sample.mean() - expected);
            slope[first] += surprise;
            slope[second] -= surprise;
            add_between(&mut bend, first, second, n_games * expected * (1.0 - expected));
        }
        (slope, bend)
    }

    /// How much the slope would vary if everything were played again, as seen from pair to pair.
    fn spread(&self, natural: &[f64]) -> Vec<Vec<f64>> {
        let mut spread = vec![vec![0.0; self.n_players]; self.n_players];
        for (idx, &rating) in natural.iter().enumerate() {
            spread[idx][idx] += logistic(rating) * (1.0 - logistic(rating));
        }
        for (&(first, second), sample) in &self.pairs {
            let expected = logistic(natural[first] - natural[second]);
            let coins = sample.count() as f64 * expected * (1.0 - expected);
            let share = share_of_coins(sample.squares_around(expected), coins);
            add_between(&mut spread, first, second, 4.0 * share * coins);
        }
        spread
    }
}

impl Rated {
    /// The ratings of all, whose mean is 0.
    #[must_use]
    pub fn around_mean(&self) -> Vec<Rating> {
        let share = 1.0 / self.natural.len().max(1) as f64;
        self.against(|_| share)
    }

    /// The ratings of all, of which one is 0.
    #[must_use]
    pub fn around(&self, anchor: usize) -> Vec<Rating> {
        self.against(|idx| if idx == anchor { 1.0 } else { 0.0 })
    }

    /// How much stronger one player is than another.
    #[must_use]
    pub fn gap(&self, stronger: usize, weaker: usize) -> Rating {
        self.around(weaker)[stronger]
    }

    /// The ratings against a mean with weights that add up to 1.
    fn against(&self, weight: impl Fn(usize) -> f64) -> Vec<Rating> {
        let n = self.natural.len();
        let weights: Vec<f64> = (0..n).map(weight).collect();
        let zero: f64 = weights.iter().zip(&self.natural).map(|(weight, rating)| weight * rating).sum();
        (0..n)
            .map(|idx| {
                let mut direction: Vec<f64> = weights.iter().map(|weight| -weight).collect();
                direction[idx] += 1.0;
                let moved = product(&self.covariance, &direction);
                let variance: f64 = moved.iter().zip(&direction).map(|(a, b)| a * b).sum();
                Rating {
                    elo: ELO * (self.natural[idx] - zero),
                    error: ELO * NORMAL_95 * variance.max(0.0).sqrt(),
                }
            })
            .collect()
    }
}

fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Adds what depends on the difference of two players only.
fn add_between(matrix: &mut [Vec<f64>], first: usize, second: usize, amount: f64) {
    matrix[first][first] += amount;
    matrix[second][second] += amount;
    matrix[first][second] -= amount;
    matrix[second][first] -= amount;
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

fn times(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let column = |idx: usize| right.iter().map(|row| row[idx]).collect::<Vec<_>>();
    let columns: Vec<Vec<f64>> = (0..right.len()).map(|idx| product(left, &column(idx))).collect();
    (0..left.len()).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

/// The inverse of a symmetric matrix whose diagonal outweighs the rest of each row, so that no pivots are needed.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..n).map(|row| (0..n).map(|column| f64::from(row == column)).collect()).collect();
    for pivot in 0..n {
        let scale = 1.0 / matrix[pivot][pivot];
        for column in 0..n {
            matrix[pivot][column] *= scale;
            result[pivot][column] *= scale;
        }
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[pivot][column];
                result[row][column] -= factor * result[pivot][column];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_three_quarters_is_about_190_elo() {
        let mut ratings = Ratings::new(2);
        for _ in 0..5_000 {
            ratings.push(1, 0, 0.5);
            ratings.push(0, 1, 0.0);
        }
        let gap = ratings.rate().gap(1, 0);
        assert!((gap.elo - 190.8).abs() < 0.5, "{gap:?}");
        let all = ratings.rate().around_mean();
        assert!((all[0].elo + all[1].elo).abs() < 1e-6);
        assert_eq!(ratings.rate().around(0)[0], Rating { elo: 0.0, error: 0.0 });
    }

    #[test]
    fn who_won_everything_has_a_rating_and_a_doubt() {
        let mut ratings = Ratings::new(3);
        for _ in 0..20 {
            ratings.push(0, 1, 1.0);
            ratings.push(1, 2, 1.0);
        }
        let rated = ratings.rate().around_mean();
        assert!(rated[0].elo > rated[1].elo && rated[1].elo > rated[2].elo, "{rated:?}");
        assert!(rated.iter().all(|rating| rating.elo.is_finite() && 50.0 < rating.error), "{rated:?}");
    }

    #[test]
    fn nobody_has_played_yet() {
        let rated = Ratings::new(2).rate().around_mean();
        assert_eq!((rated[0].elo, rated[1].elo), (0.0, 0.0));
        assert!(Ratings::new(0).rate().around_mean().is_empty());
    }
}
