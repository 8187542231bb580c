//! The solver on the whole end-game suite, and its instructions on many boards.

use framework::{Game, Rng};
use othello::{
    Othello,
    engine::{Bitboard, Instructions, Solver, benchmark},
};

use crate::truths;

/// Boards of random discs, from nearly empty to nearly full, as no game reaches them.
#[test]
fn fast_instructions_find_the_same_moves_and_flips_on_ten_million_boards() {
    let all = Instructions::all();
    let mut rng = Rng::from_seed(19);
    for number in 0..10_000_000_u64 {
        let discs = match number % 3 {
            0 => rng.bits() | rng.bits(),
            1 => rng.bits(),
            _ => rng.bits() | rng.bits() | rng.bits(),
        };
        let own = discs & rng.bits();
        let board = Bitboard { own, opp: discs & !own };
        let moves = Instructions::PORTABLE.mobility(board);
        for instructions in &all {
            assert_eq!(instructions.mobility(board), moves, "{instructions:?} {board:?}");
        }
        let mut squares = board.empties();
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let flips = Instructions::PORTABLE.flips(board, square);
            for instructions in &all {
                assert_eq!(instructions.flips(board, square), flips, "{instructions:?} {board:?} {square}");
            }
            assert_eq!(flips != 0, moves >> square & 1 != 0, "{board:?} {square}");
        }
    }
}

#[test]
fn the_whole_suite_has_its_scores_and_best_moves() {
    let mut solver = Solver::new(64 << 20).with_threads(2);
    for data in [include_str!("../data/ffo01-39.txt"), include_str!("../data/ffo40-49.txt")] {
        for end_game in truths::end_games(data).iter().filter(|end_game| end_game.number <= 44) {
            let pos = Othello::standard().parse_position(&end_game.position).unwrap();
            let solution = solver.solve(Bitboard::of(&pos).unwrap(), &|_| false).unwrap();
            assert_eq!(solution.score, end_game.score, "number {}", end_game.number);
            let best = end_game.moves.iter().find(|(name, _)| *name == solution.best.to_string()).unwrap();
            assert_eq!(best.1, end_game.score, "number {}: {}", end_game.number, solution.best);
        }
    }
}

#[test]
fn the_benchmark_is_right_and_the_same_every_time() {
    let done = benchmark();
    assert_eq!((done.n_solved, done.n_wrong), (5, 0));
    assert_eq!(benchmark(), done);
}
