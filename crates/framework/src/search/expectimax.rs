//! Minimax with dice: the mean over what may fall.

use super::{Engine, Evaluator, Found, RootMove, SearchRequest, budget::Budget, deepening, found};
use crate::{Seat, Turn, TwoSeatZeroSum, Valuation};

/// How many of a seat's moves it looks ahead when nothing else is said.
const USUAL_DEPTH: u32 = 2;

/// How the mean over the dice is cut short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceCuts {
    /// Not at all: every outcome is searched completely.
    None,
    /// As soon as the outcomes searched decide, whatever the others are worth between the bounds of the
    /// evaluation ("Star1").
    Star1,
    /// Besides, one move after each outcome is looked at first, since one good answer already bounds what the
    /// outcome is worth ("Star2").
    Star2,
}

/// Looks ahead in a game with dice: the best of a seat's moves, the mean over the dice.
///
/// Depth counts the moves of seats; the dice between them cost nothing. The cuts need an evaluation with
/// [`bounds`](Evaluator::bounds) and do not change the value that is found.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax<E> {
    /// What judges positions.
    pub evaluator: E,
    /// How the mean over the dice is cut short.
    pub cuts: ChanceCuts,
}

/// The bounds between which a value matters to the seat that asks.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl<P: TwoSeatZeroSum, E: Evaluator<P>> Engine<P> for Expectimax<E> {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        let window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };
        deepening::deepen(request, USUAL_DEPTH, |child, seat, depth, budget| {
            self.value(child, seat, depth, window, budget)
        })
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        found.appraised_by(&self.evaluator, pos, root)
    }
}

impl<E> Expectimax<E> {
    /// What a position is worth to a seat; outside the window only on which side it lies. `None` if the search
    /// is over.
    fn value<P: TwoSeatZeroSum>(
        &self,
        pos: &P,
        seat: Seat,
        depth: u32,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Option<f32>
    where
        E: Evaluator<P>,
    {
        budget.pay()?;
        match pos.turn() {
            Turn::Over => Some(self.evaluator.value(pos, seat)),
            _ if depth == 0 => Some(self.evaluator.value(pos, seat)),
            Turn::Chance => self.mean(pos, seat, depth, window, budget),
            Turn::Seat(mover) => self.best(pos, seat, mover, depth, window, budget),
        }
    }

    fn best<P: TwoSeatZeroSum>(
        &self,
        pos: &P,
        seat: Seat,
        mover: Seat,
        depth: u32,
        mut window: Window,
        budget: &mut Budget<'_>,
    ) -> Option<f32>
    where
        E: Evaluator<P>,
    {
        let mut moves = found::legal_moves(pos);
        moves.sort_by(|&left, &right| {
            self.evaluator.order_hint(pos, right).total_cmp(&self.evaluator.order_hint(pos, left))
        });
        let maximizes = mover == seat;
        let mut best = if maximizes { f32::NEG_INFINITY } else { f32::INFINITY };
        for mv in moves {
            let value = self.value(&pos.after(mv), seat, depth - 1, window, budget)?;
            if maximizes {
                best = best.max(value);
                window.alpha = window.alpha.max(best);
            } else {
                best = best.min(value);
                window.beta = window.beta.min(best);
            }
            if window.beta <= window.alpha {
                break;
            }
        }
        Some(best)
    }

    fn mean<P: TwoSeatZeroSum>(
        &self,
        pos: &P,
        seat: Seat,
        depth: u32,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Option<f32>
    where
        E: Evaluator<P>,
    {
        let mut outcomes = Vec::new();
        pos.chance_outcomes(&mut outcomes);
        let sum: f32 = outcomes.iter().map(|outcome| outcome.1 as f32).sum();
        let children: Vec<(P, f32)> =
            outcomes.iter().map(|&(mv, weight)| (pos.after(mv), weight as f32 / sum)).collect();
        let bounds = self.evaluator.bounds().filter(|_| self.cuts != ChanceCuts::None);
        let Some((least, most)) = bounds else {
            let full = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };
            let mut mean = 0.0;
            for (child, share) in &children {
                mean += share * self.value(child, seat, depth, full, budget)?;
            }
            return Some(mean);
        };
        let mut between: Vec<(f32, f32)> = vec![(least, most); children.len()];
        if self.cuts == ChanceCuts::Star2 {
            for ((child, _), between) in children.iter().zip(&mut between) {
                self.probe(child, seat, depth, between, budget)?;
            }
            if let Some(decided) = decided(&children, &between, window) {
                return Some(decided);
            }
        }
        for idx in 0..children.len() {
            let (child, share) = &children[idx];
            let rest = |bound: fn(&(f32, f32)) -> f32| -> f32 {
                let others = children.iter().zip(&between).enumerate().filter(|(other, _)| *other != idx);
                others.map(|(_, ((_, share), between))| share * bound(between)).sum()
            };
            // What this outcome would have to be worth for the mean to leave the window.
            let inner = Window {
                alpha: (window.alpha - rest(|between| between.1)) / share,
                beta: (window.beta - rest(|between| between.0)) / share,
            };
            let value = self.value(child, seat, depth, inner, budget)?;
            if value <= inner.alpha {
                between[idx].1 = between[idx].1.min(value);
            } else if inner.beta <= value {
                between[idx].0 = between[idx].0.max(value);
            } else {
                between[idx] = (value, value);
            }
            if let Some(decided) = decided(&children, &between, window) {
                return Some(decided);
            }
        }
        Some(children.iter().zip(&between).map(|((_, share), between)| share * between.0).sum())
    }

    /// Looks at one answer to an outcome: it bounds what the outcome is worth.
    fn probe<P: TwoSeatZeroSum>(
        &self,
        child: &P,
        seat: Seat,
        depth: u32,
        between: &mut (f32, f32),
        budget: &mut Budget<'_>,
    ) -> Option<()>
    where
        E: Evaluator<P>,
    {
        let Turn::Seat(mover) = child.turn() else { return Some(()) };
        let moves = found::legal_moves(child);
        let promise = |&mv: &P::Move| self.evaluator.order_hint(child, mv);
        let first =
            moves.into_iter().reduce(|best, mv| if promise(&best) < promise(&mv) { mv } else { best })?;
        let full = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };
        let value = self.value(&child.after(first), seat, depth - 1, full, budget)?;
        if mover == seat {
            between.0 = between.0.max(value);
        } else {
            between.1 = between.1.min(value);
        }
        Some(())
    }
}

/// The mean, if the bounds of all outcomes put it outside the window.
fn decided<P>(children: &[(P, f32)], between: &[(f32, f32)], window: Window) -> Option<f32> {
    let mean = |bound: fn(&(f32, f32)) -> f32| -> f32 {
        children.iter().zip(between).map(|((_, share), between)| share * bound(between)).sum()
    };
    let (least, most) = (mean(|between| between.0), mean(|between| between.1));
    if window.beta <= least {
        Some(least)
    } else if most <= window.alpha {
        Some(most)
    } else {
        None
    }
}
