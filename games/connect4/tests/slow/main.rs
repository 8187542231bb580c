//! The big numbers, for a release build: `cargo test -p connect4 --release --features slow-tests --test slow`.

#[path = "../it/counting.rs"]
mod counting;
#[path = "../it/minimax.rs"]
mod minimax;
#[path = "../it/openings.rs"]
mod openings;
#[path = "../it/positions.rs"]
mod positions;
#[path = "../it/test_data.rs"]
mod test_data;

use connect4::Tally;
use framework::{Game, testkit};
use positions::{game, position};

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
