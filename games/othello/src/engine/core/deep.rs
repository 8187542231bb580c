//! Nodes with many empty squares: each has a large tree below it, so that much work is worth it to find the best
//! move first, or a bound without any search.

use arrayvec::ArrayVec;

use super::{
    MEDIUM_EMPTIES, flips,
    judge::{MUCH, judge, weigh},
    last::{solve_4, solve_fewer},
    medium::solve_listed,
    mobility,
};
use crate::engine::{
    bitboard::Bitboard,
    geometry::{CORNERS, ODD_QUARTERS, QUARTER},
    patterns::{Features, Weights},
    search::{Search, Stopped},
    stability::cut_by_stable_discs,
    table::{Draft, NO_MOVE},
};

/// From this many empty squares on, threads avoid each other.
const PARALLEL_EMPTIES: u32 = MEDIUM_EMPTIES + 1;

/// How promising a move is that another thread searches already.
const DEFERRED: i32 = i32::MIN;
/// How promising a move is that was best last time.
const KNOWN: i32 = i32::MAX;

/// From this many empty squares on moves are ordered by what learned weights say one ply later: numbers 46 and 47 of the
/// end-game suite take 41.2 million nodes with it and 43.6 without.
const LOOK_AHEAD_EMPTIES: u32 = 16;

/// From how many empty squares on moves are ordered by what the position after them seems to be worth after so many
/// plies more, where there are no learned weights. Numbers 40 to 42 of the end-game suite take 71.4 million nodes with all
/// three and 86.4 with none.
const JUDGED_EMPTIES: [u32; 3] = [14, 16, 18];

/// What a reply counts that a move leaves to the opponent besides what the position after it is worth: a small tree is
/// searched sooner than a large one. In units of the weights, and thus three discs.
const REPLY_UNITS: i32 = 48;
/// What a move into an odd quarter of the board counts.
const ODD_UNITS: i32 = 8;

/// A legal move before it is searched.
#[derive(Clone, Copy)]
struct Candidate {
    next: Bitboard,
    hash: u64,
    square: u8,
    /// How promising it looks.
    promise: i32,
}

hot! {
    /// Answers whether the score is more than `alpha`, for any number of empty squares.
    pub(in crate::engine) fn test(
        search: &mut Search<'_>,
        board: Bitboard,
        parity: u8,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let n_empties = board.n_empties();
        match n_empties {
            0..=3 => Ok(solve_fewer(search, board, parity, alpha)),
            4 => Ok(solve_4(search, board, parity, alpha)),
            5..=MEDIUM_EMPTIES => {
                solve_listed(search, board, mobility(board.own, board.opp), n_empties, parity, alpha)
            }
            _ => solve_deep(search, board, &Features::of(board), board.hash(), n_empties, parity, alpha),
        }
    }
}

