//! Learning the priors: games of the search against itself, and a fit to what it came to prefer.
//!
//! A lesson is a position with what a glance shows of each of its moves, and how the search has shared out its
//! simulations among them. The weights are fitted so that the priors come as near to those shares as they can: the
//! cross entropy, summed over all lessons, by gradient descent.

use framework::Rng;

use super::{
    board::Board,
    features::{N_FEATURES, Sight, Weights, features},
    prior_weights::N_PHASES,
    priors::phase_of,
    search::{Search, Tuning},
    setting::Setting,
    tree::NodeId,
};
use crate::{Placement, Rules};

/// What is counted in whole numbers: features are kept in bytes, in parts of this.
const PARTS: f32 = 16.0;

/// The power of the visits that priors are fitted to.
const SHARPENED: i32 = 2;

/// How the descent goes.
const PASSES: u32 = 300;
const STEP: f32 = 0.03;
/// What weights are pulled back to nothing by, so that a feature that hardly occurs stays small.
const PULL: f32 = 2e-4;

/// How many moves at the beginning are drawn by chance instead of chosen.
const DRAWN_PLIES: usize = 8;

/// The most nodes of the tree in a game of training.
const MOST_NODES: usize = 2_000_000;

/// A position and what the search made of it.
#[derive(Clone, Debug)]
pub struct Lesson {
    phase: u8,
    /// The features of one move after the other.
    features: Vec<u8>,
    /// The part of the simulations that each move got.
    shares: Vec<f32>,
}

/// Plays a game of the search against itself, and takes lessons from it.
///
/// The first moves are drawn by how often they were tried, so that games differ.
#[must_use]
pub fn play_lessons(rules: &Rules, simulations: u32, seed: u64) -> Vec<Lesson> {
    match rules.grid().numbers() {
        0..=256 => lessons_of::<4>(rules, simulations, seed),
        257..=512 => lessons_of::<8>(rules, simulations, seed),
        _ => lessons_of::<16>(rules, simulations, seed),
    }
}

fn lessons_of<const W: usize>(rules: &Rules, simulations: u32, seed: u64) -> Vec<Lesson> {
    let setting = Setting::<W>::new(*rules);
    let mut rng = Rng::stream(seed, "blokus lessons", 0);
    let start = Board::start(rules);
    let mut search = Search::new(setting, start, Tuning::USUAL, seed, MOST_NODES);
    let mut lessons = Vec::new();
    search.start();
    for ply in 0.. {
        let n_moves = search.tree.children(0).len();
        if n_moves == 0 {
            break;
        }
        if 1 < n_moves {
            (0..simulations).for_each(|_| search.simulate());
        }
        if 3 < n_moves && 1 < ply {
            lessons.push(lesson(&search));
        }
        let id = chosen(&search, ply < DRAWN_PLIES, &mut rng);
        search.advance(&[id]);
    }
    lessons
}

/// The move tried most often, or one that is drawn by how often it was tried.
fn chosen<const W: usize>(search: &Search<W>, is_drawn: bool, rng: &mut Rng) -> NodeId {
    let ids = search.tree.node(0).children();
    let visits = search.tree.children(0).iter().map(|child| child.visits);
    let at = if is_drawn && visits.clone().any(|visits| 0 < visits) {
        rng.weighted(visits)
    } else {
        visits.enumerate().max_by_key(|&(at, visits)| (visits, std::cmp::Reverse(at))).map_or(0, |(at, _)| at)
    };
    (ids.start + at) as NodeId
}

fn lesson<const W: usize>(search: &Search<W>) -> Lesson {
    let (setting, board) = (&search.setting, &search.root);
    let children = search.tree.children(0);
    let color = children[0].color();
    let sight = Sight::new(board, setting, color);
    let grid = setting.rules.grid();
    let of = |mv: Placement| features(&sight, &setting.shapes, grid, mv);
    let in_parts = |value: f32| (PARTS * value).round().clamp(0.0, 255.0) as u8;
    // Who is tried twice as often is more than twice as good a choice: the search still doubts.
    let sharpened: Vec<f32> = children.iter().map(|child| (child.visits as f32).powi(SHARPENED)).collect();
    let total: f32 = sharpened.iter().sum();
    Lesson {
        phase: phase_of(board, setting) as u8,
        features: children.iter().flat_map(|child| of(child.mv()).map(in_parts)).collect(),
        shares: sharpened.iter().map(|visits| visits / total.max(1.0)).collect(),
    }
}

