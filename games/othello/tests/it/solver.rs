//! The solver: right scores on every path to them, and an answer when it is told to stop.

use std::sync::atomic::{AtomicU64, Ordering};

use framework::{
    Ending, Game, Position, Rng, Valuation, random_move,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, Limits},
    testkit,
};
use othello::{
    Board, Evaluation, Move, Othello, Square, SquareSet,
    engine::{Bitboard, Instructions, Solution, Solver},
};

use crate::{board, slow_solver::perfect_score, truths};

/// A table that is much too small, so that entries are lost all the time.
const TINY_TABLE: usize = 1 << 12;
const SMALL_TABLE: usize = 1 << 20;

fn bitboard(pos: &Board) -> Bitboard {
    Bitboard::of(pos).unwrap()
}

#[track_caller]
fn solve(solver: &mut Solver, pos: &Board) -> Solution {
    solver.solve(bitboard(pos), &|_| false).unwrap()
}

/// A position of a random game with so many empty squares, or fewer if that game was over before.
fn random_end_game(n_empties: u32, seed: u64) -> Board {
    let mut rng = Rng::from_seed(seed);
    let mut pos = Othello::standard().start();
    while n_empties < pos.empties().count_ones() {
        match random_move(&pos, &mut rng) {
            Some(mv) => pos.play(mv),
            None => return random_end_game(n_empties, seed + 1_000_000),
        }
    }
    if pos.is_over() { random_end_game(n_empties, seed + 1_000_000) } else { pos }
}

#[test]
fn moves_flips_and_empty_squares_are_those_of_the_rules() {
    testkit::random_positions(&Othello::standard().start(), 11, 20_000, |pos| {
        let board = bitboard(pos);
        for instructions in Instructions::all() {
            assert_eq!(instructions.mobility(board), pos.mobility(), "{pos:?}");
            for square in pos.squares() {
                let index = u64::of(square).trailing_zeros() as usize;
                let flips = instructions.flips(board, index);
                assert_eq!(flips, pos.flips(square), "{pos:?} {square}");
                assert_eq!(board.after(1 << index, flips), bitboard(&pos.placed(square)));
            }
        }
        assert_eq!(board.passed(), bitboard(&pos.passed()));
        assert_eq!(board.n_empties(), pos.empties().count_ones());
        if pos.is_over() {
            assert_eq!(Some(board.final_score()), pos.final_score(pos.to_move()));
        }
    });
}

#[test]
fn all_instructions_make_the_same_leaves() {
    let start = bitboard(&Othello::standard().start());
    let made = Instructions::PORTABLE.count_made_leaves(start, 8);
    assert_eq!(made.0, 390_216);
    for instructions in Instructions::all() {
        assert_eq!(instructions.count_made_leaves(start, 8), made, "{instructions:?}");
    }
}

#[test]
fn up_to_ten_empty_squares_the_score_is_that_of_a_plain_search() {
    let (mut tiny, mut usual) = (Solver::new(TINY_TABLE), Solver::new(SMALL_TABLE));
    let mut portable = Solver::new(SMALL_TABLE).with_instructions(Instructions::PORTABLE);
    for seed in 0..1_500 {
        let pos = random_end_game(1 + (seed % 10) as u32, seed);
        let score = perfect_score(&pos);
        for solver in [&mut tiny, &mut usual, &mut portable] {
            let solution = solve(solver, &pos);
            assert_eq!(solution.score, score, "{pos:?}");
            assert_eq!(-perfect_score(&pos.after(solution.best)), score, "{pos:?} {}", solution.best);
        }
        let outcome = usual.outcome(bitboard(&pos), &|_| false).unwrap();
        assert_eq!(outcome.score, score.signum(), "{pos:?}");
        let kept = -perfect_score(&pos.after(outcome.best));
        assert_eq!(kept.signum(), score.signum(), "{pos:?} {}", outcome.best);
    }
}

/// Any arrangement of discs can be set up: those that no game reaches have other passes, wipe-outs and edges.
#[test]
fn boards_of_random_discs_are_solved_as_well() {
    let mut rng = Rng::from_seed(7);
    let mut solver = Solver::new(SMALL_TABLE);
    let mut n_solved = 0;
    while n_solved < 1_500 {
        let mut empties = 0_u64;
        for _ in 0..rng.below(9) {
            empties |= 1 << rng.below(64);
        }
        let kept = [rng.bits(), rng.bits() | rng.bits(), rng.bits() & rng.bits()][rng.index(3)];
        let symbol = |square: u32| match (empties >> square & 1, kept >> square & 1) {
            (1, _) => '-',
            (_, 1) => 'X',
            _ => 'O',
        };
        let pos = board(&format!("{} X", (0..64).map(symbol).collect::<String>()));
        if !pos.is_over() {
            assert_eq!(solve(&mut solver, &pos).score, perfect_score(&pos), "{pos:?}");
            n_solved += 1;
        }
    }
}

