//! Doubling, and matches of several games.

use backgammon::{Backgammon, Phase, Table};
use framework::{
    Action, Game, Length, Match, Millis, PerSeat, Position, Seat, Settings, Standing, Turn, erase,
};

use crate::{after, game};

const OPENING: [&str; 2] = ["31", "8/5 6/5"];

fn played(options: &str, more: &[&str]) -> Table {
    let game = game(options);
    after(&game, game.start(), &[&OPENING, more].concat())
}

fn texts(options: &str, table: &Table) -> Vec<String> {
    let game = game(options);
    let mut moves = Vec::new();
    table.legal_moves(&mut moves);
    moves.iter().map(|&mv| game.write_move(table, mv)).collect()
}

#[test]
fn the_mover_may_double_before_rolling() {
    let table = played("", &[]);
    assert_eq!(
        (table.turn(), texts("", &table)),
        (Turn::Seat(Seat::SECOND), vec!["roll".into(), "double".into()])
    );
}

#[test]
fn the_higher_opening_die_begins_without_doubling() {
    let money = game("");
    let table = after(&money, money.start(), &["26"]);
    assert_eq!(table.turn(), Turn::Seat(Seat::SECOND));
    assert!(matches!(table.phase(), Phase::Playing(_)));
}

#[test]
fn a_taken_double_turns_the_cube_and_the_doubler_rolls() {
    let table = played("", &["double"]);
    assert_eq!(table.turn(), Turn::Seat(Seat::FIRST));
    assert_eq!(texts("", &table), ["take", "pass"]);
    let table = played("", &["double", "take"]);
    assert_eq!((table.cube().value(), table.cube().owner()), (2, Some(Seat::FIRST)));
    assert_eq!((table.turn(), table.mover()), (Turn::Chance, Seat::SECOND));
}

#[test]
fn only_the_owner_redoubles() {
    let owner_may = played("", &["double", "take", "64", "24/14"]);
    assert_eq!(owner_may.phase(), Phase::BeforeRoll);
    let other_may_not = played("", &["double", "take", "64", "24/14", "roll", "31", "6/5 6/3"]);
    assert_eq!(other_may_not.phase(), Phase::Rolling);
    let redoubled = played("", &["double", "take", "64", "24/14", "redouble", "take"]);
    assert_eq!((redoubled.cube().value(), redoubled.cube().owner()), (4, Some(Seat::SECOND)));
}

#[test]
fn a_refused_double_loses_the_value_of_the_cube() {
    assert_eq!(played("", &["double", "pass"]).payoffs(), PerSeat::two(-1.0, 1.0));
    let redoubled = played("", &["double", "take", "64", "24/14", "double", "drop"]);
    assert_eq!(redoubled.payoffs(), PerSeat::two(2.0, -2.0));
    let text = game("").result(&redoubled).expect("over");
    assert_eq!(text.en, "white wins by a refused double: 2 points");
    assert_eq!(text.de, "Weiß gewinnt durch abgelehntes Verdoppeln: 2 Punkte");
}

#[test]
fn a_beaver_doubles_again_and_keeps_the_cube() {
    let table = played("beavers", &["double"]);
    assert_eq!(texts("beavers", &table), ["take", "pass", "beaver"]);
    let beavered = played("beavers", &["double", "beaver"]);
    assert_eq!((beavered.turn(), beavered.phase()), (Turn::Seat(Seat::SECOND), Phase::Beavered));
    let taken = played("beavers", &["double", "beaver", "take"]);
    assert_eq!((taken.cube().value(), taken.cube().owner()), (4, Some(Seat::FIRST)));
    assert_eq!((taken.turn(), taken.mover()), (Turn::Chance, Seat::SECOND));
}

#[test]
fn a_refused_beaver_loses_the_first_double() {
    assert_eq!(played("beavers", &["double", "beaver", "pass"]).payoffs(), PerSeat::two(2.0, -2.0));
}

#[test]
fn without_the_cube_nobody_is_asked() {
    assert_eq!(played("nocube", &[]).turn(), Turn::Chance);
}

/// Whether the next game is the Crawford game, and the score, after rounds of given points.
fn next_round(game: &Backgammon, rounds: &[(u32, u32)]) -> (bool, [u16; 2]) {
    let rounds = rounds.iter().map(|&(first, second)| PerSeat::two(first, second)).collect();
    let score = game.start_round(&Standing { rounds }).score();
    (score.crawford, score.points)
}

#[test]
fn the_first_game_in_which_a_side_lacks_one_point_is_the_crawford_game() {
    let match_to_5 = game("match=5");
    assert_eq!(next_round(&match_to_5, &[]), (false, [0, 0]));
    assert_eq!(next_round(&match_to_5, &[(2, 0)]), (false, [2, 0]));
    assert_eq!(next_round(&match_to_5, &[(2, 0), (2, 0)]), (true, [4, 0]));
}

#[test]
fn after_the_crawford_game_the_cube_is_free_again() {
    let match_to_5 = game("match=5");
    assert_eq!(next_round(&match_to_5, &[(2, 0), (2, 0), (0, 1)]), (false, [4, 1]));
    // The other side reaching four points makes no second Crawford game.
    assert_eq!(next_round(&match_to_5, &[(2, 0), (2, 0), (0, 4)]), (false, [4, 4]));
}

#[test]
fn nobody_doubles_in_the_crawford_game() {
    let game = game("match=5");
    let start = game.start_round(&Standing { rounds: vec![PerSeat::two(4, 0)] });
    assert_eq!(after(&game, start, &OPENING).phase(), Phase::Rolling);
    let later = game.start_round(&Standing { rounds: vec![PerSeat::two(4, 0), PerSeat::two(0, 1)] });
    assert_eq!(after(&game, later, &OPENING).phase(), Phase::BeforeRoll);
}

#[test]
fn the_crawford_rule_can_be_left_out() {
    assert_eq!(next_round(&game("match=5 nocrawford"), &[(4, 0)]), (false, [4, 0]));
}

#[test]
fn a_match_to_one_point_has_no_doubles() {
    assert_eq!(played("match=1", &[]).phase(), Phase::Rolling);
}

#[test]
fn money_play_has_no_score() {
    assert_eq!(next_round(&game(""), &[(3, 0), (0, 8)]), (false, [0, 0]));
}

#[test]
fn a_match_is_over_when_somebody_has_its_points() {
    assert_eq!(game("match=7").points_to_win(), Some(7));
    assert_eq!(game("").points_to_win(), None, "for money one plays as long as one likes");
    let settings = Settings { length: Length::Points(3), ..Settings::casual(2, 5) };
    let mut contest = Match::new(erase(game("match=3 nocube")), settings, Millis(0)).unwrap();
    let gives_up = |contest: &mut Match| {
        let ply = contest.ply();
        contest.act(Seat::FIRST, ply, Action::Resign(Some("backgammon".to_owned())), Millis(0)).unwrap();
    };
    gives_up(&mut contest);
    assert_eq!(contest.scores()[1].points, 3);
    assert!(contest.is_over());
}
