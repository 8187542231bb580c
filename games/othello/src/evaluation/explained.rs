//! Our evaluation, term by term.

use framework::{ExplainedTerm, Explains, Explanation, Seat, Text, search::Evaluator};

use super::{BESIDE_CORNER, CORNER, DIAGONAL, Discs, Evaluation, FRONTIER, LAST_MOVE, MOVE, STABLE};
use crate::{Board, SquareSet};

impl<S: SquareSet> Explains<Board<S>> for Evaluation<S> {
    fn explain(&self, pos: &Board<S>, seat: Seat) -> Option<Explanation> {
        let Some(more) = self.compare(pos, seat) else {
            let about = Text::fixed("nobody can move any more", "niemand kann mehr ziehen");
            return Some(Explanation::decided(about, self.value(pos, seat).into()));
        };
        let term = |name, about, amount: i32, weight: i32| {
            ExplainedTerm::new(name, about, amount.into(), weight.into())
        };
        let discs = |name, about, count: fn(&Discs) -> i32, weight| {
            term(name, about, count(&more.own) - count(&more.other), weight)
        };
        Some(Explanation::sum([
            term(
                "moves",
                Text::fixed("more moves than the other", "mehr Züge als der Gegner"),
                more.moves,
                MOVE,
            ),
            discs(
                "frontier",
                Text::fixed("more discs beside empty squares", "mehr Steine neben leeren Feldern"),
                |discs| discs.frontier,
                FRONTIER,
            ),
            discs("corners", Text::fixed("more corners", "mehr Ecken"), |discs| discs.corners, CORNER),
            discs(
                "stable",
                Text::fixed(
                    "more edge discs that nobody can flip",
                    "mehr Randsteine, die niemand umdrehen kann",
                ),
                |discs| discs.stable,
                STABLE,
            ),
            discs(
                "diagonal-to-corner",
                Text::fixed(
                    "more discs diagonal to an empty corner",
                    "mehr Steine schräg neben einer leeren Ecke",
                ),
                |discs| discs.diagonals,
                DIAGONAL,
            ),
            discs(
                "beside-corner",
                Text::fixed(
                    "more edge discs beside an empty corner",
                    "mehr Randsteine neben einer leeren Ecke",
                ),
                |discs| discs.beside_corners,
                BESIDE_CORNER,
            ),
            term(
                "last-move",
                Text::fixed(
                    "to have the last move, if nobody passes",
                    "der letzte Zug, wenn niemand aussetzt",
                ),
                more.last_move,
                LAST_MOVE,
            ),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use framework::testkit;

    use super::*;
    use crate::{Othello, WideSet};

    #[test]
    fn the_terms_add_up_to_the_value() {
        let value = |pos: &Board, seat| Evaluation::new(8).value(pos, seat).into();
        testkit::check_explanations(&Othello::standard(), "own", (1, 1_000), value);
        let value = |pos: &Board<WideSet>, seat| Evaluation::new(10).value(pos, seat).into();
        testkit::check_explanations(&Othello::new(10).unwrap(), "own", (2, 300), value);
    }
}