#[test]
fn the_first_nineteen_of_the_suite_have_their_scores_and_best_moves() {
    let mut solver = Solver::new(SMALL_TABLE);
    for end_game in truths::end_games(include_str!("../data/ffo01-39.txt")).iter().take(19) {
        let solution = solve(&mut solver, &board(&end_game.position));
        assert_eq!(solution.score, end_game.score, "number {}", end_game.number);
        let best = end_game.moves.iter().find(|(name, _)| *name == solution.best.to_string()).unwrap();
        assert_eq!(best.1, end_game.score, "number {}: {}", end_game.number, solution.best);
    }
}

#[test]
fn an_analysis_gives_every_move_its_score() {
    let mut solver = Solver::new(SMALL_TABLE);
    for end_game in truths::end_games(include_str!("../data/ffo01-39.txt")).iter().take(10) {
        let analysis = solver.analyze(bitboard(&board(&end_game.position)), &|_| false).unwrap();
        let sorted = |mut moves: Vec<(String, i32)>| {
            moves.sort();
            moves
        };
        let found = analysis.moves.iter().map(|(mv, score)| (mv.to_string(), *score)).collect();
        assert_eq!(sorted(found), sorted(end_game.moves.clone()), "number {}", end_game.number);
        assert!(analysis.moves.is_sorted_by_key(|(_, score)| -score));
    }
}

#[test]
fn instructions_change_neither_score_nor_nodes_and_threads_not_the_score() {
    for seed in 0..40 {
        let pos = random_end_game(14, seed);
        let fresh = || Solver::new(SMALL_TABLE);
        let one = solve(&mut fresh(), &pos);
        for instructions in Instructions::all() {
            let mut solver = fresh().with_instructions(instructions);
            assert_eq!(solve(&mut solver, &pos), one, "{instructions:?} {pos:?}");
        }
        assert_eq!(solve(&mut fresh().with_threads(3), &pos).score, one.score, "{pos:?}");
    }
}

/// With so many empty squares searches that leave lines out come first, and what they find depends on the threads.
#[test]
fn neither_selective_passes_nor_threads_change_a_score() {
    let suite = truths::end_games(include_str!("../data/ffo01-39.txt"));
    for end_game in suite.iter().filter(|end_game| (22..=24).contains(&end_game.number)) {
        let pos = board(&end_game.position);
        assert!(17 <= pos.empties().count_ones());
        for n_threads in [1, 2, 8] {
            let mut solver = Solver::new(SMALL_TABLE).with_threads(n_threads);
            let solution = solve(&mut solver, &pos);
            assert_eq!(solution.score, end_game.score, "number {}, {n_threads} threads", end_game.number);
            let outcome = solver.outcome(bitboard(&pos), &|_| false).unwrap();
            assert_eq!(outcome.score, end_game.score.signum(), "number {}", end_game.number);
        }
    }
}

#[test]
fn a_line_of_perfect_play_ends_with_the_score() {
    let mut solver = Solver::new(SMALL_TABLE);
    for end_game in truths::end_games(include_str!("../data/ffo01-39.txt")).iter().take(6) {
        let mut pos = board(&end_game.position);
        let mover = pos.to_move();
        for mv in solver.line(bitboard(&pos), &|_| false).unwrap() {
            assert!(pos.is_legal(mv), "{pos:?} {mv}");
            pos.play(mv);
        }
        assert_eq!(pos.final_score(mover), Some(end_game.score), "number {}", end_game.number);
    }
}

#[test]
fn all_eight_views_of_a_position_have_the_same_score() {
    let mut solver = Solver::new(SMALL_TABLE);
    for seed in 100..110 {
        let pos = random_end_game(12, seed);
        let score = solve(&mut solver, &pos).score;
        for view in 0..8 {
            let turned = |at: Square| {
                let (mut column, mut row) = (at.column(), at.row());
                if view & 1 != 0 {
                    column = 7 - column;
                }
                if view & 2 != 0 {
                    row = 7 - row;
                }
                if view & 4 != 0 {
                    Square::new(row, column).unwrap()
                } else {
                    Square::new(column, row).unwrap()
                }
            };
            let symbol = |at: Square| match pos.disc_on(turned(at)) {
                Some(seat) if seat == pos.to_move() => 'X',
                Some(_) => 'O',
                None => '-',
            };
            let turned = format!("{} X", Square::all(8).map(symbol).collect::<String>());
            assert_eq!(solve(&mut solver, &board(&turned)).score, score, "{turned}");
        }
    }
}

#[test]
fn a_player_who_must_pass_gets_the_pass_and_its_score() {
    let pos = board(&format!("{}O- O", "X".repeat(62)));
    assert!(pos.must_pass());
    let solution = solve(&mut Solver::new(TINY_TABLE), &pos);
    assert_eq!((solution.best, solution.score), (Move::Pass, perfect_score(&pos)));
}

