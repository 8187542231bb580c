//! Means and intervals of many trials.

use super::Trial;

/// The number of standard errors in half of an interval that holds the truth in 95 of 100 cases.
const SIGMAS: f64 = 1.96;

/// A mean, and how far it may be from the truth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half of the interval that holds the truth in 95 of 100 cases. Stratified dice make it a little too wide.
    pub within: f64,
}

impl Estimate {
    fn of(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let count = numbers.clone().count().max(1) as f64;
        let mean = numbers.clone().sum::<f64>() / count;
        let spread: f64 = numbers.map(|number| (number - mean).powi(2)).sum();
        let within =
            if count < 2.0 { f64::INFINITY } else { SIGMAS * (spread / (count - 1.0) / count).sqrt() };
        Self { mean, within }
    }
}

/// The trials so far, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct RolloutTally {
    trials: Vec<Trial>,
}

impl RolloutTally {
    /// Adds the next trial.
    pub fn add(&mut self, trial: Trial) {
        self.trials.push(trial);
    }

    /// How many trials there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// Tells whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// What a choice is worth, in multiples of the cube.
    #[must_use]
    pub fn equity(&self, choice: usize) -> Estimate {
        Estimate::of(self.trials.iter().map(|trial| f64::from(trial.equities[choice])))
    }

    /// By how much a choice is better than another. The same dice make this surer than each of both.
    #[must_use]
    pub fn difference(&self, choice: usize, other: usize) -> Estimate {
        let of_trial = |trial: &Trial| f64::from(trial.equities[choice]) - f64::from(trial.equities[other]);
        Estimate::of(self.trials.iter().map(of_trial))
    }

    /// The chances of a choice: to win, to win a gammon and a backgammon, to lose a gammon and a backgammon.
    #[must_use]
    pub fn chances(&self, choice: usize) -> [f64; 5] {
        let mean = |idx: usize| {
            Estimate::of(self.trials.iter().map(|trial| f64::from(trial.chances[choice][idx]))).mean
        };
        std::array::from_fn(|idx| mean(idx).clamp(0.0, 1.0))
    }

    /// The choices from the best to the worst.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let n_choices = self.trials.first().map_or(0, |trial| trial.equities.len());
        let mut ranking: Vec<(usize, f64)> =
            (0..n_choices).map(|choice| (choice, self.equity(choice).mean)).collect();
        ranking.sort_by(|left, right| right.1.total_cmp(&left.1));
        ranking.into_iter().map(|(choice, _)| choice).collect()
    }

    /// Tells whether the best choice is surely better than every other.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        let ranking = self.ranking();
        let Some((&best, others)) = ranking.split_first() else { return false };
        others.iter().all(|&other| {
            let Estimate { mean, within } = self.difference(best, other);
            within < mean
        })
    }
}
