//! The big numbers, for a release build: `cargo test -p brettwerk-connect4 --release --features slow-tests --test slow`.

#[path = "../it/counting.rs"]
mod counting;
#[path = "../it/minimax.rs"]
mod minimax;
#[path = "../it/openings.rs"]
mod openings;
#[path = "../it/positions.rs"]
mod positions;
#[path = "../it/praktikum_2018.rs"]
mod praktikum_2018;
#[path = "../it/slow_solver.rs"]
mod slow_solver;
#[path = "../it/solver_checks.rs"]
mod solver_checks;
#[path = "../it/test_data.rs"]
mod test_data;

use connect4::{Book, Column, Score, Size, Solver, Tally, opening, openings};
use framework::{Game, Rng, testkit};
use positions::{game, position};
use solver_checks::{MEGABYTE, check_random_positions, check_table, never, score};

#[test]
fn positions_of_the_usual_board_are_as_many_as_known_to_ply_12() {
    counting::check_usual_board(12);
}

#[test]
fn positions_and_paths_of_larger_small_boards_are_as_many_as_known() {
    counting::check_small_board::<u64>("5x4x4");
    counting::check_small_board::<u64>("4x5x4");
    counting::check_small_board::<u64>("5x5x4");
}

#[test]
fn paths_of_the_usual_board_are_as_many_as_known_to_ply_11() {
    let start = game::<u64>("7x6x4").start();
    let known = test_data::usual_counts();
    let ended = [13_032, 57_462, 1_144_344, 5_405_402];
    for (depth, ended) in (8..).zip(ended) {
        let count = &known[depth];
        let tally = Tally { paths: count.paths, wins: count.won_paths, ended };
        assert_eq!(start.tally(depth as u32), tally, "{depth} plies");
    }
}

#[test]
fn positions_with_at_most_18_empty_cells_have_the_known_values() {
    let tables = [test_data::random_positions(), test_data::quiet_positions(), test_data::other_positions()];
    let is_late = |solved: &&test_data::Solved| {
        let n_cells = usize::from(game::<u128>(&solved.options).size().cells());
        n_cells - solved.record.len() <= 18
    };
    let late: Vec<_> = tables.iter().flatten().filter(is_late).collect();
    assert_eq!(late.len(), 200);
    late.iter().for_each(|solved| minimax::check_solved::<u128>(solved));
}

#[test]
fn the_strongest_level_wins_95_of_100_games_against_2006() {
    let mut strongest = game::<u64>("7x6x4").level(10);
    let mut opponent = testkit::player(&game::<u64>("7x6x4"), "woellert-2006 depth=4");
    let score = testkit::duel(openings::openings(50), &mut *strongest, &mut *opponent, 200_000);
    assert!(95 <= score.wins, "{score:?}");
}

#[test]
fn the_strongest_level_wins_four_of_five_games_against_2018() {
    for level in [4, 5] {
        let mut strongest = game::<u64>("7x6x4").level(10);
        let mut opponent = testkit::player(&game::<u64>("7x6x4"), &format!("praktikum-2018 level={level}"));
        let score = testkit::duel(openings::openings(20), &mut *strongest, &mut *opponent, 200_000);
        assert!(32 <= score.wins, "difficulty {level}: {score:?}");
    }
}

#[test]
fn the_moves_of_the_2018_opponent_follow_from_its_description_on_the_highest_levels() {
    praktikum_2018::check_table_against_reference(5..=6);
    praktikum_2018::check_player_against_table(6..=6);
}

#[test]
fn every_known_position_has_its_score() {
    check_table(test_data::random_positions(), 8);
    check_table(test_data::quiet_positions(), 8);
}

#[test]
fn ten_thousand_random_positions_have_the_scores_that_a_slow_solver_finds() {
    check_random_positions("7x6x4", 13, 8_000, 2);
    for options in ["5x5x4", "6x5x4", "5x6x4", "7x5x4", "6x7x4", "8x4x4", "4x4x3", "7x6x5", "9x5x5", "4x3x2"]
    {
        check_random_positions(options, 11, 400, 2);
    }
}

#[test]
fn empty_boards_are_worth_what_is_known() {
    let known =
        [("6x5x4", 0), ("5x6x4", 0), ("7x4x4", 0), ("8x4x4", -1), ("5x7x4", 0), ("7x5x4", 0), ("7x6x4", 1)];
    for (options, expected) in known {
        let game = game::<u64>(options);
        let mut solver = Solver::new(game.size(), 512 * MEGABYTE).expect(options).without_book();
        assert_eq!(score(&mut solver, &game.start()), expected, "{options}");
    }
}

#[test]
fn the_first_moves_are_worth_what_is_known() {
    let mut solver = Solver::new(Size::USUAL, 512 * MEGABYTE).expect("the usual board fits").without_book();
    let analysis = solver.analyze(&game::<u64>("7x6x4").start(), &never).expect("nobody stops it");
    let expected = [-2, -1, 0, 1, 0, -1, -2].map(Score::new);
    assert_eq!(analysis.columns, (0..7).map(Column::new).zip(expected).collect::<Vec<_>>());
}

#[test]
fn the_solver_agrees_with_a_sample_of_the_embedded_book() {
    let book = Book::embedded(Size::USUAL).expect("the usual board has a book");
    let mut solver = Solver::new(Size::USUAL, 512 * MEGABYTE).expect("the usual board fits").without_book();
    let mut keys = openings(Size::USUAL, book.deepest_ply());
    Rng::from_seed(11).shuffle(&mut keys);
    for &key in &keys[..keys.len().min(150)] {
        let pos = opening(Size::USUAL, key);
        let expected = book.score(&pos).map(|score| i32::from(score.number()));
        assert_eq!(Some(score(&mut solver, &pos)), expected, "{pos}");
        assert_eq!(book.score(&pos.mirrored()), book.score(&pos), "{pos}");
    }
}
