//! The tree that a textbook search looks through, with the value of every position: for teaching.
//!
//! The searches in [`search`](crate::search) throw their tree away as they go and are made to be fast. This one keeps
//! every position, its value, the bounds with which alpha-beta came to it and the moves that it never tried, so that
//! people can follow the argument on a small example.

use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::{
    AnyPosition, ExplainError, Explains, Game, Position, Seat, Turn, erased::ErasedPosition, explanation,
    search::WIN,
};

/// The most positions in a tree: more than anybody can follow, and few enough to build and to draw at once.
pub const MAX_TREE_POSITIONS: usize = 2_000;

/// The most plies in a tree; only games that are nearly over stay within [`MAX_TREE_POSITIONS`] that far.
pub const MAX_TREE_DEPTH: u32 = 16;

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TreeMethod {
    /// Every line of play to the given depth.
    Minimax,
    /// The same value at the root, without the moves that cannot change it.
    AlphaBeta,
}

/// A game tree to a fixed depth. All values are those for [`maximizer`](Self::maximizer).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameTree {
    /// The seat to move at the root: it looks for the greatest value, the other one for the least.
    pub maximizer: Seat,
    /// How many plies it reaches.
    pub depth: u32,
    /// How it was searched.
    pub method: TreeMethod,
    /// How many positions were looked at, the root included.
    pub n_positions: usize,
    /// How many branches were cut off.
    pub n_cut: usize,
    /// The position from which it grows.
    pub root: TreeNode,
}

/// A position in a tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeNode {
    /// Whether the greatest or the least value is looked for here.
    pub kind: NodeKind,
    /// What the position is worth to the maximizer, as far as it had to be found out.
    pub value: f64,
    /// Whether that is its value or only a bound of it.
    pub bound: Bound,
    /// The bounds with which alpha-beta came here.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// The moves from here, in the order in which they were tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<TreeBranch>,
}

/// Who decides at a position of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// The maximizer.
    Max,
    /// The other seat.
    Min,
    /// Nobody: the look-ahead ends, and an evaluation gives the value.
    Leaf,
    /// Nobody: the game is over, and its result is the value.
    Over,
}

/// What is known about a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value may be greater.
    AtLeast,
    /// The value may be less.
    AtMost,
}

/// What both sides are sure of already, elsewhere in the tree: the value only matters between the two.
///
/// JSON has no infinity; there `null` stands for a bound that does not exist yet.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Window {
    /// What the maximizer gets at least.
    pub alpha: f64,
    /// What the maximizer gets at most.
    pub beta: f64,
}

/// A move in a tree and where it leads.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeBranch {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it is the one that gives the position its value; of equal moves the first.
    pub is_best: bool,
    /// The position after it; nothing if the branch was cut off.
    pub node: Option<TreeNode>,
}

/// Why there is no tree.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TreeError {
    /// Dice decide.
    #[error("dice decide in this game, and a minimax tree has room for decisions only")]
    Chance,
    /// Too many players.
    #[error("a minimax tree is for two players, but {0} play here")]
    Seats(usize),
    /// Nobody can move.
    #[error("the game is over, so there is nothing to look ahead to")]
    Over,
    /// No such depth.
    #[error("a tree reaches 1 to {MAX_TREE_DEPTH} plies, not {0}")]
    Depth(u32),
    /// It would be too large to be followed.
    #[error(
        "at depth {depth} the tree has more than {MAX_TREE_POSITIONS} positions; choose a smaller depth, or a \
         position with fewer moves"
    )]
    TooLarge {
        /// How many plies were asked for.
        depth: u32,
    },
    /// The evaluation cannot be used.
    #[error(transparent)]
    Evaluation(#[from] ExplainError),
}

impl GameTree {
    /// The moves that both sides choose, from the root to the leaf that gives it its value.
    #[must_use]
    pub fn best_line(&self) -> Vec<&str> {
        let mut line = Vec::new();
        let mut node = &self.root;
        while let Some(best) = node.branches.iter().find(|branch| branch.is_best) {
            line.push(best.mv.as_str());
            match &best.node {
                Some(next) => node = next,
                None => break,
            }
        }
        line
    }
}

