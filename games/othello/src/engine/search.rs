//! What a thread of a search carries with it.

use super::{leaves::Leaves, patterns::Weights, table::Table, team::Shared};

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
    next_stop_check: u64,
    /// Where the number of positions is kept when the search is over.
    counter: &'a mut u64,
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
        if self.shared.should_stop(self.nodes) { Err(Stopped) } else { Ok(()) }
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        *self.counter = self.nodes;
    }
}
