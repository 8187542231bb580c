//! How computer players answer offers.

use framework::{AnyPosition, PerSeat, Rng, Seat};

/// How many games are played out at random to see what giving up is worth.
const PLAYED_OUT: u64 = 60;

/// A game that does not end by itself is worth nothing.
const MAX_PLIES: u32 = 10_000;

/// Tells whether a seat gains by accepting payoffs now: whether the game, played to its end at random many
/// times, would give it no more on average.
pub(super) fn accepts_payoffs(pos: &dyn AnyPosition, seat: Seat, offered: &PerSeat<f32>, seed: u64) -> bool {
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
}
