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

#[cfg(test)]
mod tests {
    use framework::{Position, Rng, random_move};

    use super::*;
    use crate::{
        Board, Size,
        engine::{
            node::{Settled, settle},
            shape::AnyShape,
            slow,
        },
    };

    /// The nodes of random games on a board, with at most so many empty cells.
    fn late_nodes(size: Size, max_empty: u16, n_games: u64) -> Vec<(AnyShape, Node)> {
        let shape = AnyShape::new(size);
        let mut nodes = Vec::new();
        for game_idx in 0..n_games {
            let mut rng = Rng::stream(5, "pairing", game_idx);
            let mut pos = Board::<u64>::empty(size);
            while let Some(mv) = random_move(&pos, &mut rng) {
                let (own, other) = (pos.mover_discs(), pos.opponent_discs());
                let threats = shape.threats(own) & shape.board() & !pos.filled();
                let can_win = threats & shape.playable(pos.filled()) != 0;
                if size.cells() - pos.ply() <= max_empty
                    && !can_win
                    && let (Settled::Open(node), _) = settle(shape, own, other, threats, pos.ply().into())
                {
                    nodes.push((shape, node));
                }
                pos.play(mv);
            }
        }
        nodes
    }

    #[test]
    fn nobody_does_better_than_the_bound_says() {
        let (mut n_even, mut n_odd, mut n_lost) = (0, 0, 0);
        for (columns, rows, k) in
            [(7, 6, 4), (5, 5, 4), (6, 5, 4), (5, 6, 4), (4, 7, 4), (7, 4, 3), (6, 6, 5)]
        {
            let size = Size::new(columns, rows, k).unwrap();
            for (shape, node) in late_nodes(size, 13, 400) {
                let Some(bound) = upper_bound(shape, &node, 0) else { continue };
                let score = slow::score(shape, node.own, node.other, node.stones);
                assert!(score <= bound, "{size}: {score} is more than {bound} in {node:?}");
                match (shape.cells() - node.stones) % 2 {
                    0 => n_even += 1,
                    _ => n_odd += 1,
                }
                n_lost += i32::from(bound < 0);
            }
        }
        assert!(
            1_000 < n_even && 100 < n_odd && 100 < n_lost,
            "{n_even}, {n_odd}, {n_lost} bounds were tried"
        );
    }

    #[test]
    fn who_waits_in_a_low_row_wins_by_more() {
        let shape = AnyShape::new(Size::USUAL);
        let in_row = |row: u32| worth_of_waiting(shape, shape.bottom() << row & 0b111_1111);
        assert_eq!([1, 2, 3, 4, 5].map(in_row), [3, 2, 2, 1, 1]);
    }
}
