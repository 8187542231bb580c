//! Learning the priors: a fit to what the search came to prefer in games against itself.
//!
//! A lesson is a position with what a glance shows of each of its moves, and how the search has shared out its
//! simulations among them. The weights are fitted so that the priors come as near to those shares as they can: the
//! cross entropy, summed over all lessons, by gradient descent.

use thiserror::Error;

use super::{
    board::Board,
    features::{N_FEATURES, Sight, Weights, features},
    prior_weights::{N_PHASES, PriorWeights},
    priors::phase_of,
    selfplay::{Ply, TrainingGame},
    setting::Setting,
};
use crate::{Color, Placement, Rules};

/// What is counted in whole numbers: features are kept in bytes, in parts of this.
const PARTS: f32 = 16.0;

/// How far a step of the descent goes at first.
const STEP: f32 = 0.05;

/// What weights are pulled back to nothing by, so that a feature that hardly occurs stays small.
const PULL: f32 = 2e-4;

/// A position and what the search made of it.
#[derive(Clone, Debug)]
pub struct Lesson {
    phase: u8,
    /// The features of one move after the other.
    features: Vec<u8>,
    /// The part of the simulations that each move got, sharpened.
    shares: Vec<f32>,
}

/// Why nothing can be learned from a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LessonError {
    /// The game does not follow the rules.
    #[error("move {ply} of training game {number} is illegal; are these the rules it was played by?")]
    Illegal {
        /// The number of the game.
        number: u64,
        /// Which move, from 1.
        ply: usize,
    },
}

impl Lesson {
    /// The lessons of a game. Shares are the powers of the numbers of simulations: who is tried twice as often is more
    /// than twice as good a choice, since the search still doubts.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn of(game: &TrainingGame, rules: &Rules, power: f32) -> Result<Vec<Self>, LessonError> {
        match rules.grid().numbers() {
            0..=256 => lessons_of::<4>(game, rules, power),
            257..=512 => lessons_of::<8>(game, rules, power),
            _ => lessons_of::<16>(game, rules, power),
        }
    }
}

fn lessons_of<const W: usize>(
    game: &TrainingGame,
    rules: &Rules,
    power: f32,
) -> Result<Vec<Lesson>, LessonError> {
    let setting = Setting::<W>::new(*rules);
    let mut board = Board::start(rules);
    let mut lessons = Vec::new();
    let mut moves = Vec::new();
    for (idx, ply) in game.plies.iter().enumerate() {
        let error = || LessonError::Illegal { number: game.number, ply: idx + 1 };
        moves.clear();
        let color = loop {
            let color = board.hands.next(rules).ok_or_else(error)?;
            board.add_moves(rules.grid(), color, &mut moves);
            if !moves.is_empty() {
                break color;
            }
            board.set_stuck(color);
        };
        if !moves.contains(&ply.mv) || !ply.tried.iter().all(|(mv, _)| moves.contains(mv)) {
            return Err(error());
        }
        if !ply.tried.is_empty() {
            lessons.push(lesson(&board, &setting, color, &moves, ply, power));
        }
        board.play(rules, color, ply.mv);
    }
    Ok(lessons)
}

fn lesson<const W: usize>(
    board: &Board<W>,
    setting: &Setting<W>,
    color: Color,
    moves: &[Placement],
    ply: &Ply,
    power: f32,
) -> Lesson {
    let sight = Sight::new(board, setting, color);
    let grid = setting.rules.grid();
    let of = |mv: Placement| features(&sight, &setting.shapes, grid, mv);
    let in_parts = |value: f32| (PARTS * value).round().clamp(0.0, 255.0) as u8;
    let mut shares = vec![0.0; moves.len()];
    let most = ply.tried.iter().map(|&(_, visits)| visits).max().unwrap_or(1).max(1) as f32;
    for &(mv, visits) in &ply.tried {
        if let Some(at) = moves.iter().position(|&other| other == mv) {
            shares[at] = (visits as f32 / most).powf(power);
        }
    }
    let total: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total.max(f32::MIN_POSITIVE));
    Lesson {
        phase: phase_of(board, setting) as u8,
        features: moves.iter().flat_map(|&mv| of(mv).map(in_parts)).collect(),
        shares,
    }
}

/// Weights of the priors, fitted to lessons.
#[derive(Clone, Debug)]
pub struct FittedPriors {
    /// The weights.
    pub weights: PriorWeights,
    /// The mean cross entropy before and after, in nats a lesson.
    pub loss: (f32, f32),
}

type Slopes = [[f64; N_FEATURES]; N_PHASES];

