//! Evolution that learns which directions pay: CMA-ES.

use framework::Rng;
use serde::{Deserialize, Serialize};

use super::{
    eigen::{self, Axes, Matrix},
    normal,
};

/// A cloud of points that moves, stretches and shrinks towards what is better.
///
/// Every generation draws points from a normal distribution, keeps only their order, moves the middle to the mean
/// of the better half, and adapts the distribution's axes to the steps that paid and its size to how straight the
/// way was. As only the order counts, noise does little harm as long as the better half is better on average; and
/// the middle of the cloud, a mean over many good points, is a safer answer than any single lucky one.
///
/// The formulas and constants are those of N. Hansen's tutorial on the method.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CmaEs {
    seed: u64,
    generation: u64,
    population: usize,
    middle: Vec<f64>,
    size: f64,
    covariance: Matrix,
    /// The way of the middle over the last generations, in the cloud's own axes.
    straight_path: Vec<f64>,
    /// The same in the axes of the space.
    path: Vec<f64>,
}

/// The constants of the method, which depend on the number of dimensions and points only.
struct Constants {
    /// What the better points count for, the best first; they add up to 1.
    weights: Vec<f64>,
    /// How many points that mean is worth.
    effective: f64,
    path_rate: f64,
    straight_rate: f64,
    damping: f64,
    one_rate: f64,
    many_rate: f64,
    /// The mean length of a normal vector.
    usual_length: f64,
}

impl CmaEs {
    /// A cloud around a point, with steps of about `size` in every direction.
    #[must_use]
    pub fn new(start: Vec<f64>, size: f64, population: usize, seed: u64) -> Self {
        let n = start.len();
        Self {
            seed,
            generation: 0,
            population: population.max(4),
            middle: start,
            size,
            covariance: eigen::identity(n),
            straight_path: vec![0.0; n],
            path: vec![0.0; n],
        }
    }

    /// The number of points that the method's author recommends; more of them where results are noisy.
    #[must_use]
    pub fn usual_population(n_dimensions: usize) -> usize {
        4 + (3.0 * (n_dimensions as f64).ln()) as usize
    }

    /// The middle of the cloud: the answer so far.
    #[must_use]
    pub fn middle(&self) -> &[f64] {
        &self.middle
    }

    /// How large the cloud is.
    #[must_use]
    pub const fn size(&self) -> f64 {
        self.size
    }

    /// The points to be tried in this generation.
    #[must_use]
    pub fn ask(&self) -> Vec<Vec<f64>> {
        self.steps(&self.axes()).into_iter().map(|step| self.at(&step)).collect()
    }

    /// Learns how good the points were; more is better, and only the order counts.
    pub fn tell(&mut self, fitness: &[f64]) {
        let n = self.middle.len();
        let constants = Constants::of(n, self.population);
        let axes = self.axes();
        let steps = self.steps(&axes);
        let mut order: Vec<usize> = (0..steps.len()).collect();
        order.sort_by(|&left, &right| fitness[right].total_cmp(&fitness[left]));
        let better: Vec<(&f64, &Vec<f64>)> =
            constants.weights.iter().zip(order.iter().map(|&idx| &steps[idx])).collect();
        let mean_step: Vec<f64> =
            (0..n).map(|axis| better.iter().map(|(weight, step)| *weight * step[axis]).sum()).collect();

        self.middle = self.at(&mean_step);
        self.generation += 1;
        let Constants { effective, path_rate, straight_rate, one_rate, many_rate, .. } = constants;
        let whitened = axes.whitened(&mean_step);
        let keep = (straight_rate * (2.0 - straight_rate) * effective).sqrt();
        for (path, step) in self.straight_path.iter_mut().zip(whitened) {
            *path = (1.0 - straight_rate) * *path + keep * step;
        }
        let length = norm(&self.straight_path);
        // While the path is very long, the size will grow anyway; stretching as well would be too much.
        let so_far = 1.0 - (1.0 - straight_rate).powf(2.0 * self.generation as f64);
        let is_steady = length / so_far.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * constants.usual_length;
        let kept = if is_steady { (path_rate * (2.0 - path_rate) * effective).sqrt() } else { 0.0 };
        for (path, step) in self.path.iter_mut().zip(&mean_step) {
            *path = (1.0 - path_rate) * *path + kept * step;
        }
        let lost = if is_steady { 0.0 } else { one_rate * path_rate * (2.0 - path_rate) };
        for row in 0..n {
            for column in 0..n {
                let of_many: f64 =
                    better.iter().map(|(weight, step)| *weight * step[row] * step[column]).sum();
                let entry = &mut self.covariance[row][column];
                *entry = (1.0 - one_rate - many_rate + lost) * *entry
                    + one_rate * self.path[row] * self.path[column]
                    + many_rate * of_many;
            }
        }
        let growth = (straight_rate / constants.damping) * (length / constants.usual_length - 1.0);
        self.size *= growth.min(1.0).exp();
    }

    fn axes(&self) -> Axes {
        eigen::axes(&self.covariance)
    }

    /// The steps from the middle to the points, in units of the size.
    fn steps(&self, axes: &Axes) -> Vec<Vec<f64>> {
        let mut rng = Rng::stream(self.seed, "cma-es", self.generation);
        (0..self.population)
            .map(|_| {
                let drawn: Vec<f64> = self.middle.iter().map(|_| normal(&mut rng)).collect();
                axes.stretched(&drawn)
            })
            .collect()
    }

    fn at(&self, step: &[f64]) -> Vec<f64> {
        self.middle.iter().zip(step).map(|(middle, step)| middle + self.size * step).collect()
    }
}

impl Axes {
    /// A vector of independent numbers as one of the distribution.
    fn stretched(&self, drawn: &[f64]) -> Vec<f64> {
        let along = |row: &Vec<f64>| {
            let lengths = self.values.iter().map(|value| value.max(0.0).sqrt());
            row.iter().zip(lengths).zip(drawn).map(|((part, length), drawn)| part * length * drawn).sum()
        };
        self.vectors.iter().map(along).collect()
    }

    /// The other way round: a vector of the distribution as one of independent numbers.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let in_axes: Vec<f64> = (0..vector.len())
            .map(|axis| {
                let along: f64 = self.vectors.iter().zip(vector).map(|(row, part)| row[axis] * part).sum();
                along / self.values[axis].max(f64::MIN_POSITIVE).sqrt()
            })
            .collect();
        self.vectors
            .iter()
            .map(|row| row.iter().zip(&in_axes).map(|(part, along)| part * along).sum())
            .collect()
    }
}

impl Constants {
    fn of(n_dimensions: usize, population: usize) -> Self {
        let n = n_dimensions as f64;
        let n_better = population / 2;
        let raw: Vec<f64> =
            (1..=n_better).map(|rank| (population as f64 / 2.0 + 0.5).ln() - (rank as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let straight_rate = (effective + 2.0) / (n + effective + 5.0);
        let one_rate = 2.0 / ((n + 1.3).powi(2) + effective);
        let many_rate = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Self {
            path_rate: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            straight_rate,
            damping: 1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + straight_rate,
            one_rate,
            many_rate: many_rate.min(1.0 - one_rate).max(0.0),
            usual_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            effective,
        }
    }
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|part| part * part).sum::<f64>().sqrt()
}
