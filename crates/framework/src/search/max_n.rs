//! Look-ahead at tables of three and four.

use super::{Engine, Evaluator, Found, RootMove, SearchRequest, budget::Budget, deepening, found};
use crate::{PerSeat, Position, Seat, Turn, Valuation};

/// How deep the searches look when nothing else is said.
const USUAL_DEPTH: u32 = 3;

/// Each seat plays what is best for itself ("max^n").
#[derive(Clone, Copy, Debug)]
pub struct MaxN<E>(pub E);

/// All others play against the seat that thinks ("paranoid"); in return alpha-beta works again.
#[derive(Clone, Copy, Debug)]
pub struct Paranoid<E>(pub E);

impl<P: Position, E: Evaluator<P>> Engine<P> for MaxN<E> {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        deepening::deepen(request, USUAL_DEPTH, |child, seat, depth, budget| {
            self.values(child, depth, budget).map(|values| values[seat])
        })
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        found.appraised_by(&self.0, pos, root)
    }
}

impl<E> MaxN<E> {
    fn values<P: Position>(&self, pos: &P, depth: u32, budget: &mut Budget<'_>) -> Option<PerSeat<f32>>
    where
        E: Evaluator<P>,
    {
        budget.pay()?;
        match pos.turn() {
            Turn::Seat(mover) if depth != 0 => {
                let mut best: Option<PerSeat<f32>> = None;
                for mv in found::legal_moves(pos) {
                    let values = self.values(&pos.after(mv), depth - 1, budget)?;
                    if best.as_ref().is_none_or(|best| best[mover] < values[mover]) {
                        best = Some(values);
                    }
                }
                best
            }
            Turn::Chance if depth != 0 => mean(pos, |child| self.values(child, depth, budget)),
            _ => Some(PerSeat::from_fn(pos.seats(), |seat| self.0.value(pos, seat))),
        }
    }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Paranoid<E> {
    fn search(&mut self, request: SearchRequest<'_, P>) -> Found<P::Move> {
        deepening::deepen(request, USUAL_DEPTH, |child, seat, depth, budget| {
            self.value(child, seat, depth, f32::NEG_INFINITY, f32::INFINITY, budget)
        })
    }

    fn appraise(&self, pos: &P, found: &Found<P::Move>, root: &RootMove<P::Move>) -> Option<Valuation> {
        found.appraised_by(&self.0, pos, root)
    }
}

impl<E> Paranoid<E> {
    fn value<P: Position>(
        &self,
        pos: &P,
        seat: Seat,
        depth: u32,
        mut alpha: f32,
        mut beta: f32,
        budget: &mut Budget<'_>,
    ) -> Option<f32>
    where
        E: Evaluator<P>,
    {
        budget.pay()?;
        match pos.turn() {
            Turn::Seat(mover) if depth != 0 => {
                let maximizes = mover == seat;
                let mut best = if maximizes { f32::NEG_INFINITY } else { f32::INFINITY };
                for mv in found::legal_moves(pos) {
                    let value = self.value(&pos.after(mv), seat, depth - 1, alpha, beta, budget)?;
                    if maximizes {
                        best = best.max(value);
                        alpha = alpha.max(best);
                    } else {
                        best = best.min(value);
                        beta = beta.min(best);
                    }
                    if beta <= alpha {
                        break;
                    }
                }
                Some(best)
            }
            Turn::Chance if depth != 0 => {
                let full = (f32::NEG_INFINITY, f32::INFINITY);
                let mut one = |child: &P| self.value(child, seat, depth, full.0, full.1, budget);
                mean(pos, |child| one(child).map(|value| PerSeat::filled(1, value)))
                    .map(|mean| mean[Seat::FIRST])
            }
            _ => Some(self.0.value(pos, seat)),
        }
    }
}

/// The mean of values over the outcomes of chance.
fn mean<P: Position>(pos: &P, mut values: impl FnMut(&P) -> Option<PerSeat<f32>>) -> Option<PerSeat<f32>> {
    let mut outcomes = Vec::new();
    pos.chance_outcomes(&mut outcomes);
    let sum: f32 = outcomes.iter().map(|outcome| outcome.1 as f32).sum();
    let mut mean: Option<PerSeat<f32>> = None;
    for (mv, weight) in outcomes {
        let share = weight as f32 / sum;
        let value = values(&pos.after(mv))?.map(|value| value * share);
        mean = Some(match mean {
            None => value,
            Some(mean) => PerSeat::from_fn(mean.seats(), |seat| mean[seat] + value[seat]),
        });
    }
    mean
}
