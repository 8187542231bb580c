//! Comparing the solver with what is known, for quick tests and slow ones.

use connect4::{Bits, Board, Solver};
use framework::{Game, Position, Rng, random_move};

use crate::{game, position, slow_solver, test_data::Solved};

pub(crate) const MEGABYTE: usize = 1 << 20;

pub(crate) fn solver(options: &str) -> Solver {
    Solver::new(game::<u64>(options).size(), 4 * MEGABYTE).expect(options).without_book()
}

pub(crate) fn never(_: u64) -> bool {
    false
}

pub(crate) fn score(solver: &mut Solver, pos: &Board) -> i32 {
    solver.solve(pos, &never).expect("nobody stops it").score.number().into()
}

/// Solves positions of the tables that hold at least so many discs.
pub(crate) fn check_table(table: Vec<Solved>, min_discs: usize) {
    let mut n_solved = 0;
    for solved in table.into_iter().filter(|solved| min_discs <= solved.record.len()) {
        let size = game::<u128>(&solved.options).size();
        if !u64::fits(size) {
            continue;
        }
        let pos = position::<u64>(&solved.options, solved.record);
        let mut solver = solver(&solved.options);
        assert_eq!(score(&mut solver, &pos), solved.score, "{} {}", solved.options, solved.record);
        let weak = solver.outcome(&pos, &never).expect("nobody stops it").score;
        assert_eq!(i32::from(weak.number()), solved.score.signum(), "{} {}", solved.options, solved.record);
        n_solved += 1;
    }
    assert!(50 <= n_solved, "{n_solved} positions were solved");
}

/// Compares the solver with the slow one on positions of random games with at most so many empty cells.
pub(crate) fn check_random_positions(options: &str, max_empty: u16, n_positions: usize, seed: u64) {
    let mut solver = solver(options);
    let size = solver.size();
    let mut n_checked = 0;
    for game_idx in 0.. {
        let mut rng = Rng::stream(seed, options, game_idx);
        let mut pos = game::<u64>(options).start();
        while let Some(mv) = random_move(&pos, &mut rng) {
            if size.cells() - pos.ply() <= max_empty {
                let expected = slow_solver::score(&pos);
                assert_eq!(score(&mut solver, &pos), expected, "{options}: {pos}");
                n_checked += 1;
                if n_checked == n_positions {
                    return;
                }
            }
            pos.play(mv);
        }
    }
}
