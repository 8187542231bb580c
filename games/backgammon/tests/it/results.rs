//! How a game ends and what it is worth.

use backgammon::{BAR, Board};
use framework::{Game, PerSeat, Position, Resignation, Seat};

use crate::{after, board, game};

/// The payoff of white, who bears off the last checker on a board.
#[track_caller]
fn check(options: &str, xgid_cube: &str, board: Board, payoff: f32, result: &str) {
    let game = game(options);
    let id = backgammon::notation::gnu_id::write_board(board);
    let level_and_owner =
        game.parse_position(&format!("XGID=-b----E-C---eE---c-e----B-:{xgid_cube}:1:00:0:0:0:0:12"));
    let stakes = level_and_owner.expect("a cube");
    let table = game.parse_position(&id).expect("a board").with_stakes(stakes.cube(), stakes.score());
    let roll: &[&str] =
        if table.why_not_double().is_none() { &["roll", "65", "1/off"] } else { &["65", "1/off"] };
    let table = after(&game, table, roll);
    assert_eq!(table.payoffs(), PerSeat::two(payoff, -payoff));
    assert_eq!(game.result(&table).expect("over").en, result);
}

fn last_checker(loser: &[(u8, u8)]) -> Board {
    board(&[(1, 1)], loser)
}

#[test]
fn a_loser_with_a_checker_off_loses_a_single_game() {
    check("", "0:0", last_checker(&[(BAR, 14)]), 1.0, "white wins a single game: 1 point");
}

#[test]
fn a_loser_without_a_checker_off_loses_a_gammon() {
    check("", "0:0", last_checker(&[(18, 15)]), 2.0, "white wins a gammon: 2 points");
}

#[test]
fn a_loser_with_a_checker_in_the_winners_home_board_loses_a_backgammon() {
    check("", "0:0", last_checker(&[(19, 1), (6, 14)]), 3.0, "white wins a backgammon: 3 points");
}

#[test]
fn a_loser_with_a_checker_on_the_bar_loses_a_backgammon() {
    check("", "0:0", last_checker(&[(BAR, 1), (6, 14)]), 3.0, "white wins a backgammon: 3 points");
}

#[test]
fn the_cube_multiplies_the_result() {
    check("", "2:-1", last_checker(&[(18, 15)]), 8.0, "white wins a gammon: 8 points");
}

#[test]
fn jacoby_makes_gammons_single_until_the_cube_is_turned() {
    check("jacoby", "0:0", last_checker(&[(18, 15)]), 1.0, "white wins a single game: 1 point");
    check("jacoby", "1:1", last_checker(&[(18, 15)]), 4.0, "white wins a gammon: 4 points");
}

#[test]
fn jacoby_does_not_hold_in_matches() {
    let game = game("match=5 jacoby");
    let id = backgammon::notation::gnu_id::write_board(last_checker(&[(18, 15)]));
    let table = after(&game, game.parse_position(&id).expect("a board"), &["roll", "65", "1/off"]);
    assert_eq!(table.payoffs(), PerSeat::two(2.0, -2.0));
}

#[test]
fn hypergammon_knows_gammons_too() {
    let game = game("hypergammon nocube");
    let mover = backgammon::Checkers::placed(&[(1, 1), (0, 2)]);
    let other = backgammon::Checkers::placed(&[(6, 3)]);
    let id = backgammon::notation::gnu_id::write_board(Board { mover, other });
    let table = after(&game, game.parse_position(&id).expect("a board"), &["65", "1/off"]);
    assert_eq!(table.payoffs(), PerSeat::two(2.0, -2.0));
}

/// Levels, points and whether consent is needed.
fn resignations(options: &str, moves: &[&str], seat: Seat) -> Vec<(&'static str, f32, bool)> {
    let game = game(options);
    let table = after(&game, game.start(), moves);
    let summary = |resignation: Resignation| {
        (resignation.level, resignation.payoffs[seat.other()], resignation.needs_consent)
    };
    game.resignations(&table, seat).into_iter().map(summary).collect()
}

#[test]
fn one_may_resign_at_three_levels_and_the_highest_needs_no_consent() {
    let levels = [("single", 1.0, true), ("gammon", 2.0, true), ("backgammon", 3.0, false)];
    assert_eq!(resignations("", &["31"], Seat::FIRST), levels);
    let doubled = [("single", 2.0, true), ("gammon", 4.0, true), ("backgammon", 6.0, false)];
    assert_eq!(resignations("", &["31", "8/5 6/5", "double", "take"], Seat::SECOND), doubled);
}

#[test]
fn nobody_resigns_more_than_can_be_lost() {
    assert_eq!(resignations("jacoby", &["31"], Seat::FIRST), [("single", 1.0, false)]);
    let game = game("nocube");
    let table = game.parse_position(&backgammon::notation::gnu_id::write_board(last_checker(&[(6, 14)])));
    let one_off = game.resignations(&table.expect("a board"), Seat::SECOND);
    assert_eq!(one_off.len(), 1);
    assert!(!one_off[0].needs_consent);
}

#[test]
fn nobody_resigns_a_finished_game() {
    assert!(resignations("", &["31", "8/5 6/5", "double", "pass"], Seat::FIRST).is_empty());
}
