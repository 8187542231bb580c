//! What a position of Blokus is worth.

mod glance;

use std::ops::ControlFlow;

use framework::{PerSeat, Position, Seat, Turn, Valuation, search::Evaluator};

pub(crate) use self::glance::Glance;
use crate::{Bits, BlokusPosition, Color, Piece, Placement};

/// What is counted about a color.
const N_FEATURES: usize = 6;

/// Judges a position by what each color has laid and can still lay.
///
/// For every color it guesses the points at the end: a weighted sum of its points, its anchors, the cells within
/// three and within five squares of them, its moves, and the squares of the pieces that still fit somewhere. The
/// guesses of two seats, compared, give the chance that one ends before the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Evaluation;

/// What the features of a color are worth while a part of the board is covered.
struct Phase {
    /// The covered part.
    covered: f32,
    weights: [f32; N_FEATURES],
    /// What it is worth to be on the move.
    tempo: f32,
    /// By how many points a difference of guesses is usually off.
    doubt: f32,
}

/// Fitted by least squares to the points at the end of 500 Duo games of the program of 2005 against itself, with
/// its levels mixed and random moves strewn in (15 000 positions).
const PHASES: [Phase; 6] = [
    Phase { covered: 0.06, weights: [1.66, 0.75, 0.17, -0.10, 0.00, 0.98], tempo: 3.5, doubt: 12.3 },
    Phase { covered: 0.19, weights: [1.16, 0.42, 0.15, -0.07, 0.45, 0.63], tempo: 3.2, doubt: 11.4 },
    Phase { covered: 0.31, weights: [1.11, 0.08, 0.00, 0.15, 0.34, 0.30], tempo: 2.9, doubt: 9.9 },
    Phase { covered: 0.44, weights: [1.15, -0.32, 0.08, 0.21, 0.44, 0.10], tempo: 2.3, doubt: 7.8 },
    Phase { covered: 0.56, weights: [1.05, -0.31, 0.02, 0.32, 0.44, 0.08], tempo: 1.4, doubt: 5.0 },
    Phase { covered: 0.68, weights: [1.01, -0.23, 0.15, 0.06, 0.46, 0.29], tempo: 0.5, doubt: 2.2 },
];

impl Evaluation {
    /// The chances of each seat: what its payoff will be on average, from −1 to 1; of a finished game what it is.
    #[must_use]
    pub fn chances<const WORDS: usize>(self, pos: &BlokusPosition<WORDS>) -> PerSeat<f32> {
        if pos.turn() == Turn::Over {
            return pos.payoffs();
        }
        let rules = pos.rules();
        let phase = Phase::of(pos);
        let mut guesses = PerSeat::filled(rules.seats(), 0.0);
        for color in rules.colors() {
            if let Some(owner) = rules.owner(color) {
                guesses[owner] += phase.guess(pos, color);
            }
        }
        let ahead = |seat: Seat, other: Seat| ((guesses[seat] - guesses[other]) / phase.doubt).tanh();
        let n_others = (rules.seats() - 1) as f32;
        PerSeat::from_fn(rules.seats(), |seat| {
            let others = Seat::all(rules.seats()).filter(|&other| other != seat);
            others.map(|other| ahead(seat, other)).sum::<f32>() / n_others
        })
    }
}

impl<const WORDS: usize> Evaluator<BlokusPosition<WORDS>> for Evaluation {
    fn value(&self, pos: &BlokusPosition<WORDS>, seat: Seat) -> f32 {
        self.chances(pos)[seat]
    }

    fn bounds(&self) -> Option<(f32, f32)> {
        Some((-1.0, 1.0))
    }

    /// The chance to win between two, and the place among more: that is what payoffs are made of.
    fn appraise(&self, pos: &BlokusPosition<WORDS>, value: f32, _: bool) -> Valuation {
        match pos.seats() {
            2 => Valuation::of_payoff(value),
            seats => Valuation::of_rank(value, seats),
        }
    }

    fn order_hint(&self, pos: &BlokusPosition<WORDS>, mv: Placement) -> f32 {
        pos.to_move().map_or(0.0, |color| Glance::new(pos, color).order_hint(mv))
    }
}

impl Phase {
    /// The phase of a position, between the fitted ones.
    fn of<const WORDS: usize>(pos: &BlokusPosition<WORDS>) -> Self {
        let n_cells = f32::from(pos.rules().grid().width()) * f32::from(pos.rules().grid().height());
        let covered = 1.0 - pos.free().count() as f32 / n_cells;
        let [first, .., last] = &PHASES;
        let covered = covered.clamp(first.covered, last.covered);
        let later = PHASES.iter().skip(1).position(|phase| covered <= phase.covered).unwrap_or(0) + 1;
        let (before, after) = (&PHASES[later - 1], &PHASES[later]);
        let share = (covered - before.covered) / (after.covered - before.covered);
        let between = |before: f32, after: f32| before + share * (after - before);
        Self {
            covered,
            weights: std::array::from_fn(|idx| between(before.weights[idx], after.weights[idx])),
            tempo: between(before.tempo, after.tempo),
            doubt: between(before.doubt, after.doubt),
        }
    }

    /// The points that a color seems to get, up to what is the same for all.
    fn guess<const WORDS: usize>(&self, pos: &BlokusPosition<WORDS>, color: Color) -> f32 {
        let weighted: f32 =
            features(pos, color).iter().zip(self.weights).map(|(value, weight)| value * weight).sum();
        if pos.to_move() == Some(color) { weighted + self.tempo } else { weighted }
    }
}

/// Points, anchors, cells near and less near, the root of the number of moves, and the squares of fitting pieces.
fn features<const WORDS: usize>(pos: &BlokusPosition<WORDS>, color: Color) -> [f32; N_FEATURES] {
    let stride = pos.rules().grid().stride();
    let reach = pos.reach(color);
    let (mut n_moves, mut fitting) = (0, 0);
    // Nothing in here breaks off.
    let _ = reach.placements(stride, pos.left(color).kinds(), |orientation, firsts| {
        let moves_here = firsts.count();
        if moves_here != 0 {
            n_moves += moves_here;
            fitting |= orientation.piece().bit();
        }
        ControlFlow::Continue(())
    });
    let points = pos.points(color) as f32;
    if n_moves == 0 {
        return [points, 0.0, 0.0, 0.0, 0.0, 0.0];
    }
    let grown = |cells: Bits<WORDS>| cells | (cells.edge_neighbors(stride) & reach.open);
    let near = grown(grown(reach.anchors));
    let far = grown(grown(near));
    let squares = |piece: Piece| if fitting & piece.bit() == 0 { 0 } else { piece.squares() };
    let fitting_squares: u32 = Piece::all().map(squares).sum();
    [
        points,
        reach.anchors.count() as f32,
        near.count() as f32,
        far.count() as f32,
        (n_moves as f32).sqrt(),
        fitting_squares as f32,
    ]
}