/// Builds the tree of a position; without an evaluation only results count, and an unfinished game is worth 0.
pub(crate) fn build<G: Game>(
    game: &Arc<G>,
    evaluation: Option<&str>,
    pos: &dyn AnyPosition,
    depth: u32,
    method: TreeMethod,
) -> Result<GameTree, TreeError> {
    let evaluation = evaluation.map(|text| explanation::evaluation(&**game, text)).transpose()?;
    let ErasedPosition::<G> { pos, .. } =
        pos.as_erased().downcast_ref().expect("a tree grows from positions of its own game");
    if pos.seats() != 2 {
        return Err(TreeError::Seats(pos.seats()));
    }
    if !(1..=MAX_TREE_DEPTH).contains(&depth) {
        return Err(TreeError::Depth(depth));
    }
    let maximizer = match pos.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => return Err(TreeError::Chance),
        Turn::Over => return Err(TreeError::Over),
    };
    let evaluation = evaluation.as_ref().map(|(entry, made)| (entry.name, &**made));
    let mut builder =
        Builder { game: &**game, evaluation, maximizer, depth, method, n_positions: 0, n_cut: 0 };
    let open = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
    let root = builder.node(pos, depth, open)?;
    let Builder { n_positions, n_cut, .. } = builder;
    Ok(GameTree { maximizer, depth, method, n_positions, n_cut, root })
}

struct Builder<'a, G: Game> {
    game: &'a G,
    evaluation: Option<(&'static str, &'a dyn Explains<G::Position>)>,
    maximizer: Seat,
    depth: u32,
    method: TreeMethod,
    n_positions: usize,
    n_cut: usize,
}

impl<G: Game> Builder<'_, G> {
    fn node(&mut self, pos: &G::Position, depth: u32, entered: Window) -> Result<TreeNode, TreeError> {
        self.n_positions += 1;
        if MAX_TREE_POSITIONS < self.n_positions {
            return Err(TreeError::TooLarge { depth: self.depth });
        }
        let prunes = self.method == TreeMethod::AlphaBeta;
        let window = prunes.then_some(entered);
        let leaf = |kind, value| TreeNode { kind, value, bound: Bound::Exact, window, branches: Vec::new() };
        let mover = match pos.turn() {
            Turn::Over => return Ok(leaf(NodeKind::Over, f64::from(pos.payoffs()[self.maximizer] * WIN))),
            Turn::Chance => return Err(TreeError::Chance),
            Turn::Seat(_) if depth == 0 => return Ok(leaf(NodeKind::Leaf, self.evaluate(pos)?)),
            Turn::Seat(mover) => mover,
        };
        let kind = if mover == self.maximizer { NodeKind::Max } else { NodeKind::Min };
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let Window { mut alpha, mut beta } = entered;
        let mut branches: Vec<TreeBranch> = Vec::with_capacity(moves.len());
        let mut best: Option<(f64, usize)> = None;
        let n_cut_before = self.n_cut;
        for mv in moves {
            let text = self.game.write_move(pos, mv);
            // One side already has something better elsewhere than the other one allows here, so play never comes to
            // this position, and its other moves do not matter.
            if prunes && beta <= alpha {
                self.n_cut += 1;
                branches.push(TreeBranch { mv: text, is_best: false, node: None });
                continue;
            }
            let node = self.node(&pos.after(mv), depth - 1, Window { alpha, beta })?;
            let value = node.value;
            let is_better = |old: f64| if kind == NodeKind::Max { old < value } else { value < old };
            if best.is_none_or(|(old, _)| is_better(old)) {
                best = Some((value, branches.len()));
            }
            match kind {
                NodeKind::Max => alpha = alpha.max(value),
                _ => beta = beta.min(value),
            }
            branches.push(TreeBranch { mv: text, is_best: false, node: Some(node) });
        }
        let (value, best_idx) = best.expect("a seat to move has a move");
        branches[best_idx].is_best = true;
        // A value inside the window it was searched with is right whatever was cut below; outside of it, only if
        // nothing was.
        let bound = match value {
            _ if self.n_cut == n_cut_before => Bound::Exact,
            _ if value <= entered.alpha => Bound::AtMost,
            _ if entered.beta <= value => Bound::AtLeast,
            _ => Bound::Exact,
        };
        Ok(TreeNode { kind, value, bound, window, branches })
    }

    fn evaluate(&self, pos: &G::Position) -> Result<f64, TreeError> {
        match self.evaluation {
            None => Ok(0.0),
            Some((name, evaluation)) => match evaluation.explain(pos, self.maximizer) {
                Some(explained) => Ok(explained.value()),
                None => Err(ExplainError::NeedsMove { name }.into()),
            },
        }
    }
}
