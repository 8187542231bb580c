//! How the program of 2005 rated a position.

use std::sync::LazyLock;

use framework::{
    ExplainedTerm, Explanation, Text,
    search::{Parameter, Tunable},
};

use super::candidates::Candidate;
use crate::{BlokusPosition, Color, MAX_COLORS, N_PIECES, Orientation, Piece, Rules, paint::paint};

/// What the program values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Criteria {
    /// An own possible move, which counts by its squares and against pieces that can lie in few ways.
    pub own_moves: f64,
    /// The same of an opponent.
    pub their_moves: f64,
    /// What an anchor of an opponent costs, which only the first versions counted; it is no weight to be tuned.
    pub their_anchors: f64,
    /// What a square still in hand costs.
    pub square_left: f64,
    /// What a step away from the own corner gives.
    pub step: f64,
}

impl Criteria {
    /// What the program valued in the version whose games are known.
    pub const OF_2005: Self =
        Self { own_moves: 1.0, their_moves: 1.0, their_anchors: 0.0, square_left: 175.0, step: 20.0 };
    /// What its documentation of 2005 says, as the first versions had it: anchors of opponents count as well.
    pub const AS_WRITTEN: Self = Self { their_anchors: 50.0, ..Self::OF_2005 };
}

impl Tunable for Criteria {
    fn parameters(&self) -> Vec<Parameter> {
        let own = Text::fixed("own possible moves", "eigene mögliche Züge");
        let their = Text::fixed("possible moves of opponents", "mögliche Züge der Gegner");
        let left = Text::fixed("what a square in hand costs", "was ein Quadrat auf der Hand kostet");
        let step = Text::fixed("a step away from the own corner", "ein Schritt weg von der eigenen Ecke");
        vec![
            Parameter::new("own-moves", own, self.own_moves, 0.25).within(-1e3..=1e3),
            Parameter::new("their-moves", their, self.their_moves, 0.25).within(-1e3..=1e3),
            Parameter::new("square-left", left, self.square_left, 50.0).within(-1e6..=1e6),
            Parameter::new("step", step, self.step, 10.0).within(-1e6..=1e6),
        ]
    }

    fn with(&self, values: &[f64]) -> Self {
        let [own_moves, their_moves, square_left, step] = [values[0], values[1], values[2], values[3]];
        Self { own_moves, their_moves, square_left, step, ..*self }
    }
}

/// What the program counted about a candidate.
pub(super) struct Rating {
    /// The possible moves of the color that played.
    own: i64,
    /// Those of every other color that is no partner.
    opponents: [Option<i64>; MAX_COLORS],
    /// The anchors of the same colors.
    anchors: [Option<i64>; MAX_COLORS],
    squares_left: i64,
    steps_away: i64,
}

impl Rating {
    /// Rates the position after a candidate for the color that played it. Partners are left out: their moves are
    /// neither wished for nor feared.
    pub(super) fn of<const WORDS: usize>(
        after: &BlokusPosition<WORDS>,
        color: Color,
        candidate: &Candidate,
        corner: (i32, i32),
    ) -> Self {
        let rules = after.rules();
        let is_partner =
            |other: Color| rules.owner(other).is_some() && rules.owner(other) == rules.owner(color);
        let (mut opponents, mut anchors) = ([None; MAX_COLORS], [None; MAX_COLORS]);
        for other in rules.colors().filter(|&other| other != color && !is_partner(other)) {
            opponents[other.index()] = Some(position_points(after, other));
            anchors[other.index()] = Some(n_anchors(after, other));
        }
        Self {
            own: position_points(after, color),
            opponents,
            anchors,
            squares_left: after.left(color).squares().into(),
            steps_away: steps_away(candidate, corner),
        }
    }

    /// The sum. The ratings of the program are whole numbers, for which this arithmetic is exact.
    pub(super) fn value(&self, criteria: &Criteria) -> i64 {
        let sum = |counts: &[Option<i64>]| counts.iter().flatten().sum::<i64>() as f64;
        let rating = criteria.own_moves * self.own as f64
            - criteria.their_moves * sum(&self.opponents)
            - criteria.their_anchors * sum(&self.anchors)
            - criteria.square_left * self.squares_left as f64
            + criteria.step * self.steps_away as f64;
        rating.round() as i64
    }

