//! The 2006 program's player against its own ratings and turns.

use backgammon::{
    Board, Dice, Move, OpeningRoll, Phase, Play,
    notation::original::{read_board, write_turn},
    opponents::welfenlab_2006::{Color, Reading, Weights, Welfenlab2006, explain, rating},
};
use framework::{
    Game, Millis, Options, Position, Seat,
    search::{Control, Engine, Limits, SearchRequest, Stop},
    testkit,
};

use crate::{
    dice, game,
    original::{R1, R2, R3, R4},
    players::search,
};

/// Half of the last digit that is known.
const SHOWN: f64 = 0.501e-9;

/// Checks the rating and the nine terms to the digits that are known.
#[track_caller]
fn check_rating(board: &str, expected: f64, terms: [f64; 9]) {
    let board = read_board(board).expect("a board");
    for color in [Color::White, Color::Black] {
        let found = rating(board, color, Weights::default());
        assert!((found - expected).abs() < SHOWN, "{color:?}: {found} instead of {expected}");
        let explained = explain(board, color, Weights::default());
        for (term, expected) in explained.iter().zip(terms) {
            assert!((term.value - expected).abs() < SHOWN, "{color:?}: {term:?} instead of {expected}");
        }
        let sum: f64 = explained.iter().map(|term| term.share).sum();
        assert!((sum - found).abs() < 1e-9, "the shares add up to {sum}, not to {found}");
    }
}

#[test]
fn the_opening_board_is_rated_as_in_2006() {
    check_rating(
        "0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0",
        -11.661490683,
        [0.0, 0.248792271, 0.248792271, 0.0, 0.571428571, 0.0, 0.100000000, 0.333333333, 0.141666667],
    );
}

#[test]
fn a_made_point_is_rated_as_in_2006() {
    check_rating(
        "0 -2 0 0 2 0 4 0 2 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0",
        -24.090752243,
        [0.0, 0.340579710, 0.415458937, 0.0, 0.714285714, 0.0, 0.100000000, 0.400000000, 0.141666667],
    );
}

#[test]
fn blots_under_attack_from_the_bar_are_rated_as_in_2006() {
    check_rating(
        "0 1 0 4 2 0 2 -2 4 0 0 0 0 0 0 1 0 1 0 -2 0 -2 -3 -2 -3 0 0 -1",
        -216.398474043,
        [
            0.568907676,
            0.265700483,
            0.294685990,
            0.250000000,
            0.571428571,
            0.0,
            0.081481481,
            0.600000000,
            0.163888889,
        ],
    );
}

#[test]
fn a_checker_on_the_bar_is_rated_as_in_2006() {
    check_rating(
        "0 -2 0 5 2 0 2 0 4 0 0 0 0 0 -1 1 0 0 -4 -2 0 0 -3 -2 -1 1 0 0",
        -161.939268461,
        [0.149456522, 0.466183575, 0.688405797, 0.0, 0.571428571, 0.0, 0.133333333, 0.666666667, 0.150000000],
    );
}

#[test]
fn bearing_off_is_rated_as_in_2006() {
    check_rating(
        "4 4 2 0 5 0 0 -3 0 0 0 0 0 0 0 0 0 0 0 0 0 -3 0 -5 -4 0 0 0",
        25.236369910,
        [0.0, 0.111111111, 0.248792271, 0.0, 0.428571429, 0.266666667, 0.0, 0.733333333, 0.069444444],
    );
}

#[test]
fn the_board_of_r1_is_rated_as_in_2006() {
    check_rating(
        R1,
        -642.760524500,
        [0.0, 1.582125604, 0.618357488, 0.0, 0.571428571, 0.0, 0.259259259, 0.666666667, 0.133333333],
    );
}

#[test]
fn the_board_of_r2_is_rated_as_in_2006() {
    check_rating(R2, 88.611111111, [0.0, 0.0, 0.0, 0.0, 0.0, 0.933333333, 0.0, 0.066666667, 0.002777778]);
}

#[test]
fn the_board_of_r3_is_rated_as_in_2006() {
    check_rating(
        R3,
        -536.395790200,
        [0.0, 1.672705314, 0.352657005, 0.250000000, 0.571428571, 0.0, 0.066666667, 0.866666667, 0.202777778],
    );
}

