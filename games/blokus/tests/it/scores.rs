//! Points, payoffs and results.

use blokus::{Blokus, Color, SMALL};
use framework::{Game, Position};

use crate::data::game;

#[track_caller]
fn check_points(variant: &str, moves: &str, points: [u32; 2]) {
    let pos = game::<SMALL>(variant).expect("it fits").parse_position(moves).expect("legal");
    assert_eq!([0, 1].map(|color| pos.points(Color::new(color))), points);
}

const TINY: &str = "custom 9x9 colors=2 pieces=1*1,2*1";

#[test]
fn every_square_on_the_board_is_a_point() {
    check_points("duo", "1:e9,d10,e10,f10,e11 2:j5", [5, 1]);
}

#[test]
fn laying_everything_gives_15_more() {
    check_points(TINY, "1:a9 2:i1 1:b8,c8", [3 + 15, 1]);
}

#[test]
fn laying_the_single_square_last_gives_20_more() {
    check_points(TINY, "1:a9,b9 2:i1 1:c8", [3 + 20, 1]);
}

#[test]
fn the_single_square_must_be_the_very_last() {
    check_points("custom 9x9 colors=2 pieces=1*2,2*1", "1:a9 2:i1 1:b8 2:h2 1:c7,d7", [4 + 15, 2]);
}

#[test]
fn basic_scoring_has_no_bonus() {
    check_points("custom 9x9 colors=2 pieces=1*1,2*1 scoring=basic", "1:a9,b9 2:i1 1:c8", [3, 1]);
}

#[test]
fn junior_has_no_bonus_unless_asked_for() {
    let junior = game::<SMALL>("junior").expect("it fits");
    assert_eq!(junior.rules().scoring(), blokus::Scoring::Basic);
    assert_eq!(game::<SMALL>("junior scoring=bonus").expect("it fits").options(), "junior scoring=bonus");
}

const FOUR: &str = "custom 9x9 colors=4 pieces=1*1,2*1";
/// Colors 1 and 3 end with the single square and have 23 points, colors 2 and 4 with the double and 18.
const FOUR_MOVES: &str = "1:a9,b9 2:i9 3:h1,i1 4:a1 1:c8 2:g8,h8 3:g2 4:b2,c2";

#[track_caller]
fn check_end(variant: &str, moves: &str, payoffs: &[f32], result: &str) {
    let game = game::<SMALL>(variant).expect("it fits");
    let pos = game.parse_position(moves).expect("legal");
    let found: Vec<f32> = pos.payoffs().iter().copied().collect();
    let near = found.iter().zip(payoffs).all(|(found, expected)| (found - expected).abs() < 1e-6);
    assert!(near && found.len() == payoffs.len(), "{found:?} instead of {payoffs:?}");
    assert_eq!(game.result(&pos).expect("the game is over").to_string(), result);
}

#[test]
fn two_players_win_lose_or_draw() {
    check_end(TINY, "1:a9,b9 2:i1 1:c8 2:g2,h2", &[1.0, -1.0], "blue wins, 23 : 18");
    check_end(TINY, "1:a9 2:h1,i1 1:b8,c8 2:g2", &[-1.0, 1.0], "red wins, 18 : 23");
    check_end(TINY, "1:a9 2:i1 1:b8,c8 2:g2,h2", &[0.0, 0.0], "a draw, 18 : 18");
}

#[test]
fn partners_add_their_points() {
    check_end(&format!("{FOUR} players=2"), FOUR_MOVES, &[1.0, -1.0], "blue and red win, 46 : 36");
}

#[test]
fn with_more_players_a_rank_is_worth_the_players_behind_and_half_of_the_equal() {
    let share = "blue and red share the win, 23 : 18 : 23 : 18";
    check_end(FOUR, FOUR_MOVES, &[2.0 / 3.0, -2.0 / 3.0, 2.0 / 3.0, -2.0 / 3.0], share);
    let one_ahead = "1:a9,b9 2:i9 3:i1 4:a1 1:c8 2:g8,h8 3:g2,h2 4:b2,c2";
    check_end(FOUR, one_ahead, &[1.0, -1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0], "blue wins, 23 : 18 : 18 : 18");
    let three = format!("{FOUR} players=3");
    check_end(&three, FOUR_MOVES, &[0.5, -1.0, 0.5], "blue and red share the win, 23 : 18 : 23");
}

#[test]
fn before_the_end_nobody_has_won() {
    let pos = Blokus::duo().parse_position("1:e10 2:j5").expect("legal");
    assert!(pos.payoffs().iter().all(|&payoff| payoff == 0.0));
    assert_eq!(Blokus::duo().result(&pos), None);
}
