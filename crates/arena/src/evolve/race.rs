//! Many candidates against one opponent: who is hopeless stops early.

use std::ops::Range;

use crate::statistics::Sample;

/// How many standard errors behind the last of the better half a candidate is hopeless.
const HOPELESS: f64 = 2.0;

/// In how many rounds the pairs are played; after each the hopeless leave.
const N_ROUNDS: u64 = 4;

/// A race of candidates over pairs of games with the same dice or openings for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// How many run.
    pub n_candidates: usize,
    /// How many pairs who stays to the end plays.
    pub n_pairs: u64,
    /// Whether the hopeless leave.
    pub drops_hopeless: bool,
}

/// What came of a race.
#[derive(Clone, PartialEq, Debug)]
pub struct Raced {
    /// How good each candidate was: points a game, compared on the pairs that it shares with the leader.
    pub fitness: Vec<f64>,
    /// How many pairs were played by all together.
    pub n_pairs: u64,
    /// How much of the differences between the candidates is more than luck: the variance of their fitness over the
    /// variance that luck alone would cause.
    pub clarity: f64,
}

impl Race {
    /// Runs the race. `play` plays some pairs for some candidates, given by their indexes, and returns the points of
    /// each pair for each of them.
    ///
    /// # Errors
    /// If `play` fails.
    pub fn run<E>(
        &self,
        mut play: impl FnMut(&[usize], Range<u64>) -> Result<Vec<Vec<f64>>, E>,
    ) -> Result<Raced, E> {
        let mut points: Vec<Vec<f64>> = vec![Vec::new(); self.n_candidates];
        let mut running: Vec<usize> = (0..self.n_candidates).collect();
        for round in 0..N_ROUNDS {
            let pairs = self.n_pairs * round / N_ROUNDS..self.n_pairs * (round + 1) / N_ROUNDS;
            for (&idx, played) in running.iter().zip(play(&running, pairs)?) {
                points[idx].extend(played);
            }
            if self.drops_hopeless {
                self.drop_hopeless(&points, &mut running);
            }
        }
        Ok(judged(&points, &running))
    }

    /// Sends home who is clearly worse than the last of the better half.
    fn drop_hopeless(&self, points: &[Vec<f64>], running: &mut Vec<usize>) {
        let n_better = self.n_candidates.div_ceil(2);
        running.sort_by(|&left, &right| {
            mean(&points[right]).total_cmp(&mean(&points[left])).then(left.cmp(&right))
        });
        if let Some(&last_better) = running.get(n_better - 1) {
            let is_hopeless = |idx: usize| {
                let behind = difference(&points[last_better], &points[idx]);
                HOPELESS * error(&behind) < behind.mean()
            };
            let mut place = 0;
            running.retain(|&idx| {
                place += 1;
                place <= n_better || !is_hopeless(idx)
            });
        }
        running.sort_unstable();
    }
}

/// Compares everybody with the leader on the pairs that both have played, for on those the dice were the same.
fn judged(points: &[Vec<f64>], running: &[usize]) -> Raced {
    let by_mean = |left: &&usize, right: &&usize| mean(&points[**left]).total_cmp(&mean(&points[**right]));
    let leader = running.iter().max_by(by_mean).map_or(&[][..], |&idx| points[idx].as_slice());
    let all: Vec<Sample> = points.iter().map(|own| difference(own, leader)).collect();
    let fitness: Vec<f64> = all.iter().map(|sample| mean(leader) + sample.mean()).collect();
    let between = fitness.iter().copied().collect::<Sample>().variance();
    let by_luck = all.iter().map(|sample| error(sample).powi(2)).sum::<f64>() / all.len().max(1) as f64;
    Raced {
        fitness,
        n_pairs: points.iter().map(|own| own.len() as u64).sum(),
        clarity: if 0.0 < by_luck { between / by_luck } else { f64::INFINITY },
    }
}

fn mean(points: &[f64]) -> f64 {
    points.iter().copied().collect::<Sample>().mean()
}

/// The differences on the pairs that both have played.
pub(super) fn difference(own: &[f64], other: &[f64]) -> Sample {
    own.iter().zip(other).map(|(own, other)| own - other).collect()
}

/// The standard error of a mean.
pub(super) fn error(sample: &Sample) -> f64 {
    (sample.variance() / sample.count().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use framework::Rng;

    use super::*;
    use crate::evolve::normal;

    /// Candidates of known strength with the luck of the dice, which is the same for all, and some of their own.
    fn raced(strengths: &[f64], n_pairs: u64, seed: u64) -> Raced {
        let play = |running: &[usize], pairs: Range<u64>| {
            let points = |&idx: &usize| {
                let one = |pair: u64| {
                    let shared = normal(&mut Rng::stream(seed, "dice", pair));
                    let own = 0.5 * normal(&mut Rng::stream(seed, "own", pair * 100 + idx as u64));
                    strengths[idx] + shared + own
                };
                pairs.clone().map(one).collect()
            };
            Ok::<_, Infallible>(running.iter().map(points).collect())
        };
        let race = Race { n_candidates: strengths.len(), n_pairs, drops_hopeless: true };
        match race.run(play) {
            Ok(raced) => raced,
        }
    }

    #[test]
    fn the_hopeless_play_less_and_still_end_behind() {
        let strengths = [0.5, 0.4, 0.3, 0.2, -1.0, -1.0, -1.0, -1.0];
        for seed in 0..20 {
            let Raced { fitness, n_pairs, .. } = raced(&strengths, 200, seed);
            assert!(n_pairs <= 4 * 200 + 4 * 100, "{n_pairs} pairs");
            assert!(fitness[4..].iter().all(|hopeless| fitness[..4].iter().all(|good| hopeless < good)));
        }
    }

    #[test]
    fn among_equals_hardly_anybody_is_sent_home() {
        let n_pairs: u64 = (0..50).map(|seed| raced(&[0.0; 8], 200, seed).n_pairs).sum();
        assert!(50 * 8 * 200 * 9 / 10 < n_pairs, "{n_pairs}");
    }

    #[test]
    fn clarity_tells_strength_from_luck() {
        let mean_clarity =
            |strengths: &[f64]| (0..50).map(|seed| raced(strengths, 100, seed).clarity).sum::<f64>() / 50.0;
        assert!(mean_clarity(&[0.0; 8]) < 2.0);
        assert!(5.0 < mean_clarity(&[0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0]));
    }

    #[test]
    fn equal_results_are_as_clear_as_can_be() {
        let race = Race { n_candidates: 2, n_pairs: 8, drops_hopeless: true };
        let raced = race.run(|running, pairs| {
            Ok::<_, Infallible>(running.iter().map(|_| pairs.clone().map(|_| 0.0).collect()).collect())
        });
        assert_eq!(raced, Ok(Raced { fitness: vec![0.0; 2], n_pairs: 16, clarity: f64::INFINITY }));
    }
}
