//! The search of the middle game finds what a plain one finds, and stops when it is asked to.

use std::sync::Arc;

use framework::{Game, Position, Rng, random_move};
use othello::{
    Othello,
    engine::{
        Bitboard, CutModel, Instructions, MiddleGame, Solver, Thoroughness,
        patterns::{Features, N_PHASES, N_SCALARS, Scalars, UNITS_PER_DISC, Weights, folded_len},
    },
};

/// Weights without meaning, small enough that values differ by some discs.
fn weights() -> Arc<Weights> {
    let mut rng = Rng::from_seed(9);
    let phase: Vec<i16> = (0..folded_len() + N_SCALARS).map(|_| rng.below(41) as i16 - 20).collect();
    Arc::new(Weights::of_phases((0..N_PHASES).map(|_| phase.as_slice())))
}

/// Positions of random games with so many empty squares.
fn positions(n_empties: u32, n_positions: usize) -> Vec<Bitboard> {
    let mut rng = Rng::from_seed(n_empties.into());
    let mut boards = Vec::new();
    while boards.len() < n_positions {
        let mut pos = Othello::standard().start();
        while n_empties < pos.empties().count_ones() {
            let Some(mv) = random_move(&pos, &mut rng) else { break };
            pos.play(mv);
        }
        let board = Bitboard::of(&pos).unwrap();
        if board.n_empties() == n_empties && random_move(&pos, &mut rng).is_some() {
            boards.push(board);
        }
    }
    boards
}

/// All lines to a depth, without cuts or tables; a pass costs no depth, and from six empty squares on all are solved.
fn plain_score(weights: &Weights, solver: &mut Solver, board: Bitboard, depth: u32) -> i32 {
    let instructions = Instructions::PORTABLE;
    let (moves, replies) = (instructions.mobility(board), instructions.mobility(board.passed()));
    if moves == 0 && replies == 0 {
        return board.final_score();
    }
    if board.n_empties() <= depth.max(6) {
        return solver.solve(board, &|_| false).unwrap().score;
    }
    if moves == 0 {
        return -plain_score(weights, solver, board.passed(), depth);
    }
    if depth == 0 {
        let units = weights.value(&Features::of(board), Scalars::of(board, moves, replies));
        let discs = (f64::from(units) / f64::from(UNITS_PER_DISC) + 0.5).floor();
        return (discs as i32).clamp(-62, 62);
    }
    let squares = (0..64).filter(|square| moves >> square & 1 != 0);
    let next = |square: usize| board.after(1 << square, instructions.flips(board, square));
    squares.map(|square| -plain_score(weights, solver, next(square), depth - 1)).max().unwrap()
}

const CERTAIN: u8 = Thoroughness::CERTAIN;

#[test]
fn a_search_that_leaves_nothing_out_finds_the_score_of_a_plain_one() {
    let weights = weights();
    let mut solver = Solver::new(1 << 16);
    let best = MiddleGame::new(Arc::clone(&weights), &CutModel::FITTED, 1 << 16);
    let portable = MiddleGame::new(Arc::clone(&weights), &CutModel::FITTED, 1 << 20);
    for mut middle in [best, portable.with_instructions(Instructions::PORTABLE)] {
        for (n_empties, n_positions) in [(8, 40), (9, 40), (14, 30), (30, 20), (50, 20)] {
            for board in positions(n_empties, n_positions) {
                // What is known about a position from a deeper search would be a better answer than is asked for.
                middle.forget();
                for depth in 1..=4 {
                    let score = plain_score(&weights, &mut solver, board, depth);
                    let how = Thoroughness { depth, certainty: CERTAIN };
                    assert_eq!(middle.score(board, how, &|_| false), Some(score), "{board:?} {depth}");
                    let found = middle.search(board, how, false, &|_| false, &mut |_| {}).unwrap();
                    assert_eq!((found.score, found.moves[0].1), (score, score), "{board:?} {depth}");
                    let all = middle.search(board, how, true, &|_| false, &mut |_| {}).unwrap();
                    assert_eq!(all.score, score, "{board:?} {depth}");
                    assert!(all.moves.is_sorted_by_key(|&(_, score)| -score));
                    assert_eq!(found.line[0], found.moves[0].0);
                }
            }
        }
    }
}

#[test]
fn a_search_to_the_end_of_the_game_is_exact_in_the_end() {
    let mut middle = MiddleGame::new(weights(), &CutModel::FITTED, 1 << 20);
    let mut solver = Solver::new(1 << 20);
    for board in positions(13, 12) {
        let exact = solver.analyze(board, &|_| false).unwrap();
        let how = Thoroughness { depth: 13, certainty: CERTAIN };
        let mut n_steps = 0;
        let found = middle.search(board, how, true, &|_| false, &mut |_| n_steps += 1).unwrap();
        assert!(13 < n_steps);
        assert_eq!(found.thoroughness, how);
        assert_eq!(found.score, exact.moves[0].1, "{board:?}");
        for (mv, score) in found.moves {
            assert!(exact.moves.contains(&(mv, score)), "{mv} {score} {:?}", exact.moves);
        }
    }
}

#[test]
fn threads_find_the_exact_score_at_the_end_of_the_game() {
    let mut middle = MiddleGame::new(weights(), &CutModel::FITTED, 1 << 20);
    middle.set_threads(3);
    let mut solver = Solver::new(1 << 20);
    for board in positions(12, 10) {
        let how = Thoroughness { depth: 12, certainty: CERTAIN };
        let found = middle.search(board, how, false, &|_| false, &mut |_| {}).unwrap();
        assert_eq!(found.score, solver.solve(board, &|_| false).unwrap().score, "{board:?}");
        assert_eq!(found.thoroughness, how);
    }
}

#[test]
fn a_search_that_is_stopped_answers_within_a_few_thousand_positions() {
    const LIMIT: u64 = 50_000;
    let mut middle = MiddleGame::new(weights(), &CutModel::FITTED, 1 << 20);
    for board in positions(40, 5) {
        let how = Thoroughness { depth: 40, certainty: CERTAIN };
        let found = middle.search(board, how, false, &|nodes| LIMIT <= nodes, &mut |_| {}).unwrap();
        assert!(found.nodes < LIMIT + 8_192, "{}", found.nodes);
        assert!((3..40).contains(&found.thoroughness.depth), "{:?}", found.thoroughness);
        middle.forget();
    }
    let game_over = Bitboard { own: 1, opp: 0 };
    let how = Thoroughness { depth: 5, certainty: CERTAIN };
    assert_eq!(middle.search(game_over, how, false, &|_| false, &mut |_| {}), None);
}

#[test]
fn the_same_search_from_an_empty_table_finds_the_same() {
    let weights = weights();
    let board = positions(44, 1)[0];
    let how = Thoroughness { depth: 9, certainty: Thoroughness::USUAL };
    let search = |instructions| {
        let middle = MiddleGame::new(Arc::clone(&weights), &CutModel::FITTED, 1 << 18);
        middle.with_instructions(instructions).search(board, how, false, &|_| false, &mut |_| {})
    };
    let found = search(Instructions::best());
    for instructions in Instructions::all() {
        assert_eq!(found, search(instructions), "{instructions:?}");
    }
}