#[test]
fn the_board_of_r4_is_rated_as_in_2006() {
    check_rating(
        R4,
        -414.371980676,
        [0.0, 1.869565217, 2.528985507, 0.0, 1.000000000, 0.0, 0.070370370, 0.666666667, 0.127777778],
    );
}

/// What the player plays on a board, for a seat.
fn turn(player: Welfenlab2006, board: Board, seat: Seat, roll: Dice) -> Play {
    let table = game("nocube").start().with_board(seat, board);
    let table = table.with_phase(Phase::Playing(roll)).expect("a roll fits");
    match search(&mut player.clone(), &table, &Limits::NONE).best {
        Move::Play(play) => play,
        mv => panic!("{mv:?} is no play"),
    }
}

/// Checks the turn of a seat, however its steps are ordered.
#[track_caller]
fn check_turn(board: Board, roll: (u8, u8), seat: Seat, expected: &str) {
    let played = turn(Welfenlab2006::default(), board, seat, dice(roll.0, roll.1));
    assert_eq!(write_turn(played), expected, "{seat:?} with {roll:?}");
}

#[test]
fn openings_are_played_as_in_2006() {
    let start = game("").start().board();
    for (one, other, expected) in [
        (2, 1, "2 13 11;1 11 10;"),
        (3, 1, "3 8 5;1 6 5;"),
        (3, 2, "3 13 10;2 10 8;"),
        (4, 1, "4 13 9;1 9 8;"),
        (4, 2, "4 8 4;2 6 4;"),
        (4, 3, "4 13 9;3 9 6;"),
        (5, 1, "1 24 23;5 13 8;"),
        (5, 2, "5 13 8;2 8 6;"),
        (5, 3, "5 8 3;3 6 3;"),
        (5, 4, "5 13 8;4 13 9;"),
        (6, 1, "6 13 7;1 8 7;"),
        (6, 2, "6 24 18;2 18 16;"),
        (6, 3, "6 24 18;3 18 15;"),
        (6, 4, "6 8 2;4 6 2;"),
        (6, 5, "6 24 18;5 18 13;"),
    ] {
        for seat in Seat::all(2) {
            check_turn(start, (one, other), seat, expected);
        }
    }
}

#[test]
fn every_opening_roll_is_answered_the_same_by_both_colors() {
    for roll in OpeningRoll::all() {
        let [white, black] = [Seat::FIRST, Seat::SECOND]
            .map(|seat| turn(Welfenlab2006::default(), game("").start().board(), seat, roll.dice()));
        assert_eq!(white, black, "{roll}");
    }
}

#[test]
fn the_boards_of_the_faulty_servers_are_answered_as_in_2006() {
    for (board, roll, expected) in
        [(R1, (6, 1), "1 25 24;"), (R2, (4, 6), "6 1 0;"), (R3, (6, 1), "1 2 1;"), (R4, (3, 6), "3 7 4;")]
    {
        let board = read_board(board).expect("a board");
        for seat in Seat::all(2) {
            check_turn(board, roll, seat, expected);
        }
    }
}

/// Checks a board on which the program does not search, and what it would have rated highest.
#[track_caller]
fn check_blind_spot(board: &str, roll: (u8, u8), white: &str, black: &str, highest: &str) {
    let board = read_board(board).expect("a board");
    check_turn(board, roll, Seat::FIRST, white);
    check_turn(board, roll, Seat::SECOND, black);
    let mut outcomes = Vec::new();
    board.plays(dice(roll.0, roll.1), &mut outcomes);
    let rated = outcomes
        .iter()
        .map(|outcome| (rating(outcome.board, Color::White, Weights::default()), write_turn(outcome.play)));
    let best = rated.max_by(|left, right| left.0.total_cmp(&right.0)).expect("a legal play");
    assert_eq!(best.1, highest);
}

#[test]
fn in_its_blind_spot_it_plays_the_first_turn_that_it_finds() {
    check_blind_spot(
        "0 0 4 3 0 0 2 0 0 0 -2 0 0 0 0 -1 0 -2 0 -5 0 0 -3 -2 5 1 0 0",
        (5, 3),
        "5 25 20;3 24 21;",
        "5 25 20;3 6 3;",
        "5 25 20;3 6 3;",
    );
}

