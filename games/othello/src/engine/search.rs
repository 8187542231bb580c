//! What a thread of a search carries with it.

use super::{
    leaves::Leaves,
    patterns::Weights,
    table::{Draft, Table},
    team::Shared,
};

/// How many nodes are visited between two looks at the stop flag, if nothing else is said: at most a millisecond on any
/// machine.
pub(super) const NODES_BETWEEN_STOP_CHECKS: u64 = 4_096;

/// What a thread keeps between two questions.
#[derive(Debug)]
pub(super) struct Member {
    /// How many positions it has visited.
    pub(super) nodes: u64,
    pub(super) leaves: Leaves,
}

impl Member {
    pub(super) fn new() -> Self {
        Self { nodes: 0, leaves: Leaves::new() }
    }
}

/// One thread of a search.
pub(super) struct Search<'a> {
    /// How many positions were visited.
    pub(super) nodes: u64,
    pub(super) table: &'a Table,
    pub(super) leaves: &'a mut Leaves,
    pub(super) shared: &'a Shared<'a>,
    /// By which moves are ordered far from the end of the game, if there are any.
    pub(super) weights: Option<&'a Weights>,
    /// Where other threads may be, too, on the way from the root to here.
    path: Vec<Ancestor>,
    /// Which of them another thread has answered, if that is why the search below it was left.
    answered: Option<usize>,
    next_stop_check: u64,
    /// Where the number of positions is kept when the search is over.
    counter: &'a mut u64,
}

/// A position above the one that is searched, and what was asked about it.
#[derive(Clone, Copy, Debug)]
struct Ancestor {
    hash: u64,
    draft: Draft,
    alpha: i32,
}

/// A search was stopped before it knew the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

impl<'a> Search<'a> {
    /// A thread that goes on.
    pub(super) fn new(shared: &'a Shared<'a>, member: &'a mut Member) -> Self {
        let Member { nodes, leaves } = member;
        Self {
            nodes: *nodes,
            table: shared.table,
            leaves,
            shared,
            weights: shared.weights,
            path: Vec::new(),
            answered: None,
            next_stop_check: 0,
            counter: nodes,
        }
    }

    /// Looks at the stop flag from time to time.
    #[inline(always)]
    pub(super) fn check_stop(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_stop_check { Ok(()) } else { self.check_stop_now() }
    }

    #[cold]
    fn check_stop_now(&mut self) -> Result<(), Stopped> {
        self.next_stop_check = self.nodes + self.shared.nodes_between_stop_checks;
        if self.shared.should_stop(self.nodes) {
            return Err(Stopped);
        }
        // What is below a position that another thread has answered need not be searched any more.
        let is_answered = |node: &Ancestor| self.table.answer(node.hash, node.draft, node.alpha).is_some();
        self.answered = self.path.iter().position(is_answered);
        if self.answered.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// Goes below a position at which other threads may be, too; returns how many are above it.
    #[inline]
    pub(super) fn descend(&mut self, hash: u64, draft: Draft, alpha: i32) -> usize {
        self.path.push(Ancestor { hash, draft, alpha });
        self.path.len() - 1
    }

    /// Comes back to above a position.
    #[inline]
    pub(super) fn ascend(&mut self, level: usize) {
        self.path.truncate(level);
    }

    /// Tells whether the search below a position was left because another thread has answered what was asked about it.
    /// The table knows the answer, unless it has been overwritten since.
    pub(super) fn was_answered(&mut self, level: usize) -> bool {
        let is_here = self.answered == Some(level);
        if is_here {
            self.answered = None;
            self.path.truncate(level + 1);
        }
        is_here
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        *self.counter = self.nodes;
    }
}
