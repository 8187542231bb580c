//! A second generator that shares nothing with the first: arrays, all orders of the dice, and sets of results.

use std::collections::BTreeSet;

/// Checkers by place, off (0) to bar (25): the mover's, then the other side's, each in its own numbering.
pub(crate) type Arrays = [[u8; 26]; 2];

/// The boards that the legal plays lead to; empty if no checker can be moved.
pub(crate) fn results(board: Arrays, high: u8, low: u8) -> BTreeSet<Arrays> {
    if high == low {
        return longest(board, &[high; 4]).1;
    }
    let (length, mut results) = longest(board, &[high, low]);
    let (other_length, other_results) = longest(board, &[low, high]);
    match (length, other_length) {
        (2, 2) => {
            results.extend(other_results);
            results
        }
        (2, _) => results,
        (_, 2) => other_results,
        // One die at most: the higher one if it can be played at all.
        _ if length == 1 => results,
        _ => other_results,
    }
}

/// Plays dice in this order until one cannot be played: how many could, and all results of that many.
fn longest(board: Arrays, dice: &[u8]) -> (usize, BTreeSet<Arrays>) {
    let mut reached = BTreeSet::from([board]);
    for (played, &die) in dice.iter().enumerate() {
        let next: BTreeSet<Arrays> = reached.iter().flat_map(|&board| steps(board, die)).collect();
        if next.is_empty() {
            return (played, if played == 0 { BTreeSet::new() } else { reached });
        }
        reached = next;
    }
    (dice.len(), reached)
}

fn steps(board: Arrays, die: u8) -> Vec<Arrays> {
    (1..=25).filter_map(|from| step(board, from, usize::from(die))).collect()
}

fn step(board: Arrays, from: usize, die: usize) -> Option<Arrays> {
    let [mut mine, mut theirs] = board;
    if mine[from] == 0 {
        return None;
    }
    if mine[25] > 0 && from != 25 {
        return None;
    }
    mine[from] -= 1;
    if die < from {
        let to = from - die;
        let landing = &mut theirs[25 - to];
        if *landing >= 2 {
            return None;
        }
        if *landing == 1 {
            *landing = 0;
            theirs[25] += 1;
        }
        mine[to] += 1;
    } else {
        let all_home = board[0][7..].iter().all(|&count| count == 0);
        let none_behind = board[0][from + 1..].iter().all(|&count| count == 0);
        if !all_home || !(die == from || none_behind) {
            return None;
        }
        mine[0] += 1;
    }
    Some([mine, theirs])
}