/// Weights of the priors for each phase, fitted to lessons.
#[derive(Clone, Debug)]
pub struct FittedPriors {
    weights: [Weights; N_PHASES],
    /// The mean cross entropy before and after, in nats a lesson.
    pub loss: (f32, f32),
}

impl FittedPriors {
    /// Fits weights to lessons, from nothing; `progress` hears the loss of each pass.
    pub fn fit(lessons: &[Lesson], mut progress: impl FnMut(u32, f32)) -> Self {
        let mut fitted = Self { weights: [[0.0; N_FEATURES]; N_PHASES], loss: (0.0, 0.0) };
        let mut moments = [[(0.0_f32, 0.0_f32); N_FEATURES]; N_PHASES];
        for pass in 1..=PASSES {
            let mut slopes = [[0.0_f64; N_FEATURES]; N_PHASES];
            let mut counts = [0_u32; N_PHASES];
            let mut loss = 0.0;
            for lesson in lessons {
                let phase = usize::from(lesson.phase);
                counts[phase] += 1;
                loss += f64::from(lesson.descend(&fitted.weights[phase], &mut slopes[phase]));
            }
            let mean = (loss / lessons.len().max(1) as f64) as f32;
            fitted.loss = (if pass == 1 { mean } else { fitted.loss.0 }, mean);
            progress(pass, mean);
            for phase in 0..N_PHASES {
                for feature in 0..N_FEATURES {
                    let weight = &mut fitted.weights[phase][feature];
                    let slope =
                        (slopes[phase][feature] / f64::from(counts[phase].max(1))) as f32 + PULL * *weight;
                    let (mean, square) = &mut moments[phase][feature];
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.99 * *square + 0.01 * slope * slope;
                    let warm = |decay: f32| 1.0 - decay.powi(pass as i32);
                    let step = STEP * (1.0 - pass as f32 / (PASSES + 1) as f32);
                    *weight -= step * (*mean / warm(0.9)) / ((*square / warm(0.99)).sqrt() + 1e-6);
                }
            }
        }
        fitted
    }

    /// The weights as a table in the source.
    #[must_use]
    pub fn in_rust(&self, name: &str) -> String {
        let mut text = format!("pub(super) const {name}: [Weights; N_PHASES] = [\n");
        for weights in &self.weights {
            text += "    [\n";
            for row in weights.chunks(12) {
                let row: Vec<_> = row.iter().map(|weight| format!("{weight:.3}")).collect();
                text += &format!("        {},\n", row.join(", "));
            }
            text += "    ],\n";
        }
        text + "];\n"
    }
}

impl Lesson {
    /// Adds the slope of the cross entropy, and returns the cross entropy itself.
    fn descend(&self, weights: &Weights, slopes: &mut [f64; N_FEATURES]) -> f32 {
        let scaled = weights.map(|weight| weight / PARTS);
        let rows = self.features.chunks_exact(N_FEATURES);
        let mut chances: Vec<f32> = rows
            .clone()
            .map(|row| row.iter().zip(&scaled).map(|(&count, weight)| f32::from(count) * weight).sum())
            .collect();
        let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let sum: f32 = chances.iter().sum();
        let mut loss = 0.0;
        let mut slope = [0.0_f32; N_FEATURES];
        for ((row, chance), share) in rows.zip(chances).zip(&self.shares) {
            let chance = chance / sum;
            if 0.0 < *share {
                loss -= share * chance.max(1e-12).ln();
            }
            let off = (chance - share) / PARTS;
            slope.iter_mut().zip(row).for_each(|(slope, &count)| *slope += off * f32::from(count));
        }
        slopes.iter_mut().zip(slope).for_each(|(all, slope)| *all += f64::from(slope));
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_learned() {
        let lessons: Vec<_> = (0..3).flat_map(|seed| play_lessons(&Rules::duo(), 100, seed)).collect();
        assert!(30 < lessons.len(), "{}", lessons.len());
        for lesson in &lessons {
            assert_eq!(lesson.features.len(), lesson.shares.len() * N_FEATURES);
            assert!((lesson.shares.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        }
        let fitted = FittedPriors::fit(&lessons, |_, _| {});
        assert!(fitted.loss.1 < 0.9 * fitted.loss.0, "{:?}", fitted.loss);
    }

    #[test]
    fn the_same_seed_teaches_the_same() {
        let shares = |seed| -> Vec<f32> {
            play_lessons(&Rules::junior(), 60, seed).into_iter().flat_map(|lesson| lesson.shares).collect()
        };
        assert_eq!(shares(4), shares(4));
        assert_ne!(shares(4), shares(5));
    }
}
