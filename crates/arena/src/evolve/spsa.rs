//! Climbing by two measurements at a time: SPSA.

use framework::Rng;
use serde::{Deserialize, Serialize};

/// A point that climbs a noisy hill.
///
/// In every generation all coordinates are pushed at once, each up or down by the toss of a coin, and once more
/// the other way; the difference of the two results is a noisy slope along that direction. Several directions are
/// tried and averaged, the point takes a step uphill, and both pushes and steps become smaller by the usual
/// schedule of J. Spall: steps as `1 / (A + k)^0.602`, pushes as `1 / k^0.101`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    seed: u64,
    generation: u64,
    point: Vec<f64>,
    n_directions: usize,
    /// The length of the first push in every coordinate.
    first_push: f64,
    /// How far the first step goes for a slope of 1 along a direction.
    first_step: f64,
    /// How many generations the steps stay nearly as long as the first.
    patience: f64,
}

/// No coordinate moves further in one step than by this many pushes, whatever luck says.
const LONGEST_STEP: f64 = 2.0;

impl Spsa {
    /// A climber who starts at a point, tries so many directions a generation and means to climb for about so many
    /// generations.
    #[must_use]
    pub fn new(
        start: Vec<f64>,
        push: f64,
        step: f64,
        n_directions: usize,
        n_generations: u64,
        seed: u64,
    ) -> Self {
        Self {
            seed,
            generation: 0,
            point: start,
            n_directions: n_directions.max(1),
            first_push: push,
            first_step: step,
            patience: n_generations as f64 / 10.0,
        }
    }

    /// Where the climber stands: the answer so far.
    #[must_use]
    pub fn point(&self) -> &[f64] {
        &self.point
    }

    /// The points to be tried in this generation: for each direction one forwards and one backwards.
    #[must_use]
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let push = self.push();
        let pushed = |direction: &[f64], push: f64| {
            self.point.iter().zip(direction).map(|(x, sign)| x + push * sign).collect()
        };
        self.directions().iter().flat_map(|signs| [pushed(signs, push), pushed(signs, -push)]).collect()
    }

    /// Learns how good the points were; more is better.
    pub fn tell(&mut self, fitness: &[f64]) {
        let push = self.push();
        let passed = self.generation as f64 + 1.0;
        let step = self.first_step * ((self.patience + 1.0) / (self.patience + passed)).powf(0.602);
        let directions = self.directions();
        let mut climbed = vec![0.0; self.point.len()];
        for (signs, results) in directions.iter().zip(fitness.chunks_exact(2)) {
            let slope = (results[0] - results[1]) / (2.0 * push);
            for (climbed, sign) in climbed.iter_mut().zip(signs) {
                *climbed += step * slope * sign / directions.len() as f64;
            }
        }
        for (x, climbed) in self.point.iter_mut().zip(climbed) {
            *x += climbed.clamp(-LONGEST_STEP * push, LONGEST_STEP * push);
        }
        self.generation += 1;
    }

    fn push(&self) -> f64 {
        self.first_push / (self.generation as f64 + 1.0).powf(0.101)
    }

    fn directions(&self) -> Vec<Vec<f64>> {
        let mut rng = Rng::stream(self.seed, "spsa", self.generation);
        let mut coin = || if rng.below(2) == 0 { -1.0 } else { 1.0 };
        (0..self.n_directions).map(|_| self.point.iter().map(|_| coin()).collect()).collect()
    }
}
