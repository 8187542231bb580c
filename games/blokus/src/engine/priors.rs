//! How likely each move of a position is at a glance.

use super::{
    board::Board,
    features::{Promise, Sight},
    prior_weights::N_PHASES,
    setting::Setting,
};
use crate::{Color, Placement};

/// The part of the board that is covered when the last phase begins.
const LAST_PHASE: f32 = 0.6;

/// Which phase of the game a board is in, by how much of it is covered.
#[inline(always)]
pub(super) fn phase_of<const W: usize>(board: &Board<W>, setting: &Setting<W>) -> usize {
    let covered: u32 = setting.rules.colors().map(|color| board.hands.squares(color)).sum();
    let grid = setting.rules.grid();
    let cells = u32::from(grid.width()) * u32::from(grid.height());
    let phase = covered as f32 / cells as f32 / LAST_PHASE * (N_PHASES - 1) as f32;
    (phase as usize).min(N_PHASES - 1)
}

/// Fills in how likely each of a color's moves is; all together make 1.
#[inline(always)]
pub(super) fn fill<const W: usize>(
    board: &Board<W>,
    setting: &Setting<W>,
    color: Color,
    moves: &[Placement],
    promise: &mut Promise,
    priors: &mut Vec<f32>,
) {
    let sight = Sight::new(board, setting, color);
    let weights = &setting.priors.0[phase_of(board, setting)];
    promise.fill(&sight, &setting.distances, weights);
    priors.clear();
    // Loops and no closures, which would not be compiled for the instructions of the caller.
    let mut most = f32::NEG_INFINITY;
    for &mv in moves {
        let promised = promise.of(&setting.shapes, mv);
        most = if most < promised { promised } else { most };
        priors.push(promised);
    }
    let mut sum = 0.0;
    for prior in priors.iter_mut() {
        *prior = exp(*prior - most);
        sum += *prior;
    }
    for prior in priors {
        *prior /= sum;
    }
}

/// The exponential of a number that is at most 0, nearly; the same on every machine, which a library's is not.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let binary = (x * std::f32::consts::LOG2_E).max(-100.0);
    let whole = binary.floor();
    let part = binary - whole;
    // 2^part by its series, better than one part in ten thousand.
    let power = 1.0
        + part * (std::f32::consts::LN_2 + part * (0.240_226_5 + part * (0.055_504_1 + part * 0.009_618_1)));
    power * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use framework::{Game, Position, Rng, random_move};

    use super::*;
    use crate::{
        Blokus, LARGE,
        engine::features::{Weights, features},
        options,
    };

    #[test]
    fn the_exponential_is_near_enough() {
        for tenth in 0..600 {
            let x = -f32::from(tenth as u16) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 2e-3, "{x}: {} for {}", exp(x), x.exp());
        }
        assert!(exp(-1e9) < 1e-29);
    }

    /// The promise, spread over cells and summed up, is what the features say one by one.
    #[test]
    fn the_promise_of_a_move_is_the_weighted_sum_of_its_features() {
        let mut rng = Rng::from_seed(3);
        for variant in ["duo", "junior", "classic players=2", "classic players=3", "custom 30x30 colors=4"] {
            let options = variant.parse().expect("options");
            let game = Blokus::<LARGE>::new(options::read(&options).expect("rules")).expect("it fits");
            let setting = Setting::<16>::new(*game.rules());
            let grid = game.rules().grid();
            let mut pos = game.start();
            let mut board = Board::<16>::of(&pos);
            let mut promise = Promise::new();
            while let (Some(color), Some(mv)) = (pos.to_move(), random_move(&pos, &mut rng)) {
                let weights: Weights = std::array::from_fn(|_| rng.unit() as f32 - 0.5);
                let sight = Sight::new(&board, &setting, color);
                promise.fill(&sight, &setting.distances, &weights);
                let counted = features(&sight, &setting.shapes, grid, mv);
                let sum: f32 = counted.iter().zip(weights).map(|(count, weight)| count * weight).sum();
                let promised = promise.of(&setting.shapes, mv);
                assert!((promised - sum).abs() < 1e-3, "{variant}: {promised} for {sum}");
                pos.play(mv);
                board.play(game.rules(), color, mv);
            }
        }
    }

    #[test]
    fn priors_add_up_to_one_and_prefer_large_pieces() {
        let game = Blokus::duo();
        let setting = Setting::<4>::new(*game.rules());
        let pos = game.start();
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut priors = Vec::new();
        fill(&Board::of(&pos), &setting, Color::FIRST, &moves, &mut Promise::new(), &mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let large = moves.iter().zip(&priors).filter(|(mv, _)| mv.piece().squares() == 5);
        assert!(0.8 < large.map(|(_, prior)| prior).sum::<f32>());
    }
}
