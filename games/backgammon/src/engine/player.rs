//! A player who answers everything: plays by a search, the cube by a policy.

use framework::{
    Position, Turn, Valuation,
    search::{Engine, Evaluator as _, Found, Limits, RootMove, SearchRequest},
};

use super::{Chances, CubePolicy, Evaluation};
use crate::position::{Move, Phase, Table};

/// Finds plays by a search that need not know the cube, and decides about the cube by a policy.
///
/// Between two plays the search does not see any doubling, so a ply of its look-ahead is a play.
#[derive(Clone, Debug)]
pub struct CubePlayer<E> {
    /// What finds plays.
    pub plays: E,
    /// When to double, take, pass and beaver.
    pub cube: CubePolicy,
    /// What the policy judges by.
    pub evaluation: Evaluation,
}

impl<E: Engine<Table>> Engine<Table> for CubePlayer<E> {
    fn search(&mut self, mut request: SearchRequest<'_, Table>) -> Found<Move> {
        let table = request.pos();
        if let Some(found) = self.cube.decide(table, &self.evaluation, &request.limits(), request.control()) {
            request.report(&found);
            return found;
        }
        debug_assert!(matches!(table.phase(), Phase::Playing(_)), "a seat is to move");
        let plain = table.without_doubling();
        self.plays.search(request.at(&plain).expect("without the cube the same seat is to play"))
    }

    /// What was found in plays; the best with the chances behind it.
    fn appraise(&self, table: &Table, found: &Found<Move>, root: &RootMove<Move>) -> Option<Valuation> {
        let is_play = matches!(table.phase(), Phase::Playing(_));
        let valued = match is_play {
            true => self.plays.appraise(&table.without_doubling(), found, root)?,
            false if root.value.is_finite() => self.evaluation.appraise(table, root.value, false),
            false => return None,
        };
        Some(match valued {
            Valuation::Equity { points, chances: None } if root.mv == found.best => {
                let chances = self.chances_behind(table, found, is_play);
                Valuation::Equity { points, chances: chances.map(Into::into) }
            }
            Valuation::Equity { points, .. } if root.mv != found.best => {
                Valuation::Equity { points, chances: None }
            }
            _ => valued,
        })
    }

    fn look_at(&mut self, request: SearchRequest<'_, Table>, mv: Move) -> Option<RootMove<Move>> {
        // A decision about the cube has told what every choice is worth.
        if !matches!(request.pos().phase(), Phase::Playing(_)) {
            return None;
        }
        let plain = request.pos().without_doubling();
        self.plays.look_at(request.at(&plain)?, mv)
    }

    fn forget(&mut self) {
        self.plays.forget();
    }

    fn remembers(&self) -> bool {
        self.plays.remembers()
    }

    fn memory(&self, limits: &Limits) -> usize {
        self.plays.memory(limits)
    }
}

/// How many plays after the best the chances behind it are looked at: further the equity alone is known.
const CHANCES_AHEAD: u32 = 1;

impl<E> CubePlayer<E> {
    /// The chances of whoever decides, as far ahead as the search has looked at the best play.
    fn chances_behind(&self, table: &Table, found: &Found<Move>, is_play: bool) -> Option<Chances> {
        let Turn::Seat(seat) = table.turn() else { return None };
        if !is_play {
            return Some(self.evaluation.chances(table, seat));
        }
        let ahead = found.depth.checked_sub(1)?.min(CHANCES_AHEAD);
        Some(self.evaluation.chances_ahead(&table.without_doubling().after(found.best), seat, ahead))
    }
}

/// What was found where one of few choices was taken without a search: nothing is known about the others.
pub(crate) fn decided(table: &Table, best: Move, value: f32) -> Found<Move> {
    let mut choices = Vec::new();
    table.legal_moves(&mut choices);
    choices.sort_by_key(|&choice| choice != best);
    let root = |mv| RootMove::new(mv, if mv == best { value } else { f32::NEG_INFINITY }, false);
    Found {
        best,
        value,
        depth: 0,
        nodes: 1,
        line: vec![best],
        moves: choices.into_iter().map(root).collect(),
        complete: false,
    }
}
