//! How computer players answer somebody who wants to give up.

use backgammon::{
    Backgammon, Win,
    engine::{Evaluation, resigning},
};
use framework::{AnyGame, AnyPosition, Game as _, Resignation, Seat};

/// Tells whether a seat should let another one give up in a way, as far as the game itself can say: in backgammon by what
/// playing on is worth with the cube, seen so many rolls ahead. `None` for games that only know how to give up everything.
#[must_use]
pub fn accepts(
    game: &dyn AnyGame,
    pos: &dyn AnyPosition,
    seat: Seat,
    way: &Resignation,
    plies: u32,
) -> Option<bool> {
    if game.info().id != backgammon::ENTRY.info.id {
        return None;
    }
    let rules = Backgammon::from_options(&game.options().parse().ok()?).ok()?;
    let table = rules.parse_position(&pos.text()).ok()?;
    let levels = [("single", Win::Single), ("gammon", Win::Gammon), ("backgammon", Win::Backgammon)];
    let level = levels.into_iter().find(|level| level.0 == way.level)?.1;
    Some(resigning::accepts(&Evaluation::strongest(), &table, seat, level, plies))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gammon_that_is_coming_is_not_given_away() {
        let game = backgammon::ENTRY.open_text("").unwrap();
        // White bears off its last two checkers, and black has all fifteen on its sixth point.
        let pos = game.parse_position("4P8PAAADAAAAAA").unwrap();
        let ways = pos.resignations(Seat::SECOND);
        for plies in [0, 1] {
            let answers: Vec<_> =
                ways.iter().map(|way| (way.level, accepts(&*game, &*pos, Seat::FIRST, way, plies))).collect();
            let expected = [("single", Some(false)), ("gammon", Some(true)), ("backgammon", Some(true))];
            assert_eq!(answers, expected, "{plies}");
        }
    }

    #[test]
    fn an_even_game_is_given_up_at_any_level() {
        let game = backgammon::ENTRY.open_text("").unwrap();
        let pos = game.start();
        for way in pos.resignations(Seat::SECOND) {
            assert_eq!(accepts(&*game, &*pos, Seat::FIRST, &way, 0), Some(true), "{}", way.level);
        }
    }

    #[test]
    fn other_games_have_nothing_to_decide() {
        let game = connect4::ENTRY.open_text("").unwrap();
        let pos = game.start();
        let ways = pos.resignations(Seat::FIRST);
        assert_eq!(accepts(&*game, &*pos, Seat::SECOND, &ways[0], 0), None);
    }
}
