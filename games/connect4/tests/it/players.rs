//! Who plays: the searches agree with each other, everybody plays by the rules, and the strong beat the weak.

use std::collections::BTreeSet;

use connect4::{Bits, Board, Column, Evaluation, Lanes};
use framework::{
    Game, Position, Score,
    search::{AlphaBeta, AlphaBetaFeatures, Found, Leaf, Limits, Mcts, MctsFeatures},
    testkit::{self, check_alpha_beta, duel, play, player, random_decisions, search},
};

use crate::{game, openings::openings, position};

/// Compares alpha-beta with plain minimax on a board.
fn check_searches_agree<B: Bits>(
    options: &str,
    n_positions: usize,
    features: AlphaBetaFeatures,
    threads: usize,
) {
    let game = game::<B>(options);
    let positions = random_decisions(&game.start(), n_positions, 1);
    check_alpha_beta(&Evaluation::<B>::new(game.size()), &positions, features, threads);
}

const WITHOUT_TABLE: AlphaBetaFeatures = AlphaBetaFeatures { table_megabytes: 0, ..AlphaBetaFeatures::ALL };
const SMALL_TABLE: AlphaBetaFeatures = AlphaBetaFeatures { table_megabytes: 1, ..AlphaBetaFeatures::ALL };

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    check_searches_agree::<u64>("7x6x4", 400, AlphaBetaFeatures::PLAIN, 1);
    check_searches_agree::<u64>("7x6x4", 400, WITHOUT_TABLE, 1);
    check_searches_agree::<u64>("7x6x4", 400, SMALL_TABLE, 1);
    check_searches_agree::<u64>("5x4x3", 200, SMALL_TABLE, 1);
    check_searches_agree::<u128>("9x7x5", 40, SMALL_TABLE, 1);
    check_searches_agree::<Lanes>("7x6x4", 40, SMALL_TABLE, 1);
}

#[test]
fn two_threads_find_what_one_finds() {
    check_searches_agree::<u64>("7x6x4", 200, SMALL_TABLE, 2);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let pos = position::<u64>("7x6x4", "4435");
    for name in ["alphabeta", "minimax", "mcts", "woellert-2006", "praktikum-2018 level=3"] {
        let limits = Limits { seed: 7, ..Limits::nodes(3_000) };
        let again = || search(&mut *player(&game::<u64>("7x6x4"), name), &pos, &limits);
        assert_eq!(again(), again(), "{name}");
    }
}

/// Tree search must choose a move that keeps the result which a search to the end knows.
#[track_caller]
fn check_tree_search(options: &str, n_positions: usize, min_ply: u16) {
    let evaluation = Evaluation::<u64>::new(game::<u64>(options).size());
    let mut exact =
        AlphaBeta::new(evaluation, AlphaBetaFeatures { exact_root: true, ..AlphaBetaFeatures::ALL });
    let positions = random_decisions(&game::<u64>(options).start(), 20 * n_positions, 5);
    let late: Vec<_> = positions.into_iter().filter(|pos| min_ply <= pos.ply()).take(n_positions).collect();
    assert_eq!(late.len(), n_positions);
    for pos in late {
        let known = search(&mut exact, &pos, &Limits::NONE);
        let result = |value: f32| if value.abs() < 1_000.0 { 0.0 } else { value.signum() };
        let mut tree = Mcts::<Board, Evaluation>::new(Leaf::Playout, MctsFeatures::USUAL);
        let found = search(&mut tree, &pos, &Limits::nodes(50_000));
        let chosen = known.moves.iter().find(|root| root.mv == found.best).expect("a legal move");
        assert_eq!(result(chosen.value), result(known.value), "{pos:?}: {}", found.best);
    }
}

#[test]
fn tree_search_keeps_the_result_on_small_boards() {
    check_tree_search("4x4x3", 30, 0);
    check_tree_search("5x4x4", 30, 8);
}