#[test]
fn in_its_blind_spot_it_may_miss_the_best_turn_with_either_color() {
    check_blind_spot(
        "0 2 0 2 0 0 5 -1 0 1 0 -1 1 2 0 0 0 0 0 -5 0 0 -5 1 -3 1 0 0",
        (1, 5),
        "5 25 20;1 13 12;",
        "5 25 20;1 3 2;",
        "5 25 20;1 12 11;",
    );
}

#[test]
fn other_weights_make_another_player() {
    let game = game("nocube");
    let entry =
        game.engines().into_iter().find(|entry| entry.name == "welfenlab-2006").expect("it is listed");
    let options = "w1=0 w7=-6000".parse().expect("options");
    let table = crate::after(&game, game.start(), &["62"]);
    let found = search(&mut *(entry.make)(&options).expect("weights"), &table, &Limits::NONE);
    let usual = search(&mut Welfenlab2006::default(), &table, &Limits::NONE);
    assert_ne!(found.best, usual.best);
    for wrong in ["w1=many", "w1=NaN", "w10=1", "brave", "time=-1", "time=soon", "as-programmed"] {
        assert!((entry.make)(&wrong.parse().expect("options")).is_err(), "{wrong}");
    }
}

#[test]
fn without_time_it_plays_the_turn_it_has_before_it_searches() {
    let table = crate::after(&game("nocube"), game("nocube").start(), &["62"]);
    let found = search(&mut Welfenlab2006::default(), &table, &Limits::nodes(0));
    assert_eq!(found.nodes, 1);
    // White's first point for either number is 24.
    assert_eq!(game("nocube").write_move(&table, found.best), "24/18 24/22");
}

#[test]
fn it_never_doubles_and_takes_every_double() {
    let game = game("beavers");
    let mut table = crate::after(&game, game.start(), &["31", "8/5 6/5"]);
    assert_eq!(search(&mut Welfenlab2006::default(), &table, &Limits::NONE).best, Move::Roll);
    table.play(Move::Double);
    assert_eq!(search(&mut Welfenlab2006::default(), &table, &Limits::NONE).best, Move::Take);
    table.play(Move::Beaver);
    assert_eq!(search(&mut Welfenlab2006::default(), &table, &Limits::NONE).best, Move::Take);
}

fn with_options(options: &str) -> Welfenlab2006 {
    Welfenlab2006::from_options(&options.parse::<Options>().expect("options")).expect("a player")
}

/// Checks terms of a board as the paper words them, each by its number.
#[track_caller]
fn check_as_written(board: &str, terms: &[(usize, f64)]) {
    let board = read_board(board).expect("a board");
    let player = with_options("as-written");
    for color in [Color::White, Color::Black] {
        let found = player.terms(board, color);
        for &(number, expected) in terms {
            let term = found[number - 1];
            assert!((term.value - expected).abs() < 1e-12, "{number}: {term:?} instead of {expected}");
        }
        let sum: f64 = found.iter().map(|term| term.share).sum();
        assert!((sum - player.rate(board, color)).abs() < 1e-9);
    }
}

/// The start, as it is rated for who has just played.
const START: &str = "0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0 0 0";

#[test]
fn as_written_distances_are_means_over_checkers() {
    // Two on 24, five on 13 and three on 8 are 18, 7 and 2 from home; 167 pips are to go for the other side.
    let to_home = f64::from(2 * 18 + 5 * 7 + 3 * 2) / 15.0;
    check_as_written(START, &[(7, to_home / 18.0), (9, 167.0 / 15.0 / 24.0)]);
}

#[test]
fn as_written_a_checker_on_the_bar_is_19_points_from_home() {
    // All others are at home: 15 checkers, one of them on the bar. The other side has two on its bar.
    let board = "0 0 0 5 5 0 4 0 0 0 0 0 0 0 0 0 0 0 0 -5 0 0 -5 0 -3 1 0 -2";
    let pips = 5 * 6 + 5 * 3 + 3 + 2 * 25;
    check_as_written(board, &[(7, 19.0 / 15.0 / 18.0), (9, f64::from(pips) / 15.0 / 24.0)]);
}

#[test]
fn as_written_checkers_in_the_other_home_board_are_counted() {
    check_as_written(START, &[(8, 2.0 / 15.0)]);
    let on_bar = "0 -2 0 5 2 0 2 0 4 0 0 0 0 0 -1 1 0 0 -4 -2 0 0 -3 -2 -1 1 0 0";
    check_as_written(on_bar, &[(8, 1.0 / 15.0)]);
}

