//! What a search has found out, in words.

use framework::{AnyFound, Text, search::WIN};

/// The most plies that the distance to an end is told for: beyond, the value is not a count any more.
const MAX_TOLD_PLIES: f32 = 1_000.0;

/// A value to the mover on the player's own scale: a win or a loss in so many plies if it is one, else a number
/// with its sign.
pub(crate) fn value(value: f32) -> Text {
    if value.abs() <= WIN / 2.0 {
        return Text::same(format!("{value:+.2}"));
    }
    let plies = WIN - value.abs();
    let (en, de) = if 0.0 < value { ("won", "gewonnen") } else { ("lost", "verloren") };
    match (1.0..MAX_TOLD_PLIES).contains(&plies) {
        true => Text::new(format!("{en} in {plies:.0}"), format!("{de} in {plies:.0}")),
        false => Text::fixed(en, de),
    }
}

/// The best move, what it is worth, and the effort behind it, in a sentence.
pub(crate) fn best_move(found: &AnyFound) -> Text {
    let AnyFound { best, depth, nodes, .. } = found;
    let worth = value(found.value);
    let (worth_en, worth_de) = (&worth.en, &worth.de);
    Text::new(
        format!("The best move is {best} (value {worth_en}, depth {depth}, positions {nodes})."),
        format!("Der beste Zug ist {best} (Wert {worth_de}, Tiefe {depth}, Stellungen {nodes})."),
    )
}

/// The line that both sides will play if the search is right; `None` if it is no longer than the best move.
pub(crate) fn line(found: &AnyFound) -> Option<Text> {
    let line = found.line.join("; ");
    (1 < found.line.len())
        .then(|| Text::new(format!("Expected line: {line}"), format!("Erwartete Folge: {line}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_are_told_as_such() {
        assert_eq!(value(0.314).en, "+0.31");
        assert_eq!(value(-2.0).en, "-2.00");
        assert_eq!(value(WIN - 7.0).en, "won in 7");
        assert_eq!(value(8.0 - WIN).de, "verloren in 8");
        assert_eq!(value(2.0 * WIN).en, "won");
        assert_eq!(value(-WIN).en, "lost");
    }
}