impl FittedPriors {
    /// Fits weights to lessons, from nothing, on some threads; `progress` hears the loss of each pass. The result
    /// depends on the number of threads only by how sums are rounded.
    pub fn fit(lessons: &[Lesson], passes: u32, threads: usize, mut progress: impl FnMut(u32, f32)) -> Self {
        let mut weights = [[0.0; N_FEATURES]; N_PHASES];
        let mut loss = (0.0, 0.0);
        let mut moments = [[(0.0_f32, 0.0_f32); N_FEATURES]; N_PHASES];
        let mut counts = [0_u32; N_PHASES];
        lessons.iter().for_each(|lesson| counts[usize::from(lesson.phase)] += 1);
        for pass in 1..=passes {
            let (slopes, sum) = descend(lessons, &weights, threads);
            let mean = (sum / lessons.len().max(1) as f64) as f32;
            loss = (if pass == 1 { mean } else { loss.0 }, mean);
            progress(pass, mean);
            for phase in 0..N_PHASES {
                for feature in 0..N_FEATURES {
                    let weight = &mut weights[phase][feature];
                    let slope =
                        (slopes[phase][feature] / f64::from(counts[phase].max(1))) as f32 + PULL * *weight;
                    let (mean, square) = &mut moments[phase][feature];
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.99 * *square + 0.01 * slope * slope;
                    let warm = |decay: f32| 1.0 - decay.powi(pass as i32);
                    let step = STEP * (1.0 - pass as f32 / (passes + 1) as f32);
                    *weight -= step * (*mean / warm(0.9)) / ((*square / warm(0.99)).sqrt() + 1e-6);
                }
            }
        }
        Self { weights: PriorWeights(Box::new(weights)), loss }
    }

    /// The mean cross entropy of weights with lessons, in nats a lesson.
    #[must_use]
    pub fn loss_of(weights: &PriorWeights, lessons: &[Lesson], threads: usize) -> f32 {
        (descend(lessons, &weights.0, threads).1 / lessons.len().max(1) as f64) as f32
    }
}

/// The slopes and the sum of the cross entropies of all lessons.
fn descend(lessons: &[Lesson], weights: &[Weights; N_PHASES], threads: usize) -> (Slopes, f64) {
    let part = |lessons: &[Lesson]| {
        let (mut slopes, mut loss): (Slopes, f64) = ([[0.0; N_FEATURES]; N_PHASES], 0.0);
        for lesson in lessons {
            let phase = usize::from(lesson.phase);
            loss += f64::from(lesson.descend(&weights[phase], &mut slopes[phase]));
        }
        (slopes, loss)
    };
    let parts: Vec<_> = std::thread::scope(|scope| {
        let size = lessons.len().div_ceil(threads.max(1)).max(1);
        let workers: Vec<_> = lessons.chunks(size).map(|some| scope.spawn(move || part(some))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let (mut slopes, mut loss): (Slopes, f64) = ([[0.0; N_FEATURES]; N_PHASES], 0.0);
    for (some, sum) in parts {
        loss += sum;
        slopes.iter_mut().flatten().zip(some.iter().flatten()).for_each(|(all, slope)| *all += slope);
    }
    (slopes, loss)
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
    use crate::engine::selfplay::SelfPlay;

    #[test]
    fn lessons_are_learned() {
        let task = SelfPlay { rules: Rules::duo(), simulations: 100, quick: 20, every: 1 };
        let games = (0..3).map(|number| task.play(None, 1, number));
        let lessons: Vec<_> =
            games.flat_map(|game| Lesson::of(&game, &task.rules, 2.0).expect("it is legal")).collect();
        assert!(30 < lessons.len(), "{}", lessons.len());
        for lesson in &lessons {
            assert_eq!(lesson.features.len(), lesson.shares.len() * N_FEATURES);
            assert!((lesson.shares.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        }
        let fitted = FittedPriors::fit(&lessons, 150, 2, |_, _| {});
        assert!(fitted.loss.1 < 0.9 * fitted.loss.0, "{:?}", fitted.loss);
        let loss = FittedPriors::loss_of(&fitted.weights, &lessons, 1);
        assert!((loss - fitted.loss.1).abs() < 0.01, "{loss} for {:?}", fitted.loss);
    }

    #[test]
    fn games_by_other_rules_are_refused() {
        let task = SelfPlay { rules: Rules::duo(), simulations: 20, quick: 5, every: 2 };
        let game = task.play(None, 1, 7);
        assert_eq!(
            Lesson::of(&game, &Rules::classic(), 1.0).err(),
            Some(LessonError::Illegal { number: 7, ply: 1 })
        );
    }
}
