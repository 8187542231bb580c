//! What a thread of a search carries with it.

use super::{patterns::Weights, table::Table, team::Shared};

/// How many nodes are visited between two looks at the stop flag, if nothing else is said: at most a millisecond on any
/// machine.
pub(super) const NODES_BETWEEN_STOP_CHECKS: u64 = 4_096;

/// One thread of a search.
pub(super) struct Search<'a> {
    /// How many positions were visited.
    pub(super) nodes: u64,
    pub(super) table: &'a Table,
    pub(super) shared: &'a Shared<'a>,
    /// By which moves are ordered far from the end of the game, if there are any.
    pub(super) weights: Option<&'a Weights>,
    next_stop_check: u64,
}

/// A search was stopped before it knew the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

impl<'a> Search<'a> {
    /// A thread that has visited so many positions before.
    pub(super) fn new(shared: &'a Shared<'a>, nodes: u64) -> Self {
        Self { nodes, table: shared.table, shared, weights: shared.weights, next_stop_check: 0 }
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
