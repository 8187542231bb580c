//! What a search has found out, in words.

use framework::{AnyFound, Text, Valuation};

/// What a move is worth, in the unit in which people count.
pub(crate) fn worth(known: Option<Valuation>) -> Text {
    known.map_or_else(|| Text::same("?"), |valuation| valuation.in_words())
}

/// The best move, what it is worth, and the effort behind it, in a sentence.
pub(crate) fn best_move(found: &AnyFound) -> Text {
    let AnyFound { best, depth, nodes, .. } = found;
    let worth = worth(found.worth);
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
