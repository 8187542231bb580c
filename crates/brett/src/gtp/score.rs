//! Results as the protocol writes them: `B+12`, `W+3`, `0`.

use framework::{AnyPosition, Turn};
use othello::{BLACK, WHITE, WideSet};

use super::{Movers, blokus};

/// The result of a game; in Blokus also how it stands. `None` while a game goes on.
///
/// At a table of two it is the letter of the winner and what it has won: points in Blokus and backgammon, discs
/// in Othello, otherwise 1. At a larger table it is the points of all colours.
pub(super) fn score(movers: &Movers, pos: &dyn AnyPosition) -> Option<String> {
    if let Some(view) = blokus::View::of(pos) {
        if pos.seats() != 2 {
            return Some(view.points.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        }
        // Of two players the first owns every other colour.
        let sum = |first: usize| i64::from(view.points.iter().skip(first).step_by(2).sum::<u32>());
        return Some(lead(["B", "W"], sum(0) - sum(1)));
    }
    if pos.turn() != Turn::Over {
        return None;
    }
    let payoffs: Vec<i64> = pos.payoffs().iter().map(|payoff| *payoff as i64).collect();
    match payoffs.as_slice() {
        &[first, _] => {
            let letters = [movers.word(0), movers.word(1)].map(|word| word.to_ascii_uppercase());
            let lead_of_first = discs(pos).unwrap_or(first);
            Some(lead([&letters[0], &letters[1]], lead_of_first))
        }
        _ => Some(pos.payoffs().to_string()),
    }
}

fn lead(letters: [&str; 2], of_first: i64) -> String {
    match of_first {
        0 => "0".to_owned(),
        1.. => format!("{}+{of_first}", letters[0]),
        _ => format!("{}+{}", letters[1], -of_first),
    }
}

/// How many more discs black has at the end of a game of Othello.
fn discs(pos: &dyn AnyPosition) -> Option<i64> {
    let pos = pos.as_any();
    let narrow = pos.downcast_ref().and_then(othello::Board::<u64>::final_count);
    let count = narrow.or_else(|| pos.downcast_ref().and_then(othello::Board::<WideSet>::final_count))?;
    Some(i64::from(count[BLACK]) - i64::from(count[WHITE]))
}
