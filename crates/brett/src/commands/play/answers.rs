//! How computer players answer offers.

use framework::{AnyPosition, PerSeat, Resignation, Rng, Seat};

/// How many rolls the answer looks ahead in backgammon.
const PLIES: u32 = 1;

/// How many games are played out at random to see what giving up is worth.
const PLAYED_OUT: u64 = 60;

/// A game that does not end by itself is worth nothing.
const MAX_PLIES: u32 = 10_000;

/// Tells whether a seat should let another one give up in a way: in backgammon by what playing on is worth with the cube, in
/// other games by games played out at random.
pub(super) fn accepts_resignation(pos: &dyn AnyPosition, seat: Seat, way: &Resignation, seed: u64) -> bool {
    let judged = pos.accepts_resignation(seat, way, PLIES);
    judged.unwrap_or_else(|| accepts_payoffs(pos, seat, &way.payoffs, seed))
}

/// Tells whether a seat gains by accepting payoffs now: whether the game, played to its end at random many
/// times, would give it no more on average.
fn accepts_payoffs(pos: &dyn AnyPosition, seat: Seat, offered: &PerSeat<f32>, seed: u64) -> bool {
    let mean = (0..PLAYED_OUT)
        .map(|game| payoff_of_random_game(pos, seat, &mut Rng::stream(seed, "resignation", game)))
        .sum::<f32>()
        / PLAYED_OUT as f32;
    mean <= offered[seat]
}

fn payoff_of_random_game(pos: &dyn AnyPosition, seat: Seat, rng: &mut Rng) -> f32 {
    let mut pos = pos.boxed_clone();
    for _ in 0..MAX_PLIES {
        if pos.play_random(rng).is_none() {
            return pos.payoffs()[seat];
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_won_already_accepts_no_less() {
        let pos = nim::ENTRY.open_text("1").unwrap().start();
        let whole = PerSeat::two(1.0, -1.0);
        assert!(accepts_payoffs(&*pos, Seat::FIRST, &whole, 1));
        assert!(!accepts_payoffs(&*pos, Seat::FIRST, &PerSeat::two(0.0, 0.0), 1));
    }

    #[test]
    fn a_gammon_that_is_coming_is_not_given_away() {
        let game = backgammon::ENTRY.open_text("").unwrap();
        // White bears off its last two checkers, and black has all fifteen on its sixth point.
        let pos = game.parse_position("4P8PAAADAAAAAA").unwrap();
        let ways = pos.resignations(Seat::SECOND);
        let answers: Vec<(&str, bool)> =
            ways.iter().map(|way| (way.level, accepts_resignation(&*pos, Seat::FIRST, way, 1))).collect();
        assert_eq!(answers, [("single", false), ("gammon", true), ("backgammon", true)]);
    }
}
