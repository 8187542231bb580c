//! What a board of Reversi is worth before the end.

use framework::{ExplainedTerm, Explains, Explanation, Seat, Text, Valuation, search::Evaluator};

use super::ReversiBoard;
use crate::{Evaluation, Move, SquareSet, evaluation::finished};

/// Judges boards of Reversi as those of Othello once the middle is full; before that nothing is known about them.
///
/// The supplies count only as far as a search sees one of them end: it takes several passes of the other player to use
/// one up early.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ReversiEvaluation<S: SquareSet>(Evaluation<S>);

impl<S: SquareSet> ReversiEvaluation<S> {
    /// The evaluation for boards with `side` squares a side.
    pub(super) fn new(side: u8) -> Self {
        Self(Evaluation::new(side))
    }
}

impl<S: SquareSet> Evaluator<ReversiBoard<S>> for ReversiEvaluation<S> {
    fn value(&self, pos: &ReversiBoard<S>, seat: Seat) -> f32 {
        if pos.is_over() {
            return finished(pos.lead(seat));
        }
        // A game that goes on after the opening has a disc that encloses something, so the board is not over either.
        if pos.is_opening { 0.0 } else { self.0.value(&pos.board, seat) }
    }

    fn order_hint(&self, pos: &ReversiBoard<S>, mv: Move) -> f32 {
        if pos.is_opening { 0.0 } else { self.0.order_hint(&pos.board, mv) }
    }

    fn appraise(&self, pos: &ReversiBoard<S>, value: f32, complete: bool) -> Valuation {
        self.0.appraise(&pos.board, value, complete)
    }
}

impl<S: SquareSet> Explains<ReversiBoard<S>> for ReversiEvaluation<S> {
    fn explain(&self, pos: &ReversiBoard<S>, seat: Seat) -> Option<Explanation> {
        if pos.is_over() {
            let about = Text::fixed("nobody can move any more", "niemand kann mehr ziehen");
            return Some(Explanation::decided(about, self.value(pos, seat).into()));
        }
        if pos.is_opening {
            let about = Text::fixed("squares in the middle are empty", "Felder in der Mitte sind leer");
            return Some(Explanation::sum([ExplainedTerm::new("opening", about, 0.0, 1.0)]));
        }
        self.0.explain(&pos.board, seat)
    }
}

#[cfg(test)]
mod tests {
    use framework::{Game, testkit};

    use super::*;
    use crate::{BLACK, Reversi, WideSet};

    #[test]
    fn the_terms_add_up_to_the_value() {
        let value = |pos: &ReversiBoard, seat| ReversiEvaluation::new(8).value(pos, seat).into();
        testkit::check_explanations(&Reversi::new(8).unwrap(), "own", (1, 300), value);
        let value = |pos: &ReversiBoard<WideSet>, seat| ReversiEvaluation::new(10).value(pos, seat).into();
        testkit::check_explanations(&Reversi::new(10).unwrap(), "own", (2, 100), value);
    }

    #[test]
    fn a_game_that_ends_for_want_of_discs_is_a_result() {
        let game = Reversi::<u64>::new(4).unwrap();
        // Black could enclose c1 on d1 but has no disc left, and white can enclose nothing.
        let pos = game.parse_position("XXO- XXXX XXXX XXXX X 0 1").unwrap();
        assert!(pos.is_over() && !pos.board.is_over());
        assert_eq!(ReversiEvaluation::new(4).value(&pos, BLACK), finished(13));
    }
}
