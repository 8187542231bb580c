//! What the nine terms count, in words.

use framework::{ExplainedTerm, Explains, Explanation, Seat, Text};

use super::{Color, Reading, Welfenlab2006};
use crate::position::Table;

/// What the terms count that are the same in the program and in its paper; the others are in [`about`].
pub(super) const ABOUT: [Text; 9] = [
    Text::fixed("danger of own single checkers", "Gefahr für einzelne eigene Steine"),
    Text::fixed("own checkers that cannot move", "eigene Steine, die nicht ziehen können"),
    Text::fixed("checkers of the other that cannot move", "gegnerische Steine, die nicht ziehen können"),
    Text::fixed("checkers of the other that cannot enter", "gegnerische Steine, die nicht hereinkommen"),
    Text::fixed(
        "own points with two checkers or more, by 7",
        "eigene Punkte mit zwei Steinen oder mehr, durch 7",
    ),
    Text::fixed("own checkers off, by 15", "eigene Steine draußen, durch 15"),
    Text::fixed(
        "own points outside, by their distance from home",
        "eigene Punkte draußen, nach Abstand vom Heimfeld",
    ),
    Text::fixed(
        "own checkers in the own home board or on the bar",
        "eigene Steine im eigenen Heimfeld oder auf der Bar",
    ),
    Text::fixed(
        "points of the other, by their distance from off",
        "gegnerische Punkte, nach Abstand vom Ziel",
    ),
];

fn about(reading: Reading, term: usize) -> Text {
    match (reading, term) {
        (Reading::AsWritten, 6) => Text::fixed(
            "mean distance of own checkers from home",
            "mittlerer Abstand eigener Steine vom Heimfeld",
        ),
        (Reading::AsWritten, 7) => Text::fixed(
            "own checkers in the other home board or on the bar",
            "eigene Steine im fremden Heimfeld oder auf der Bar",
        ),
        (Reading::AsWritten, 8) => {
            Text::fixed("mean distance of the other from off", "mittlerer Abstand des Gegners vom Ziel")
        }
        _ => ABOUT[term].clone(),
    }
}

impl Explains<Table> for Welfenlab2006 {
    /// Rates the board as if the seat had just played.
    fn explain(&self, table: &Table, seat: Seat) -> Option<Explanation> {
        let terms = self.terms(table.board_of(seat), Color::of(seat));
        Some(Explanation::sum(terms.iter().zip(0..).map(|(term, idx)| {
            ExplainedTerm::new(term.name, about(self.reading, idx), term.value, term.weight)
        })))
    }
}
