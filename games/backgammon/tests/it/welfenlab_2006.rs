//! The 2006 programme's player against its own ratings and turns.

use backgammon::{
    Board, Dice, Move, OpeningRoll, Phase, Play,
    notation::original::{read_board, write_turn},
    opponents::welfenlab_2006::{Color, Weights, Welfenlab2006, explain, rating},
};
use framework::{Game, Position, Seat, search::Limits};

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

/// Checks a board on which the programme does not search, and what it would have rated highest.
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
    for wrong in ["w1=many", "w1=NaN", "w10=1", "brave"] {
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