    /// The sum, term by term.
    pub(super) fn explanation(&self, criteria: &Criteria, rules: &Rules) -> Explanation {
        let term = |name: String, about, amount: i64, weight: f64| {
            ExplainedTerm::new(name, about, amount as f64, weight)
        };
        let own =
            Text::fixed("own possible moves, by size and shape", "eigene mögliche Züge, nach Größe und Form");
        let left = Text::fixed("own squares still in hand", "eigene Felder noch auf der Hand");
        let away = Text::fixed("steps away from the own corner", "Schritte von der eigenen Ecke weg");
        let theirs = rules.colors().zip(self.opponents).filter_map(|(color, points)| {
            let name = &paint(rules, color).name;
            let about =
                Text::new(format!("possible moves of {}", name.en), format!("mögliche Züge von {}", name.de));
            Some(term(format!("moves-of-{}", name.en), about, points?, -criteria.their_moves))
        });
        // Who does not count them hears nothing about them.
        let anchors = if criteria.their_anchors == 0.0 { [None; MAX_COLORS] } else { self.anchors };
        let anchors = rules.colors().zip(anchors).filter_map(|(color, count)| {
            let name = &paint(rules, color).name;
            let about =
                Text::new(format!("anchors of {}", name.en), format!("Ansatzstellen von {}", name.de));
            Some(term(format!("anchors-of-{}", name.en), about, count?, -criteria.their_anchors))
        });
        Explanation::sum(
            [term("own-moves".to_owned(), own, self.own, criteria.own_moves)]
                .into_iter()
                .chain(theirs)
                .chain(anchors)
                .chain([
                    term("squares-left".to_owned(), left, self.squares_left, -criteria.square_left),
                    term("steps-from-corner".to_owned(), away, self.steps_away, criteria.step),
                ]),
        )
    }
}

/// The color's possible moves, weighted with their squares and against pieces that can lie in few ways.
fn position_points<const WORDS: usize>(pos: &BlokusPosition<WORDS>, color: Color) -> i64 {
    let weight = |orientation: Orientation| WEIGHTS[orientation.piece().index()];
    let stride = pos.rules().grid().stride();
    pos.reach(color).contacts(stride, pos.left(color).kinds(), weight).into()
}

/// On how many cells the color could go on, if it has pieces left.
fn n_anchors<const WORDS: usize>(pos: &BlokusPosition<WORDS>, color: Color) -> i64 {
    if pos.left(color).is_empty() { 0 } else { pos.reach(color).anchors.count().into() }
}

/// The squares of each piece times 8 over the number of its orientations; only Z5 counted half of that, as if it
/// had eight.
static WEIGHTS: LazyLock<[u32; N_PIECES]> = LazyLock::new(|| {
    let n_orientations = |piece: Piece| match piece.name() {
        "Z5" => 8,
        _ => piece.orientations().count() as u32,
    };
    std::array::from_fn(|idx| {
        let piece = Piece::new(idx);
        piece.squares() * 8 / n_orientations(piece)
    })
});

/// How far the candidate lies from the corner of its color. That half the box is added and not taken away is a
/// slip of the program, and part of its play.
fn steps_away(candidate: &Candidate, corner: (i32, i32)) -> i64 {
    let half = candidate.edge / 2;
    let (x, y) = candidate.at;
    i64::from((corner.0 - x + half).abs() + (corner.1 - y + half).abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_those_of_the_description() {
        let weight = |name: &str| WEIGHTS[Piece::from_name(name).expect("a piece").index()];
        let names = "1 2 V3 I3 O L4 T4 Z4 I4 P U T5 V5 W Z5 F X L5 N Y I5";
        let expected = [8, 8, 6, 12, 32, 4, 8, 8, 16, 5, 10, 10, 10, 10, 5, 5, 40, 5, 5, 5, 20];
        assert_eq!(names.split(' ').map(weight).collect::<Vec<_>>(), expected);
    }
}
