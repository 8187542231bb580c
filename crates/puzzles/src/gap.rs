//! By how much one move is better than another, in the unit in which the game is counted.

use framework::{Ending, Valuation};

/// From which difference on a move is much better.
const MIN_DISCS: f32 = 6.0;
const MIN_EQUITY: f32 = 0.08;
const MIN_CHANCE: f32 = 0.1;
const MIN_PLACES: f32 = 0.5;
const MIN_POINTS: f32 = 0.3;

/// How far apart two values are: a multiple of what is much in their unit. `None` if they cannot be compared, or are mere
/// scores, of which nobody knows what much is.
///
/// Between a faster and a slower win, or two lost games, there is no difference: who wins has solved the puzzle.
pub(crate) fn in_steps(best: &Valuation, other: &Valuation) -> Option<f32> {
    use Valuation::{Certain, Chance, Discs, Equity, Place, Points};
    Some(match (*best, *other) {
        (Discs { more: best, .. }, Discs { more: other, .. }) => (best - other) / MIN_DISCS,
        (Equity { points: best, .. }, Equity { points: other, .. }) => (best - other) / MIN_EQUITY,
        (Place { expected: best, .. }, Place { expected: other, .. }) => (other - best) / MIN_PLACES,
        (Points { expected: best }, Points { expected: other }) => (best - other) / MIN_POINTS,
        (Certain { .. } | Chance { .. }, Certain { .. } | Chance { .. }) => {
            (chance(best)? - chance(other)?) / MIN_CHANCE
        }
        _ => return None,
    })
}

/// The chance to win that a value says.
fn chance(value: &Valuation) -> Option<f32> {
    match *value {
        Valuation::Certain { ending: Ending::Won, .. } => Some(1.0),
        Valuation::Certain { ending: Ending::Drawn, .. } => Some(0.5),
        Valuation::Certain { ending: Ending::Lost, .. } => Some(0.0),
        Valuation::Chance { win } => Some(win),
        _ => None,
    }
}

/// Tells whether a value is that of a game that is lost whatever happens: nothing is left to be found.
pub(crate) fn is_lost(value: &Valuation) -> bool {
    match *value {
        Valuation::Chance { win } => win < 0.05,
        ref value => chance(value) == Some(0.0),
    }
}

/// A value with as many digits as people read, and without what the page does not show.
pub(crate) fn rounded(value: Valuation) -> Valuation {
    let to = |value: f32, step: f32| (value / step).round() * step;
    // Multiples of a step are not exact in binary; a short decimal number is.
    let short = |value: f32| format!("{value:.3}").parse().unwrap_or(value);
    match value {
        Valuation::Discs { more, certain } => Valuation::Discs { more: short(to(more, 0.1)), certain },
        Valuation::Equity { points, .. } => Valuation::Equity { points: short(points), chances: None },
        Valuation::Chance { win } => Valuation::Chance { win: short(win) },
        Valuation::Points { expected } => Valuation::Points { expected: short(expected) },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(ending: Ending, plies: u32) -> Valuation {
        Valuation::Certain { ending, plies: Some(plies) }
    }

    #[test]
    fn a_faster_win_is_no_better_and_a_lost_draw_is() {
        let (won, slow) = (certain(Ending::Won, 5), certain(Ending::Won, 31));
        assert_eq!(in_steps(&won, &slow), Some(0.0));
        assert!(1.0 < in_steps(&won, &certain(Ending::Lost, 8)).unwrap());
        let drawn = Valuation::Certain { ending: Ending::Drawn, plies: None };
        assert!(1.0 < in_steps(&drawn, &certain(Ending::Lost, 8)).unwrap());
    }

    #[test]
    fn discs_and_equity_are_counted_in_their_own_steps() {
        let discs = |more| Valuation::Discs { more, certain: true };
        assert_eq!(in_steps(&discs(8.0), &discs(2.0)), Some(1.0));
        let equity = |points| Valuation::Equity { points, chances: None };
        assert!((in_steps(&equity(0.2), &equity(0.12)).unwrap() - 1.0).abs() < 1e-3);
        assert_eq!(in_steps(&equity(0.2), &discs(2.0)), None);
        let score = Valuation::Score { value: 3.0 };
        assert_eq!(in_steps(&score, &score), None, "nobody knows what a point of a score is");
    }

    #[test]
    fn values_are_rounded_to_what_people_read() {
        assert_eq!(rounded(Valuation::Chance { win: 0.123_456 }), Valuation::Chance { win: 0.123 });
        assert_eq!(
            rounded(Valuation::Discs { more: 6.27, certain: false }),
            Valuation::Discs { more: 6.3, certain: false }
        );
    }
}
