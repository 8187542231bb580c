//! Counts all positions and paths of a board ply by ply, and compares them with the tables.

use connect4::{Bits, Board};
use framework::{Game, Position, Seat};

use crate::{
    game,
    test_data::{Count, small_counts, usual_counts},
};

/// Counts by ply: every position once, together with the number of paths that lead to it. Of a position and its
/// mirror image only one is kept, for both.
fn counts_by_ply<B: Bits>(start: Board<B>, last_ply: usize) -> Vec<Count> {
    let mut paths_to = vec![(start, 1)];
    let (mut counts, mut moves) = (vec![count(&paths_to)], Vec::new());
    for _ in 0..last_ply {
        let mut next = Vec::new();
        for (pos, paths) in paths_to {
            moves.clear();
            pos.legal_moves(&mut moves);
            next.extend(moves.iter().map(|&mv| (of_two_mirrored(pos.after(mv)), paths)));
        }
        next.sort_unstable_by_key(|(pos, _)| discs(pos));
        next.dedup_by(|(pos, paths), (kept, sum)| {
            let is_same = pos == kept;
            *sum += if is_same { *paths } else { 0 };
            is_same
        });
        counts.push(count(&next));
        paths_to = next;
    }
    counts
}

fn discs<B: Bits>(pos: &Board<B>) -> (B, B) {
    (pos.filled(), pos.mover_discs())
}

fn of_two_mirrored<B: Bits>(pos: Board<B>) -> Board<B> {
    std::cmp::min_by_key(pos, pos.mirrored(), discs)
}

fn count<B: Bits>(paths_to: &[(Board<B>, u64)]) -> Count {
    let mut count = Count::default();
    for (pos, paths) in paths_to {
        let n_images = if *pos == pos.mirrored() { 1 } else { 2 };
        let is_won = pos.has_won(Seat::FIRST) || pos.has_won(Seat::SECOND);
        count.positions += n_images;
        count.paths += paths;
        if is_won {
            count.won_positions += n_images;
            count.won_paths += paths;
        }
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
