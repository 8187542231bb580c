//! How the programme of 2005 rated a position.

use std::sync::LazyLock;

use super::candidates::Candidate;
use crate::{BlokusPosition, Color, N_PIECES, Orientation, Piece};

/// What a square still in hand costs.
const PER_SQUARE_LEFT: i64 = 175;
/// What a step away from the own corner gives.
const PER_STEP: i64 = 20;

/// What the position after a candidate is worth to the colour that played it.
pub(super) fn rate<const WORDS: usize>(
    after: &BlokusPosition<WORDS>,
    color: Color,
    candidate: &Candidate,
    corner: (i32, i32),
) -> i64 {
    let rules = after.rules();
    let is_partner = |other: Color| rules.owner(other).is_some() && rules.owner(other) == rules.owner(color);
    let opponents = rules.colors().filter(|&other| other != color && !is_partner(other));
    let theirs: i64 = opponents.map(|other| position_points(after, other)).sum();
    position_points(after, color) - theirs - PER_SQUARE_LEFT * i64::from(after.left(color).squares())
        + PER_STEP * steps_away(candidate, corner)
}

/// The colour's possible moves, weighted with their squares and against pieces that can lie in few ways.
fn position_points<const WORDS: usize>(pos: &BlokusPosition<WORDS>, color: Color) -> i64 {
    let weight = |orientation: Orientation| WEIGHTS[orientation.piece().index()];
    let stride = pos.rules().grid().stride();
    pos.reach(color).contacts(stride, pos.left(color).kinds(), weight).into()
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

/// How far the candidate lies from the corner of its colour. That half the box is added and not taken away is a
/// slip of the programme, and part of its play.
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
