//! What does not change during a game.

use std::cmp::Ordering;

use super::{
    covering::{Covering, Outline},
    features::{Shapes, distance},
    prior_weights::PriorWeights,
    rows::{Rows, Spot},
};
use crate::{Bits, MAX_COLORS, Placement, Rules};

/// The rules, and what follows from them.
#[derive(Clone, Debug)]
pub(super) struct Setting<const W: usize> {
    pub(super) rules: Rules,
    /// The cells of the board.
    pub(super) cells: Bits<W>,
    /// The same by rows.
    pub(super) rows: Rows,
    pub(super) shapes: Shapes,
    pub(super) covering: &'static Covering,
    /// The cells of each orientation.
    pub(super) outlines: Vec<Outline>,
    /// What makes a placement of a way to cover a cell, see [`Covering::codes`].
    pub(super) codes: Vec<i32>,
    /// How far from the middle the cell with each number lies.
    pub(super) distances: Vec<f32>,
    /// Where the cell with each number lies by rows.
    spots: Vec<Spot>,
    pub(super) priors: PriorWeights,
}

/// How much of a result is the margin; the rest is who wins. Where a game is won or lost anyway, the margin keeps
/// the search looking for more.
const MARGIN_SHARE: f32 = 0.2;

/// The margin that counts half of what the largest would, in points.
const HALF_MARGIN: f32 = 12.0;

impl<const W: usize> Setting<W> {
    /// The setting of a game with the usual priors.
    pub(super) fn new(rules: Rules) -> Self {
        Self::with_priors(rules, PriorWeights::usual(&rules).clone())
    }

    /// The setting of a game with other priors.
    pub(super) fn with_priors(rules: Rules, priors: PriorWeights) -> Self {
        let grid = rules.grid();
        let (mut cells, mut rows) = (Bits::EMPTY, Rows::EMPTY);
        for cell in grid.cells() {
            cells.insert(grid.index(cell));
            rows.insert(Spot::of(cell));
        }
        let covering = Covering::tables();
        Self {
            rules,
            cells,
            rows,
            shapes: Shapes::new(grid),
            covering,
            outlines: Outline::all(),
            codes: covering.codes(grid.stride()),
            distances: (0..grid.numbers()).map(|index| distance(grid, grid.cell(index))).collect(),
            spots: (0..grid.numbers()).map(|index| Spot::of(grid.cell(index))).collect(),
            priors,
        }
    }

    /// Where the first square of a placement lies.
    #[inline(always)]
    pub(super) fn spot(&self, mv: Placement) -> Spot {
        self.spots[(mv.code() >> 8) as usize]
    }

    /// What points at the end are worth to each seat, from 0 to 1: its rank, and a little for the margin.
    #[inline(always)]
    pub(super) fn results(&self, points: &[i32; MAX_COLORS]) -> [f32; MAX_COLORS] {
        let n_seats = self.rules.seats();
        let mut results = [0.0; MAX_COLORS];
        for seat in 0..n_seats {
            let others = points[..n_seats].iter().sum::<i32>() - points[seat];
            let margin = points[seat] as f32 - others as f32 / (n_seats - 1) as f32;
            results[seat] = worth(rank_value(points, seat, n_seats), margin);
        }
        results
    }
}

/// The part of the others that a seat leaves behind, from 0 to 1; who has as many points counts half.
#[inline(always)]
pub(super) fn rank_value(points: &[i32; MAX_COLORS], seat: usize, n_seats: usize) -> f32 {
    let mut rank = 0.0;
    for other in (0..n_seats).filter(|&other| other != seat) {
        rank += match points[seat].cmp(&points[other]) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        };
    }
    rank / (n_seats - 1) as f32
}

/// The payoff of a game that is worth so much, the share of the margin left out.
pub(super) fn payoff_of(value: f32) -> f32 {
    let rank = (value - MARGIN_SHARE / 2.0) / (1.0 - MARGIN_SHARE);
    (2.0 * rank - 1.0).clamp(-1.0, 1.0)
}

/// What a rank value and a margin are worth together.
#[inline(always)]
fn worth(rank: f32, margin: f32) -> f32 {
    let by_margin = 0.5 + 0.5 * margin / (margin.abs() + HALF_MARGIN);
    (1.0 - MARGIN_SHARE) * rank + MARGIN_SHARE * by_margin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_worth_more_than_any_loss_and_a_high_one_more_than_a_low_one() {
        let setting = Setting::<4>::new(Rules::duo());
        let of = |first: i32, second: i32| setting.results(&[first, second, 0, 0]);
        assert!(of(80, 79)[0] > of(79, 80)[0] && of(109, 20)[0] > of(80, 79)[0]);
        assert_eq!(of(60, 60)[..2], [0.5, 0.5]);
        for (first, second) in [(80, 70), (0, 109), (55, 56)] {
            let results = of(first, second);
            assert!((results[0] + results[1] - 1.0).abs() < 1e-6, "what one gains the other loses");
        }
    }

    #[test]
    fn among_four_every_place_counts() {
        let setting = Setting::<8>::new(Rules::classic());
        let results = setting.results(&[90, 80, 70, 60]);
        assert!(results.is_sorted_by(|left, right| left > right), "{results:?}");
        assert!((results.iter().sum::<f32>() - 2.0).abs() < 0.2, "{results:?}");
    }
}
