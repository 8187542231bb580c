//! The search of the middle game as a player.

use std::sync::Arc;

use framework::{
    Position, Valuation,
    search::{Control, Engine, Evaluator, Found, Limits, RootMove, SearchRequest},
};

use super::{Bitboard, CutModel, MiddleGame, Outlook, Thoroughness, patterns::Weights};
use crate::{Board, Evaluation, Move, SquareSet, evaluation::finished};

/// At most about so many positions are visited after a search was asked to stop.
const MAX_NODES_TO_STOP: u64 = 8_192;

/// A player on 8×8 who searches with learned weights.
#[derive(Debug)]
pub(crate) struct PatternPlayer {
    middle: MiddleGame,
    /// Whether the worth of every move is wanted, not only the best.
    all_moves: bool,
}

impl PatternPlayer {
    pub(crate) fn new(weights: Arc<Weights>, table_bytes: usize, all_moves: bool) -> Self {
        Self { middle: MiddleGame::new(weights, &CutModel::FITTED, table_bytes), all_moves }
    }

    fn outlook(
        &mut self,
        board: Bitboard,
        limits: &Limits,
        control: Control<'_>,
        each: &mut dyn FnMut(&Outlook),
    ) -> Option<Outlook> {
        let n_empties = board.n_empties();
        let depth = limits.depth.unwrap_or(n_empties).clamp(1, n_empties.max(1));
        // Only what reaches the end of the game can become certain; until then depth is worth more.
        let certainty = if depth < n_empties { Thoroughness::USUAL } else { Thoroughness::CERTAIN };
        let most = Thoroughness { depth, certainty };
        self.middle.set_threads(limits.threads);
        // A search that is asked to stop has some positions in hand that it still counts.
        let node_limit = limits.nodes.map_or(u64::MAX, |nodes| nodes - (nodes / 8).min(MAX_NODES_TO_STOP));
        self.middle.set_nodes_between_stop_checks(node_limit / 32);
        let stop = |nodes: u64| node_limit <= nodes || control.is_over(limits.time);
        self.middle.search(board, most, self.all_moves, &stop, each)
    }
}

/// A search as the framework tells it.
fn found_of(board: Bitboard, outlook: &Outlook, all_moves: bool) -> Found<Move> {
    let Outlook { score, moves, thoroughness, nodes, line } = outlook;
    let complete = board.n_empties() <= thoroughness.depth && thoroughness.certainty == Thoroughness::CERTAIN;
    let value = |score: i32| if complete { finished(score) } else { score as f32 };
    let root =
        |(idx, &(mv, score)): (usize, &(Move, i32))| RootMove::new(mv, value(score), all_moves || idx == 0);
    Found {
        best: moves[0].0,
        value: value(*score),
        depth: thoroughness.depth,
        nodes: *nodes,
        line: line.clone(),
        moves: moves.iter().enumerate().map(root).collect(),
        complete,
    }
}

impl<S: SquareSet> Engine<Board<S>> for PatternPlayer {
    fn search(&mut self, mut request: SearchRequest<'_, Board<S>>) -> Found<Move> {
        let (pos, all_moves) = (request.pos(), self.all_moves);
        let (limits, control) = (request.limits(), request.control());
        let board = Bitboard::of(pos);
        let outlook = board.and_then(|board| {
            self.outlook(board, &limits, control, &mut |outlook| {
                request.report(&found_of(board, outlook, all_moves));
            })
        });
        match board.zip(outlook) {
            Some((board, outlook)) => found_of(board, &outlook, all_moves),
            // Stopped before it began, so that any move must do.
            None => any_move(pos),
        }
    }

    fn appraise(&self, pos: &Board<S>, found: &Found<Move>, root: &RootMove<Move>) -> Option<Valuation> {
        let valuation = match found.complete {
            true => Evaluation::<S>::new(pos.side()).appraise(pos, root.value, true),
            false => Valuation::Discs { more: root.value, certain: false },
        };
        // About the other moves it knows only that they are no better.
        (root.exact && root.value.is_finite()).then_some(valuation)
    }

    fn forget(&mut self) {
        self.middle.forget();
    }

    fn remembers(&self) -> bool {
        true
    }

    fn memory(&self, _: &Limits) -> usize {
        self.middle.table_bytes()
    }
}

/// A legal move of a position in which a seat is to move.
fn any_move<S: SquareSet>(pos: &Board<S>) -> Found<Move> {
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    let root = |&mv: &Move| RootMove::new(mv, 0.0, false);
    Found {
        best: legal.first().copied().unwrap_or(Move::Pass),
        value: 0.0,
        depth: 0,
        nodes: 0,
        line: Vec::new(),
        moves: legal.iter().map(root).collect(),
        complete: false,
    }
}
