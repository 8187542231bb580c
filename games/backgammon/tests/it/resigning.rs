//! How computer players answer a player who wants to give up.

use framework::Seat;

#[test]
fn a_gammon_that_is_coming_is_not_given_away() {
    let game = backgammon::ENTRY.open_text("").unwrap();
    // White bears off its last two checkers, and black has all fifteen on its sixth point.
    let pos = game.parse_position("4P8PAAADAAAAAA").unwrap();
    let ways = pos.resignations(Seat::SECOND);
    for plies in [0, 1] {
        let answers: Vec<_> =
            ways.iter().map(|way| (way.level, pos.accepts_resignation(Seat::FIRST, way, plies))).collect();
        let expected = [("single", Some(false)), ("gammon", Some(true)), ("backgammon", Some(true))];
        assert_eq!(answers, expected, "{plies}");
    }
}

#[test]
fn an_even_game_is_given_up_at_any_level() {
    let game = backgammon::ENTRY.open_text("").unwrap();
    let pos = game.start();
    for way in pos.resignations(Seat::SECOND) {
        assert_eq!(pos.accepts_resignation(Seat::FIRST, &way, 0), Some(true), "{}", way.level);
    }
}
