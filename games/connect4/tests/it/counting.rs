//! Counts all positions and paths of a board ply by ply, and compares them with the tables.

use std::{collections::HashMap, hash::BuildHasherDefault};

use connect4::{Bits, Board};
use framework::{Game, Position, Seat, StableHasher};

use crate::{
    game,
    test_data::{Count, small_counts, usual_counts},
};

type PathsTo<B> = HashMap<Board<B>, u64, BuildHasherDefault<StableHasher>>;

/// Counts by ply: every position once, together with the number of paths that lead to it.
pub(crate) fn counts_by_ply<B: Bits>(start: Board<B>, last_ply: usize) -> Vec<Count> {
    let mut paths_to: PathsTo<B> = HashMap::from_iter([(start, 1)]);
    let (mut counts, mut moves) = (Vec::new(), Vec::new());
    for ply in 0..=last_ply {
        counts.push(count(&paths_to));
        let mut next = PathsTo::<B>::with_capacity_and_hasher(paths_to.len(), Default::default());
        for (pos, paths) in paths_to.iter().filter(|_| ply < last_ply) {
            moves.clear();
            pos.legal_moves(&mut moves);
            for &mv in &moves {
                *next.entry(pos.after(mv)).or_default() += paths;
            }
        }
        paths_to = next;
    }
    counts
}

fn count<B: Bits>(paths_to: &PathsTo<B>) -> Count {
    let mut count = Count::default();
    for (pos, paths) in paths_to {
        let is_won = pos.has_won(Seat::FIRST) || pos.has_won(Seat::SECOND);
        count.positions += 1;
        count.won_positions += u64::from(is_won);
        count.paths += paths;
        count.won_paths += if is_won { *paths } else { 0 };
    }
    count
}

/// Compares all plies of a small board with its table.
#[track_caller]
pub(crate) fn check_small_board<B: Bits>(options: &str) {
    let known = small_counts(options);
    let start = game::<B>(options).start();
    assert_eq!(known.len(), usize::from(start.size().cells()) + 1, "{options}: a line for every ply");
    assert_eq!(counts_by_ply(start, known.len() - 1), known, "{options}");
}

/// Compares the usual board with its table down to a ply.
#[track_caller]
pub(crate) fn check_usual_board(last_ply: usize) {
    let known = usual_counts();
    assert_eq!(counts_by_ply(game::<u64>("7x6x4").start(), last_ply), known[..=last_ply]);
}