#[test]
fn a_finished_game_has_no_solution() {
    let wiped_out = board(&format!("{:-<64} X", "XXX"));
    assert_eq!(Solver::new(TINY_TABLE).solve(bitboard(&wiped_out), &|_| false), None);
    assert_eq!(Solver::new(TINY_TABLE).analyze(bitboard(&wiped_out), &|_| false), None);
}

/// A depth of as many plies as there are empty squares is a promise to follow every line to its end. A search that pays
/// a ply for a pass breaks it, and calls a win by 12 certain where another move wins by 32 (issue 19).
#[test]
fn a_depth_counts_empty_squares_and_a_pass_costs_nothing() {
    let game = Othello::standard();
    for seed in 0..60 {
        let pos = random_end_game(6 + (seed % 5) as u32, seed);
        let limits = Limits::depth(pos.empties().count_ones());
        for mut engine in [game.adviser(), game.level(10)] {
            let found = testkit::search(&mut *engine, &pos, &limits);
            let score = perfect_score(&pos);
            assert_eq!(-perfect_score(&pos.after(found.best)), score, "{pos:?} {}", found.best);
            assert!(found.complete && found.moves[0].exact, "{pos:?}");
            let worth = engine.appraise(&pos, &found, &found.moves[0]);
            assert_eq!(worth, Some(Valuation::Discs { more: score as f32, certain: true }), "{pos:?}");
        }
    }
}

/// The framework's alpha-beta pays a ply for a pass, and may thus not see every end of a game within as many plies as
/// there are empty squares. Then it may tell who wins, but no number.
#[test]
fn what_alpha_beta_calls_certain_is_so() {
    let mut engine = AlphaBeta::new(Evaluation::new(8), AlphaBetaFeatures::ALL);
    let (mut n_numbers, mut n_endings) = (0, 0);
    for seed in 0..150 {
        let pos = random_end_game(5 + (seed % 4) as u32, seed);
        let limits = Limits::depth(pos.empties().count_ones());
        let found = testkit::search(&mut engine, &pos, &limits);
        let score = perfect_score(&pos);
        match engine.appraise(&pos, &found, &found.moves[0]) {
            Some(Valuation::Discs { more, certain: true }) => {
                assert_eq!(more, score as f32, "{pos:?}");
                n_numbers += 1;
            }
            Some(Valuation::Certain { ending, .. }) => {
                let expected = if 0 < score { Ending::Won } else { Ending::Lost };
                assert_eq!(ending, expected, "{pos:?} {score}");
                n_endings += 1;
            }
            _ => assert!(!found.complete, "{pos:?}"),
        }
    }
    assert!(2 < n_numbers && 20 < n_endings, "{n_numbers} {n_endings}");
}

#[test]
fn the_adviser_knows_the_exact_score_of_every_move_of_the_end_game() {
    let mut adviser = Othello::standard().adviser();
    for end_game in truths::end_games(include_str!("../data/ffo01-39.txt")).iter().take(4) {
        let pos = board(&end_game.position);
        let found = testkit::search(&mut *adviser, &pos, &Limits::nodes(20_000_000));
        assert_eq!(found.moves.len(), end_game.moves.len());
        for root in &found.moves {
            let known = end_game.moves.iter().find(|(name, _)| *name == root.mv.to_string()).unwrap().1;
            let worth = adviser.appraise(&pos, &found, root);
            assert_eq!(worth, Some(Valuation::Discs { more: known as f32, certain: true }), "{}", root.mv);
        }
    }
}

#[test]
fn a_player_with_few_nodes_left_answers_without_a_solution() {
    let pos = random_end_game(20, 9);
    let found = testkit::search(&mut *Othello::standard().level(10), &pos, &Limits::nodes(5_000));
    assert!(!found.complete && found.nodes <= 5_000, "{} nodes", found.nodes);
    assert!(pos.is_legal(found.best));
}

/// With 30 empty squares it would go on for hours.
#[test]
fn a_search_stops_when_it_is_told_to() {
    let pos = random_end_game(30, 5);
    for n_threads in [1, 2, 8] {
        let mut solver = Solver::new(SMALL_TABLE).with_threads(n_threads);
        let n_asked = AtomicU64::new(0);
        let stop = |_| 20 <= n_asked.fetch_add(1, Ordering::Relaxed);
        assert_eq!(solver.solve(bitboard(&pos), &stop), None);
        // Each thread is told once, and not much later.
        assert!(n_asked.load(Ordering::Relaxed) <= 21 + n_threads as u64);
    }
}

#[test]
fn a_search_is_asked_to_stop_at_least_every_ten_thousand_nodes() {
    let pos = random_end_game(18, 3);
    let (last, widest) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = |nodes: u64| {
        let before = last.swap(nodes, Ordering::Relaxed);
        widest.fetch_max(nodes.saturating_sub(before), Ordering::Relaxed);
        false
    };
    Solver::new(SMALL_TABLE).solve(bitboard(&pos), &stop).unwrap();
    assert!((1..=10_000).contains(&widest.load(Ordering::Relaxed)), "{widest:?}");
}