#[test]
fn as_written_every_number_that_moves_nothing_adds_a_sixth() {
    // From 24 a five meets the point 19, from 13 a one meets 12, from 8 every number moves, and from 6 two do not: a
    // five meets the point 1, and nobody may bear off with a six yet.
    let own = (2.0 * 23.0 + 5.0 * 12.0 + 5.0 * 5.0 * 2.0) / 6.0 / 23.0;
    check_as_written(START, &[(2, own), (3, own), (4, 0.0)]);
}

#[test]
fn as_written_a_larger_number_bears_off_the_hindmost_checkers() {
    // The hindmost stand on 4, where every number moves; on 2 a one and a two do, and on 1 only a one.
    let board = "4 2 5 0 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -15 0 0 0";
    check_as_written(board, &[(2, 5.0 * 4.0 / 6.0 / 23.0)]);
}

#[test]
fn as_written_a_closed_board_keeps_all_numbers_out() {
    // Six points of two against two checkers on the bar.
    let board = "0 2 2 2 2 2 2 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -13 0 0 -2";
    check_as_written(board, &[(4, 2.0)]);
    // Four points are closed, so four of six numbers do not enter.
    let half = "0 2 0 2 0 2 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -14 0 0 -1";
    check_as_written(half, &[(4, 4.0 / 6.0)]);
}

#[test]
fn as_written_a_blot_is_hit_by_the_rolls_that_hit_it() {
    // A blot on 18 and an attacker six steps before it, with nothing between. A six, 5-1, 4-2,
    // 3-3 and 2-2 hit: 11 + 2 + 2 + 1 + 1 rolls. All numbers enter, so it counts once.
    let board = "14 0 0 0 0 0 0 0 0 0 0 0 -1 0 0 0 0 0 1 0 0 0 0 0 0 0 -14 0";
    check_as_written(board, &[(1, 17.0 / 36.0 * 6.0 / 23.0)]);
}

#[test]
fn the_explanation_of_a_position_is_the_rating_of_its_player() {
    let game = game("");
    for options in ["", "as-written", "w1=-3.5,w9=0"] {
        let player = with_options(&options.replace(',', " "));
        testkit::check_explanations(&game, &format!("welfenlab-2006:{options}"), (3, 300), |table, seat| {
            player.rate(table.board_of(seat), Color::of(seat))
        });
    }
}

#[test]
fn paper_and_program_choose_different_turns() {
    let mut n_different = 0;
    testkit::random_positions(&game("nocube").start(), 5, 400, |table| {
        if matches!(table.phase(), Phase::Playing(_)) {
            let [written, programmed] = ["as-written", ""]
                .map(|options| search(&mut with_options(options), table, &Limits::NONE).best);
            n_different += u32::from(written != programmed);
        }
    });
    assert!(50 < n_different, "{n_different}");
    assert_eq!(with_options("as-written").reading, Reading::AsWritten);
}

/// How many plays are rated when every look at the clock takes a millisecond.
fn n_rated(player: &str, limits: &Limits) -> u64 {
    let table = crate::after(&game("nocube"), game("nocube").start(), &["62", "24/16", "33"]);
    let looks = std::sync::atomic::AtomicU64::new(0);
    let clock = || Millis(looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let stop = Stop::default();
    with_options(player)
        .search(
            SearchRequest::new(&table, *limits)
                .expect("a seat is to move")
                .with_control(Control::new(&stop, &clock)),
        )
        .nodes
}

#[test]
fn it_thinks_no_longer_than_its_own_time_or_the_limit() {
    let all = n_rated("", &Limits::NONE);
    assert!(20 < all, "{all}");
    assert_eq!(n_rated("time=3000", &Limits::NONE), all, "three seconds are what it has anyway");
    assert_eq!(n_rated("time=10", &Limits::NONE), 10);
    assert_eq!(n_rated("time=10", &Limits::time(Millis(7))), 7, "the smaller one counts");
    assert_eq!(n_rated("time=10", &Limits::time(Millis(50))), 10);
    assert_eq!(n_rated("time=0", &Limits::NONE), 1, "it always has a turn");
    assert_eq!(Welfenlab2006::default().time, Millis::seconds(3));
}