fn check_everybody_plays<B: Bits>(options: &str) {
    let game = game::<B>(options);
    let entries = game.engines();
    let names: BTreeSet<_> = entries.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), entries.len(), "names are different");
    assert_eq!(entries[0].name, "alphabeta");
    for name in ["minimax", "greedy", "mcts", "random", "woellert-2006", "praktikum-2018"] {
        assert!(names.contains(name), "{name}");
    }
    for name in names {
        let limits = Limits { depth: Some(2), ..Limits::nodes(300) };
        let (mut one, mut other) = (player(&game, name), player(&game, "random"));
        play(game.start(), [&mut *one, &mut *other], [limits; 2]);
        play(game.start(), [&mut *other, &mut *one], [limits; 2]);
    }
    for level in 1..=10 {
        let (mut one, mut other) = (game.level(level), game.level(11 - level));
        play(game.start(), [&mut *one, &mut *other], [Limits::nodes(300); 2]);
    }
}

#[test]
fn everybody_plays_whole_games_on_any_board() {
    check_everybody_plays::<u64>("7x6x4");
    check_everybody_plays::<u64>("3x3x3");
    check_everybody_plays::<u64>("1x2x2");
    check_everybody_plays::<u64>("32x1x3");
    check_everybody_plays::<u128>("9x7x5");
    check_everybody_plays::<Lanes>("12x10x4");
}

#[test]
fn only_a_beginner_overlooks_a_win_and_from_the_fourth_level_on_nobody_a_loss_at_once() {
    let wins = |pos: &Board, mv: Column| pos.after(mv).has_won(pos.mover());
    let loses = |pos: &Board, mv: Column| {
        let next = pos.after(mv);
        next.columns().any(|reply| next.is_legal(reply) && wins(&next, reply))
    };
    let (mut n_overlooked_wins, mut n_losing_beginner_moves) = (0, 0);
    for level in 1..=10 {
        let mut player = game::<u64>("7x6x4").level(level);
        for (seed, pos) in (0..).zip(random_decisions(&game::<u64>("7x6x4").start(), 150, 9)) {
            let legal: Vec<Column> = pos.columns().filter(|&mv| pos.is_legal(mv)).collect();
            let best = search(&mut *player, &pos, &Limits { seed, ..Limits::nodes(2_000) }).best;
            if legal.iter().any(|&mv| wins(&pos, mv)) {
                assert!(wins(&pos, best) || level == 1, "level {level}: {best} in {pos:?}");
                n_overlooked_wins += u32::from(!wins(&pos, best));
            } else if loses(&pos, best) && !legal.iter().all(|&mv| loses(&pos, mv)) {
                assert!(level <= 3, "level {level}: {best} in {pos:?}");
                n_losing_beginner_moves += 1;
            }
        }
    }
    assert!(0 < n_overlooked_wins && 0 < n_losing_beginner_moves, "a beginner makes mistakes");
}

#[test]
fn a_level_beats_one_three_below() {
    for level in [4, 7, 10] {
        let (mut high, mut low) = (game::<u64>("7x6x4").level(level), game::<u64>("7x6x4").level(level - 3));
        let Score { wins, losses, .. } = duel(openings(10), &mut *high, &mut *low, 20_000);
        assert!(2 * losses < wins, "level {level}: {wins} to {losses}");
    }
}

/// Less than what 200 ms are worth on any machine of today.
const NODES: u64 = 50_000;

#[test]
fn the_strongest_level_beats_the_opponents_of_earlier_years() {
    for name in ["woellert-2006", "praktikum-2018 level=4"] {
        let mut strongest = game::<u64>("7x6x4").level(10);
        let score = duel(openings(5), &mut *strongest, &mut *player(&game::<u64>("7x6x4"), name), NODES);
        assert!(8 <= score.wins, "{name}: {score:?}");
    }
}

#[test]
fn a_search_to_the_end_solves_small_boards() {
    let result = |options: &str| {
        let evaluation = Evaluation::<u64>::new(game::<u64>(options).size());
        let found = search(
            &mut AlphaBeta::new(evaluation, AlphaBetaFeatures::ALL),
            &game::<u64>(options).start(),
            &Limits::NONE,
        );
        if found.value.abs() < 1_000.0 { 0.0 } else { found.value.signum() }
    };
    // Four by four is a draw, and so is five by four; three in a row on four by four is the beginner's.
    assert_eq!([result("4x4x4"), result("5x4x4"), result("4x4x3")], [0.0, 0.0, 1.0]);
}