hot! {
    fn solve_deep(
        search: &mut Search<'_>,
        board: Bitboard,
        features: &Features,
        hash: u64,
        n_empties: u32,
        parity: u8,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        search.nodes += 1;
        search.check_stop()?;
        if let Some(bound) = cut_by_stable_discs(board, n_empties, alpha) {
            return Ok(bound);
        }
        let known = search.table.probe(hash);
        let mut table_moves = [NO_MOVE; 2];
        if let Some(known) = known {
            // The middle game leaves bounds in the table that are no proof.
            if known.draft == Draft::exact(n_empties) {
                if alpha < known.lower {
                    return Ok(known.lower);
                }
                if known.upper <= alpha {
                    return Ok(known.upper);
                }
            }
            table_moves = known.moves;
        }
        let mut moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => Ok(board.final_score()),
                _ => {
                    let (features, hash) = (features.passed(), passed.hash());
                    Ok(-solve_deep(search, passed, &features, hash, n_empties, parity, -alpha - 1)?)
                }
            };
        }
        let mut candidates = ArrayVec::<Candidate, 64>::new();
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = flips(board.own, board.opp, square);
            if flipped == board.opp {
                return Ok(64);
            }
            let (next, square) = (board.after(1 << square, flipped), square as u8);
            let hash = next.hash();
            if n_empties - 1 <= MEDIUM_EMPTIES {
                search.leaves.prefetch(next);
            } else {
                search.table.prefetch(hash);
            }
            candidates.push(Candidate { next, hash, square, promise: 0 });
        }
        let mut best = i32::MIN;
        let mut best_square = NO_MOVE;
        {
            let mut idx = 0;
            while idx < candidates.len() {
                let Candidate { next, hash: next_hash, square, .. } = candidates[idx];
                idx += 1;
                let Some((lower, upper)) = known_bounds(search, next, next_hash, n_empties - 1) else { continue };
                if alpha < -upper {
                    search.table.store(hash, Draft::exact(n_empties), alpha, -upper, square);
                    return Ok(-upper);
                }
                if -lower <= alpha {
                    if best < -lower {
                        (best, best_square) = (-lower, square);
                    }
                    idx -= 1;
                    candidates.swap_remove(idx);
                }
            }
        }
        // The best move of last time is searched before the others are weighed, which it often makes needless.
        let mut is_weighed = false;
        if let Some(known) = candidates.iter_mut().find(|candidate| candidate.square == table_moves[0]) {
            known.promise = KNOWN;
        } else {
            weigh_all(search, board, features, &mut candidates, parity, table_moves[1]);
            is_weighed = true;
        }
        let mut n_tried = 0;
        let busy = search.shared.busy.as_ref().filter(|_| PARALLEL_EMPTIES <= n_empties);
        let draft = Draft::exact(n_empties);
        let level = if busy.is_some() { search.descend(hash, draft, alpha) } else { 0 };
        while !candidates.is_empty() {
            if busy.is_some() && let Some(bound) = search.table.answer(hash, draft, alpha) {
                search.ascend(level);
                return Ok(bound);
            }
            if !is_weighed && 0 < n_tried {
                weigh_all(search, board, features, &mut candidates, parity, table_moves[1]);
                is_weighed = true;
            }
            n_tried += 1;
            let mut first = 0;
            for idx in 1..candidates.len() {
                if candidates[first].promise < candidates[idx].promise {
                    first = idx;
                }
            }
            let Candidate { next, hash: next_hash, square, promise } = candidates.swap_remove(first);
            // Where another thread is already, this one comes back later.
            if let Some(busy) = busy {
                let is_first = best == i32::MIN;
                if !is_first && DEFERRED < promise && !candidates.is_empty() && busy.is_marked(next_hash) {
                    candidates.push(Candidate { next, hash: next_hash, square, promise: DEFERRED });
                    continue;
                }
                busy.enter(next_hash);
            }
            let next_parity = parity ^ QUARTER[usize::from(square)];
            let answer = match n_empties - 1 {
                ..=MEDIUM_EMPTIES => {
                    let replies = mobility(next.own, next.opp);
                    solve_listed(search, next, replies, n_empties - 1, next_parity, -alpha - 1)
                }
                _ => {
                    let features = features.after(square.into(), next.opp & board.opp);
                    solve_deep(search, next, &features, next_hash, n_empties - 1, next_parity, -alpha - 1)
                }
            };
            if let Some(busy) = busy {
                busy.leave(next_hash);
                if answer.is_err() && search.was_answered(level) {
                    candidates.push(Candidate { next, hash: next_hash, square, promise: DEFERRED });
                    continue;
                }
            }
            let score = -answer?;
            if best < score {
                (best, best_square) = (score, square);
                if alpha < score {
                    break;
                }
            }
        }
        if busy.is_some() {
            search.ascend(level);
        }
        search.table.store(hash, draft, alpha, best, best_square);
        Ok(best)
    }
}

/// Bounds on the exact score of a position after a move, from the table in which it would be.
#[inline(always)]
fn known_bounds(search: &mut Search<'_>, board: Bitboard, hash: u64, n_empties: u32) -> Option<(i32, i32)> {
    if n_empties <= MEDIUM_EMPTIES {
        return search.leaves.probe(board).map(|known| (known.lower, known.upper));
    }
    let known = search.table.probe(hash)?;
    (known.draft == Draft::exact(n_empties)).then_some((known.lower, known.upper))
}

hot! {
    /// Sets how promising each move looks, by learned weights if there are any.
    fn weigh_all(
        search: &mut Search<'_>,
        board: Bitboard,
        features: &Features,
        candidates: &mut [Candidate],
        parity: u8,
        second_table_move: u8,
    ) {
        if candidates.len() < 2 {
            return;
        }
        let (n_empties, odd) = (board.n_empties(), ODD_QUARTERS[usize::from(parity)]);
        for candidate in candidates {
            let Candidate { next, square, .. } = *candidate;
            let is_odd = odd >> square & 1 != 0;
            candidate.promise = if square == second_table_move {
                KNOWN - 1
            } else if let Some(weights) = search.weights {
                let features = features.after(square.into(), next.opp & board.opp);
                let replies = mobility(next.own, next.opp);
                let n_replies = (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed();
                let worth = if n_empties < LOOK_AHEAD_EMPTIES {
                    search.nodes += 1;
                    weigh(weights, next, &features, replies)
                } else {
                    look_ahead(search, weights, next, &features, replies)
                };
                -worth - REPLY_UNITS * n_replies + if is_odd { ODD_UNITS } else { 0 }
            } else {
                let depth = JUDGED_EMPTIES.iter().filter(|&&from| from <= n_empties).count() as u32;
                -judge(next, depth, -MUCH, MUCH) + if is_odd { 5 } else { 0 }
            };
        }
    }
}

hot! {
    /// What a position with these moves seems to be worth after the best of them.
    fn look_ahead(
        search: &mut Search<'_>,
        weights: &Weights,
        board: Bitboard,
        features: &Features,
        mut moves: u64,
    ) -> i32 {
        if moves == 0 {
            search.nodes += 1;
            return weigh(weights, board, features, 0);
        }
        let mut best = i32::MIN;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = flips(board.own, board.opp, square);
            let next = board.after(1 << square, flipped);
            search.nodes += 1;
            let worth = -weigh(weights, next, &features.after(square, flipped), mobility(next.own, next.opp));
            best = best.max(worth);
        }
        best
    }
}
