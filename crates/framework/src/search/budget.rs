//! Counting positions and watching the time.

use super::{Control, Limits};

/// How many positions are visited between two looks at the clock.
const BETWEEN_LOOKS: u64 = 256;

/// What is left of the limits while a search runs.
#[derive(Clone, Debug)]
pub(super) struct Budget<'a> {
    limits: Limits,
    control: Control<'a>,
    nodes: u64,
    is_over: bool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: Limits, control: Control<'a>) -> Self {
        Self { limits, control, nodes: 0, is_over: control.is_over(limits.time) }
    }

    /// Pays for one position; `None` if the search is over.
    pub(super) fn pay(&mut self) -> Option<()> {
        if self.is_over {
            return None;
        }
        if self.limits.nodes.is_some_and(|limit| limit <= self.nodes) {
            self.is_over = true;
            return None;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) && self.control.is_over(self.limits.time) {
            self.is_over = true;
            return None;
        }
        Some(())
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }
}
