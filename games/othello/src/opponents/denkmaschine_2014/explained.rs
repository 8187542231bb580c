//! The judgments of 2014, term by term.

use framework::{ExplainedTerm, Explains, Explanation, Seat, Text};

use super::{Basis, CORNER_BONUS, Judge, N_OUTER, WIPED_OUT};
use crate::{Board, SquareSet};

/// The kinds of squares on the rim and beside corners, in the order of their weights.
const OUTER: [(&str, Text); N_OUTER] = [
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
];

/// All others, where they weigh the same.
const INNER: (&str, Text) = ("inner-squares", Text::fixed("more inner squares", "mehr innere Felder"));

/// All others, where they do not.
const INNER_KINDS: [(&str, Text); 5] = [
    ("c2-squares", Text::fixed("more squares such as c2", "mehr Felder wie c2")),
    ("d2-squares", Text::fixed("more squares such as d2", "mehr Felder wie d2")),
    ("c3-squares", Text::fixed("more squares such as c3", "mehr Felder wie c3")),
    ("d3-squares", Text::fixed("more squares such as d3", "mehr Felder wie d3")),
    ("d4-squares", Text::fixed("more squares in the middle", "mehr Felder in der Mitte")),
];

/// What gains by an own corner.
const GAINS: [(&str, Text); 3] = [
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
        let discs = || {
            let more = own.count().cast_signed() - other.count().cast_signed();
            let about = Text::fixed("more discs than the other", "mehr Steine als der Gegner");
            ExplainedTerm::new("discs", about, more.into(), 1.0)
        };
        let more_moves = match self.basis(pos, seat) {
            Basis::Discs => return Some(Explanation::sum([discs()])),
            Basis::DiscsAndCorners { more } => {
                let (name, about) = OUTER[0].clone();
                let corners = ExplainedTerm::new(name, about, more.into(), CORNER_BONUS.into());
                return Some(Explanation::sum([discs(), corners]));
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
            terms.push(ExplainedTerm::new("moves", about, more.into(), self.mobility.into()));
        }
        Some(Explanation::sum(terms))
    }
}

impl<S: SquareSet> Judge<S> {
    fn terms_of_squares(&self, own: S, other: S) -> Vec<ExplainedTerm> {
        let [counted, others] = [own, other].map(|discs| self.counts(discs));
        let kinds = self.kinds_of_squares().zip(counted.into_iter().zip(others));
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

    /// The kinds of squares and then the gains, which are alike at every corner, each with what it counts.
    fn kinds_of_squares(&self) -> impl Iterator<Item = ((&'static str, Text), i32)> {
        let inner = if self.n_classes == N_OUTER + 1 { vec![INNER] } else { INNER_KINDS.to_vec() };
        let weights = self.classes[..self.n_classes].iter().map(|class| class.0);
        let gains = self.corners[0].neighbors.map(|(gain, _)| gain);
        OUTER.into_iter().chain(inner).chain(GAINS).zip(weights.chain(gains))
    }

    /// How many of each kind a player has.
    fn counts(&self, discs: S) -> Vec<i32> {
        let mut counts = vec![0; self.n_classes + GAINS.len()];
        for (idx, (_, count)) in self.kinds(discs).enumerate() {
            // After the classes come the three gains of each own corner.
            let gain = idx.checked_sub(self.n_classes).map(|gain| self.n_classes + gain % GAINS.len());
            counts[gain.unwrap_or(idx)] += count;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use framework::{search::Evaluator, testkit};

    use super::{
        super::{Judgment, SquareWeights},
        *,
    };
    use crate::{Othello, WideSet};

    #[test]
    fn the_terms_of_all_evaluations_add_up_to_the_worth() {
        for (judgment, name) in [
            (Judgment::Discs, "0"),
            (Judgment::Weights, "1"),
            (Judgment::WeightsAndMoves, "2"),
            (Judgment::DiscsAndCorners, "corners"),
        ] {
            let text = format!("denkmaschine-2014:evaluation={name}");
            let value = |pos: &Board, seat| {
                Judge::new(8, judgment, &SquareWeights::default()).value(pos, seat).into()
            };
            testkit::check_explanations(&Othello::standard(), &text, (1, 600), value);
            let value = |pos: &Board<WideSet>, seat| {
                Judge::new(12, judgment, &SquareWeights::default()).value(pos, seat).into()
            };
            testkit::check_explanations(&Othello::new(12).unwrap(), &text, (2, 150), value);
        }
    }

    #[test]
    fn the_terms_of_other_weights_add_up_to_the_worth() {
        let weights = SquareWeights { squares: [9, -8, 7, 6, -5, 4, 3, 2, 1, 0], ..SquareWeights::default() };
        let judge = Judge::new(8, Judgment::WeightsAndMoves, &weights);
        let text = "denkmaschine-2014:a1=9,b1=-8,c1=7,d1=6,b2=-5,c2=4,d2=3,c3=2,d3=1,d4=0";
        let value = |pos: &Board, seat| judge.value(pos, seat).into();
        testkit::check_explanations(&Othello::standard(), text, (3, 300), value);
    }

    #[test]
    fn an_own_corner_is_seen_in_its_neighbors() {
        let text = format!("{:-<64} X", "XXO-----");
        let pos = framework::Game::parse_position(&Othello::standard(), &text).unwrap();
        let explanation =
            Judge::new(8, Judgment::Weights, &SquareWeights::default()).explain(&pos, Seat::FIRST).unwrap();
        let share = |name: &str| explanation.terms().iter().find(|term| term.name == name).unwrap().share;
        assert_eq!(
            (share("corners"), share("beside-corners"), share("safe-in-first-line")),
            (50.0, -20.0, 30.0)
        );
        assert_eq!(share("third-squares"), -10.0);
    }
}