#[test]
fn options_of_players_have_bounds() {
    let game = game::<u64>("7x6x4");
    let refusal = |name: &str, words: &str| {
        let entries = game.engines();
        let entry = entries.iter().find(|entry| entry.name == name).expect(name);
        (entry.make)(&words.parse().expect(words)).err().map(|error| error.to_string())
    };
    assert_eq!(refusal("woellert-2006", "depth=5"), None);
    assert_eq!(
        refusal("woellert-2006", "depth=0").as_deref(),
        Some("depth is 0; it must lie between 1 and 12")
    );
    assert_eq!(
        refusal("praktikum-2018", "level=7").as_deref(),
        Some("level is 7; it must lie between 1 and 6")
    );
}

/// Boards that the solver does not know, with three, four, five and six in a row.
const LARGE: [&str; 6] = ["9x9x3", "8x8x4", "12x12x5", "10x10x6", "20x16x4", "32x32x6"];

/// What the strongest level plays after a record.
fn strongest_after(options: &str, record: &[u8]) -> Found<Column> {
    let game = game::<Lanes>(options);
    let mut pos = game.start();
    record.iter().for_each(|&column| pos.play(Column::new(column)));
    let found = search(&mut *game.level(10), &pos, &Limits::nodes(5_000));
    assert!(found.nodes <= 5_000, "{options}: {} positions", found.nodes);
    found
}

#[test]
fn on_large_boards_the_strongest_level_takes_a_win_and_stops_one() {
    for options in LARGE {
        let size = game::<Lanes>(options).size();
        let (in_a_row, last) = (size.k() - 1, size.columns() - 1);
        // Yellow builds a row from the left, red a tower at the right.
        let record: Vec<u8> = (0..in_a_row).flat_map(|column| [column, last]).collect();
        assert_eq!(
            strongest_after(options, &record).best.index(),
            in_a_row,
            "{options}: the row is completed"
        );
        let stops = strongest_after(options, &record[..record.len() - 1]).best.index();
        assert_eq!(stops, in_a_row, "{options}: the row is stopped");
    }
}

#[test]
fn on_large_boards_the_strongest_level_plays_the_end_exactly() {
    let game = game::<u128>("9x7x5");
    let n_empty = |pos: &Board<u128>| u32::from(pos.size().cells() - pos.ply());
    let is_late = |pos: &Board<u128>| n_empty(pos) <= 9;
    let late: Vec<_> =
        random_decisions(&game.start(), 3_000, 8).into_iter().filter(is_late).take(25).collect();
    assert_eq!(late.len(), 25);
    for pos in late {
        let exact = search(&mut *player(&game, "minimax"), &pos, &Limits::depth(n_empty(&pos)));
        let found = search(&mut *game.level(10), &pos, &Limits::NONE);
        assert_eq!(found.value, exact.value, "{pos:?}");
    }
}

#[test]
fn the_weights_of_alpha_beta_can_be_chosen() {
    let game = game::<Lanes>("12x12x5");
    let pos = position::<Lanes>("12x12x5", "6 6 7 7 5 4");
    let value = |name: &str| search(&mut *player(&game, name), &pos, &Limits::depth(1)).value;
    assert_ne!(value("alphabeta"), value("alphabeta two-missing=40"));
    assert_eq!(value("alphabeta"), value("alphabeta table=1"), "the table does not change what is found");
    let entry = game.engines().into_iter().find(|entry| entry.name == "alphabeta").expect("it is listed");
    let refused = (entry.make)(&"two-missing=lots".parse().unwrap()).err().expect("it is no number");
    assert!(refused.to_string().contains("this is no number from -1000 to 1000"), "{refused}");
}

#[test]
fn options_that_players_ask_for_are_taken_and_no_others() {
    testkit::check_player_fields(&game::<u64>("7x6x4"));
}
