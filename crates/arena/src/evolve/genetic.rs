//! The genetic algorithm of the 2006 paper, kept to show why it failed.

use framework::Rng;
use serde::{Deserialize, Serialize};

/// A population of mutants of one father, of which the winner of a small tournament fathers the next.
///
/// Every weight of a child changes with a certain probability, by at most a certain radius and each amount equally
/// likely. The father is the first of the population, so that standing still is possible. Everybody plays
/// everybody, and who has won most points is the next father, the earlier one of equals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Genetic {
    seed: u64,
    generation: u64,
    father: Vec<f64>,
    habits: Habits,
}

/// What the evolver of the paper was told on its command line, besides the weights.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Habits {
    /// How many play, the father included.
    pub population: usize,
    /// How likely a weight changes.
    pub mutation_probability: f64,
    /// By how much it changes at most.
    pub mutation_radius: f64,
    /// How many games two of them play against each other.
    pub games_per_match: usize,
}

impl Genetic {
    /// A population that descends from a father.
    #[must_use]
    pub fn new(father: Vec<f64>, habits: Habits, seed: u64) -> Self {
        Self { seed, generation: 0, father, habits }
    }

    /// The winner of the last tournament.
    #[must_use]
    pub fn father(&self) -> &[f64] {
        &self.father
    }

    /// What it was told.
    #[must_use]
    pub const fn habits(&self) -> &Habits {
        &self.habits
    }

    /// The population of this generation, the father first.
    #[must_use]
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let mut rng = Rng::stream(self.seed, "genetic", self.generation);
        let mut mutant = || {
            let mutated = |&weight: &f64| {
                let is_changed = rng.unit() < self.habits.mutation_probability;
                let change = (2.0 * rng.unit() - 1.0) * self.habits.mutation_radius;
                if is_changed { weight + change } else { weight }
            };
            self.father.iter().map(mutated).collect()
        };
        let mut population = vec![self.father.clone()];
        population.extend((1..self.habits.population).map(|_| mutant()));
        population
    }

    /// Learns how many points each of the population has won.
    pub fn tell(&mut self, points: &[f64]) {
        let population = self.ask();
        let mut best = 0;
        for (idx, &won) in points.iter().enumerate() {
            if points[best] < won {
                best = idx;
            }
        }
        self.father = population.into_iter().nth(best).unwrap_or_else(|| self.father.clone());
        self.generation += 1;
    }
}
