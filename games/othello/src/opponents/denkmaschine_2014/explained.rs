//! The three judgements of 2014, term by term.

use framework::{ExplainedTerm, Explains, Explanation, Seat, Text};

use super::{Basis, Judge, MOVE, WIPED_OUT};
use crate::{Board, SquareSet};

/// Six classes of squares, and three that gain by an own corner.
const N_KINDS: usize = 9;

/// The kinds of squares in the order of their weights, and then those that gain by an own corner.
const KINDS: [(&str, Text); N_KINDS] = [
    ("corners", Text::fixed("more corners", "mehr Ecken")),
    ("beside-corners", Text::fixed("more edge squares beside a corner", "mehr Randfelder neben einer Ecke")),
    (
        "third-squares",
        Text::fixed("more squares two steps from a corner", "mehr Felder zwei Schritte von einer Ecke"),
    ),
    (
        "edge-middles",
        Text::fixed("more squares in the middle of an edge", "mehr Felder in der Mitte eines Randes"),
    ),
    ("diagonals", Text::fixed("more squares diagonal to a corner", "mehr Felder schräg neben einer Ecke")),
    ("inner-squares", Text::fixed("more inner squares", "mehr innere Felder")),
    (
        "safe-in-first-line",
        Text::fixed("gain beside an own corner, first lines", "Gewinn an eigener Ecke, erste Linien"),
    ),
    (
        "safe-on-last-edges",
        Text::fixed("gain beside an own corner, other edges", "Gewinn an eigener Ecke, andere Ränder"),
    ),
    ("safe-diagonals", Text::fixed("gain diagonal to an own corner", "Gewinn schräg neben eigener Ecke")),
];

impl<S: SquareSet> Explains<Board<S>> for Judge<S> {
    fn explain(&self, pos: &Board<S>, seat: Seat) -> Option<Explanation> {
        let (own, other) = (pos.discs_of(seat), pos.discs_of(seat.other()));
        let more_moves = match self.basis(pos, seat) {
            Basis::Discs => {
                let more = own.count().cast_signed() - other.count().cast_signed();
                let about = Text::fixed("more discs than the other", "mehr Steine als der Gegner");
                return Some(Explanation::sum([ExplainedTerm::new("discs", about, more.into(), 1.0)]));
            }
            Basis::Weights => None,
            Basis::WeightsAndMoves { own, other } => Some(own - other),
        };
        let mut terms = self.terms_of_squares(own, other);
        if let Some(more) = more_moves {
            let about = Text::fixed(
                "more moves than the other, a pass is one",
                "mehr Züge als der Gegner, Aussetzen ist einer",
            );
            terms.push(ExplainedTerm::new("moves", about, more.into(), MOVE.into()));
        }
        Some(Explanation::sum(terms))
    }
}

impl<S: SquareSet> Judge<S> {
    fn terms_of_squares(&self, own: S, other: S) -> Vec<ExplainedTerm> {
        let [counted, others] = [own, other].map(|discs| self.counts(discs));
        let kinds = KINDS.into_iter().zip(self.weights_of_kinds()).zip(counted.into_iter().zip(others));
        let mut terms: Vec<_> = kinds
            .map(|(((name, about), weight), (own, other))| {
                ExplainedTerm::new(name, about, (own - other).into(), weight.into())
            })
            .collect();
        let wiped_out = i32::from(own.is_empty()) - i32::from(other.is_empty());
        let about = Text::fixed("to have no disc at all", "gar keinen Stein zu haben");
        terms.push(ExplainedTerm::new("wiped-out", about, wiped_out.into(), WIPED_OUT.into()));
        terms
    }

    /// What each kind counts: the classes of squares, and the gains that are alike at every corner.
    fn weights_of_kinds(&self) -> [i32; N_KINDS] {
        let gains = self.corners[0].neighbors.map(|(gain, _)| gain);
        let mut weights = self.classes.iter().map(|class| class.0).chain(gains);
        std::array::from_fn(|_| weights.next().unwrap_or(0))
    }

    /// How many of each kind a player has.
    fn counts(&self, discs: S) -> [i32; N_KINDS] {
        let mut counts = [0; N_KINDS];
        for (idx, (_, count)) in self.kinds(discs).enumerate() {
            // After the classes come the three gains of each own corner.
            let n_classes = self.classes.len();
            counts[if idx < n_classes { idx } else { n_classes + (idx - n_classes) % 3 }] += count;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use framework::{search::Evaluator, testkit};

    use super::{super::Judgement, *};
    use crate::{Othello, WideSet};

    #[test]
    fn the_terms_of_all_three_evaluations_add_up_to_the_worth() {
        let judgements = [Judgement::Discs, Judgement::Weights, Judgement::WeightsAndMoves];
        for (judgement, number) in judgements.into_iter().zip(0..) {
            let text = format!("denkmaschine-2014:evaluation={number}");
            let value = |pos: &Board, seat| Judge::new(8, judgement).value(pos, seat).into();
            testkit::check_explanations(&Othello::standard(), &text, (1, 600), value);
            let value = |pos: &Board<WideSet>, seat| Judge::new(12, judgement).value(pos, seat).into();
            testkit::check_explanations(&Othello::new(12).unwrap(), &text, (2, 150), value);
        }
    }

    #[test]
    fn an_own_corner_is_seen_in_its_neighbors() {
        let text = format!("{:-<64} X", "XXO-----");
        let pos = framework::Game::parse_position(&Othello::standard(), &text).unwrap();
        let explanation = Judge::new(8, Judgement::Weights).explain(&pos, Seat::FIRST).unwrap();
        let share = |name: &str| explanation.terms().iter().find(|term| term.name == name).unwrap().share;
        assert_eq!(
            (share("corners"), share("beside-corners"), share("safe-in-first-line")),
            (50.0, -20.0, 30.0)
        );
        assert_eq!(share("third-squares"), -10.0);
    }
}
