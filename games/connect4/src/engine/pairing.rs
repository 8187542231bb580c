//! A bound that needs no search: who answers every disc in the same column can often not be beaten.
//!
//! Let the seat that moved last be the *follower* and the seat to move the *leader*. Whenever the leader drops a
//! disc into a column, the follower drops the next one on top of it.
//!
//! **An even number of cells is empty.** Then an even number of columns has an odd number of empty cells. In a
//! column with an even number the empty cells form pairs, and the follower gets the upper cell of each. In one with
//! an odd number the first cell is left over: if the leader takes it, the follower takes the first cell of another
//! such column, which exists because their number is even, and from then on both columns are in pairs. So the
//! follower surely gets every empty cell whose row has the parity of the highest row, except cells that can be
//! played now. The leader gets at most all others. If those hold no line for the leader, he cannot win. If the
//! follower's hold one, or a cell that completes one, he loses: the leader has to play below it in the end.
//!
//! **An odd number of cells is empty.** Then the follower would run out of answers once. But if he threatens a cell
//! of the other parity, the leader will not play below it, and an odd number of cells, from the one below the threat
//! upward, is out of the game: an even number remains. The follower answers as before, in the column of the threat
//! with pairs that end below the cell which the leader avoids; when nothing else is left the leader must play there.
//!
//! Two refinements: nobody gets above a cell that the follower has claimed and that completes his line; and a line of
//! the leader does not count if the follower's own cells hold a line in the same direction and columns below it,
//! because that one is complete before.

use super::{node::Node, shape::Shape};

/// What the leader can reach at most against a follower; `None` if nothing is known or it could not be as low as
/// `wanted`.
#[inline(always)]
pub(crate) fn upper_bound<S: Shape>(shape: S, node: &Node, wanted: i32) -> Option<i32> {
    let filled = node.own | node.other;
    let open = shape.board() & !filled & !shape.playable(filled);
    if (shape.cells() - node.stones) % 2 == 0 {
        let claimed = shape.paired_rows() & open;
        let waiting = node.other_threats & claimed;
        if waiting == 0 && wanted < -1 {
            return None;
        }
        let reachable = shape.board() & (shape.below(waiting) | waiting);
        let plan = Plan { claimed, reachable };
        return match plan.holds(shape, node)? {
            _ if waiting != 0 => Some(-worth_of_waiting(shape, waiting)),
            Held::WithLine => Some(-1),
            Held::WithoutLine => Some(0),
        };
    }
    let mut bound = None;
    let mut waiting = node.other_threats & open & !shape.paired_rows();
    while waiting != 0 {
        let lowest = waiting & waiting.wrapping_neg();
        let column = shape.column_of(lowest);
        waiting &= !column;
        let below = (lowest - 1) & column;
        let claimed = (shape.paired_rows() & !column | below & !shape.paired_rows()) & open;
        let others_waiting = node.other_threats & claimed;
        let reachable = (shape.board() & !column | below) & (shape.below(others_waiting) | others_waiting);
        let plan = Plan { claimed, reachable };
        if plan.holds(shape, node).is_some() {
            let worth = -worth_of_waiting(shape, lowest);
            bound = Some(bound.map_or(worth, |bound: i32| bound.min(worth)));
        }
    }
    bound
}

/// The least that a bound can be: less than this need not be asked for.
#[inline(always)]
pub(crate) fn least_bound<S: Shape>(shape: S) -> i32 {
    -i32::from(shape.size().rows()).midpoint(1)
}

/// Which cells the follower gets, and which come into play at all.
struct Plan {
    claimed: u64,
    reachable: u64,
}

/// A plan that keeps the leader from winning.
enum Held {
    /// The follower completes a line in the end.
    WithLine,
    WithoutLine,
}

impl Plan {
    /// Tells whether the leader cannot win against the plan; `None` if he might.
    #[inline(always)]
    fn holds<S: Shape>(&self, shape: S, node: &Node) -> Option<Held> {
        let leaders = self.reachable & !node.other & !self.claimed;
        if shape.upright_lines(leaders) != 0 {
            return None;
        }
        let followers = node.other | self.claimed;
        let [level, rising, falling] = shape.lines_across(leaders);
        let [level_below, rising_below, falling_below] = shape.lines_across(followers);
        let can_win = level & shape.below(level_below)
            | rising & shape.below(rising_below)
            | falling & shape.below(falling_below);
        match (can_win, level_below | rising_below | falling_below) {
            (0, 0) => Some(Held::WithoutLine),
            (0, _) => Some(Held::WithLine),
            _ => None,
        }
    }
}

/// The least that the follower wins by if he waits for one of these cells: everything but what lies above the
/// lowest of them may be full by then.
#[inline(always)]
fn worth_of_waiting<S: Shape>(shape: S, waiting: u64) -> i32 {
    let highest = u32::from(shape.size().rows()) - 1;
    let mut worth = 1;
    let mut cells = waiting;
    while cells != 0 {
        worth = worth.max(1 + (highest - shape.row_of(cells)) as i32 / 2);
        cells &= cells - 1;
    }
    worth
}
