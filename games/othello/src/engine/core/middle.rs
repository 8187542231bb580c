//! The middle game: a search to a depth, with the learned evaluation at its end.
//!
//! As in the end game, most nodes answer whether the score is more than `alpha` ([`test_middle`]); a node with an open
//! window ([`search_middle`]) is one on the line that both players are expected to follow. Depth counts squares that are
//! filled: a pass costs none. Scores are whole discs.

use arrayvec::ArrayVec;

use super::{deep::test, flips, mobility};
use crate::engine::{
    bitboard::Bitboard,
    geometry::parity_of,
    patterns::{Features, Scalars, UNITS_PER_DISC},
    prob_cut::{MIN_CUT_DEPTH, probe_depth},
    search::{Search, Stopped},
    step::Middle,
    table::{Draft, NO_MOVE},
};

/// Up to this many empty squares a position is solved, however small the depth is.
const ALWAYS_SOLVED_EMPTIES: u32 = 6;
/// Up to this many empty squares nothing is left out of a search that reaches the end of the game.
const SELECTIVE_EMPTIES: u32 = 11;
/// From which depths on moves are ordered by searches of one and of two plies.
const ORDER_BY_SEARCH: [u32; 2] = [6, 10];
/// From which depth on the table is asked about all moves before the first one is searched.
const ETC_DEPTH: u32 = 4;
/// From which depth on threads avoid each other.
const PARALLEL_DEPTH: u32 = 6;
/// How promising a move is that another thread searches already.
const DEFERRED: i32 = i32::MIN;
/// An evaluation never says that a game is won by everything.
const MAX_GUESS: i32 = 62 * UNITS_PER_DISC;
/// How much better than the table's move nothing can look.
const FIRST: i32 = i32::MAX;

/// A legal move before it is searched.
#[derive(Clone, Copy)]
struct Candidate {
    next: Bitboard,
    features: Features,
    hash: u64,
    square: u8,
    promise: i32,
}

hot! {
    /// What a position seems to be worth, without looking ahead, in units of the evaluation.
    fn guess(middle: &Middle<'_>, board: Bitboard, features: &Features) -> i32 {
        let (own_moves, opp_moves) = (mobility(board.own, board.opp), mobility(board.opp, board.own));
        if own_moves != 0 {
            let value = middle.weights.value(features, Scalars::of(board, own_moves, opp_moves));
            return value.clamp(-MAX_GUESS, MAX_GUESS);
        }
        if opp_moves == 0 {
            return board.final_score() * UNITS_PER_DISC;
        }
        let value = middle.weights.value(&features.passed(), Scalars::of(board.passed(), opp_moves, 0));
        -value.clamp(-MAX_GUESS, MAX_GUESS)
    }
}

/// Whole discs.
#[inline(always)]
fn discs(guess: i32) -> i32 {
    ((guess + UNITS_PER_DISC / 2).div_euclid(UNITS_PER_DISC)).clamp(-64, 64)
}

hot! {
    fn leaf(search: &mut Search<'_>, middle: &Middle<'_>, board: Bitboard, features: &Features) -> i32 {
        search.nodes += 1;
        discs(guess(middle, board, features))
    }
}

hot! {
    /// Answers whether the score after so many plies is more than `alpha`, by a bound on it.
    pub(in crate::engine) fn test_middle(
        search: &mut Search<'_>,
        middle: &Middle<'_>,
        board: Bitboard,
        features: &Features,
        depth: u32,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let n_empties = board.n_empties();
        let depth = depth.min(n_empties);
        if is_solved(middle, n_empties, depth) {
            return test(search, board, parity_of(board.empties()), alpha);
        }
        if depth == 0 {
            return Ok(leaf(search, middle, board, features));
        }
        search.nodes += 1;
        search.check_stop()?;
        let moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => Ok(board.final_score()),
                _ => Ok(-test_middle(search, middle, passed, &features.passed(), depth, -alpha - 1)?),
            };
        }
        if depth == 1 && ALWAYS_SOLVED_EMPTIES < n_empties - 1 {
            return Ok(test_last(search, middle, board, features, moves, alpha));
        }
        let hash = board.hash();
        let draft = Draft { depth: depth as u8, certainty: middle.certainty };
        let mut table_moves = [NO_MOVE; 2];
        if let Some(known) = search.table.probe(hash) {
            if known.draft.covers(draft) {
                if alpha < known.lower {
                    return Ok(known.lower);
                }
                if known.upper <= alpha {
                    return Ok(known.upper);
                }
            }
            table_moves = known.moves;
        }
        if MIN_CUT_DEPTH <= depth && let Some(bound) = cut(search, middle, board, features, n_empties, depth, alpha)? {
            return Ok(bound);
        }
        let mut candidates = list(board, features, moves);
        if let Some(answer) = transposed(search, &candidates, draft, alpha) {
            search.table.store(hash, draft, alpha, answer.0, answer.1);
            return Ok(answer.0);
        }
        order(search, middle, &mut candidates, depth, table_moves)?;
        let (mut best, mut best_square) = (i32::MIN, NO_MOVE);
        let busy = search.shared.busy.as_ref().filter(|_| PARALLEL_DEPTH <= depth);
        let level = if busy.is_some() { search.descend(hash, draft, alpha) } else { 0 };
        while let Some(candidate) = pop_best(&mut candidates) {
            let Candidate { next, features, square, hash: next_hash, promise } = candidate;
            if let Some(busy) = busy {
                if let Some(bound) = search.table.answer(hash, draft, alpha) {
                    search.ascend(level);
                    return Ok(bound);
                }
                // Where another thread is already, this one comes back later.
                let is_first = best == i32::MIN;
                if !is_first && DEFERRED < promise && !candidates.is_empty() && busy.is_marked(next_hash) {
                    candidates.push(Candidate { promise: DEFERRED, ..candidate });
                    continue;
                }
                busy.enter(next_hash);
            }
            let answer = test_middle(search, middle, next, &features, depth - 1, -alpha - 1);
            if let Some(busy) = busy {
                busy.leave(next_hash);
                if answer.is_err() && search.was_answered(level) {
                    candidates.push(Candidate { promise: DEFERRED, ..candidate });
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

hot! {
    /// The score after so many plies if it lies between `alpha` and `beta`, and otherwise a bound on it.
    pub(in crate::engine) fn search_middle(
        search: &mut Search<'_>,
        middle: &Middle<'_>,
        board: Bitboard,
        features: &Features,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let n_empties = board.n_empties();
        let depth = depth.min(n_empties);
        if is_solved(middle, n_empties, depth) {
            return solve_between(search, board, alpha, beta);
        }
        if depth == 0 {
            return Ok(leaf(search, middle, board, features));
        }
        if beta <= alpha + 1 {
            return test_middle(search, middle, board, features, depth, alpha);
        }
        search.nodes += 1;
        search.check_stop()?;
        let moves = mobility(board.own, board.opp);
        if moves == 0 {
            let passed = board.passed();
            return match mobility(passed.own, passed.opp) {
                0 => Ok(board.final_score()),
                _ => Ok(-search_middle(search, middle, passed, &features.passed(), depth, -beta, -alpha)?),
            };
        }
        let hash = board.hash();
        let draft = Draft { depth: depth as u8, certainty: middle.certainty };
        let table_moves = search.table.probe(hash).map_or([NO_MOVE; 2], |known| known.moves);
        let mut candidates = list(board, features, moves);
        order(search, middle, &mut candidates, depth, table_moves)?;
        let (mut best, mut best_square) = (i32::MIN, NO_MOVE);
        while let Some(Candidate { next, features, square, .. }) = pop_best(&mut candidates) {
            let low = alpha.max(best);
            let mut score = low;
            if best != i32::MIN {
                score = -test_middle(search, middle, next, &features, depth - 1, -low - 1)?;
            }
            // The first move, and one that turns out better than those before it.
            if best == i32::MIN || low < score && score < beta {
                score = -search_middle(search, middle, next, &features, depth - 1, -beta, -low)?;
            }
            if best < score {
                (best, best_square) = (score, square);
                if beta <= score {
                    break;
                }
            }
        }
        if alpha < best && best < beta {
            // The score itself: a bound from both sides.
            search.table.store(hash, draft, best, best, best_square);
            search.table.store(hash, draft, best - 1, best, best_square);
        } else {
            search.table.store(hash, draft, alpha.min(best), best, best_square);
        }
        Ok(best)
    }
}

/// Tells whether a position is solved instead of searched to a depth.
#[inline(always)]
fn is_solved(middle: &Middle<'_>, n_empties: u32, depth: u32) -> bool {
    let is_certain = middle.certainty == Draft::CERTAIN || n_empties <= SELECTIVE_EMPTIES;
    n_empties <= ALWAYS_SOLVED_EMPTIES || n_empties <= depth && is_certain
}

hot! {
    /// The exact score if it lies between `alpha` and `beta`, and otherwise a bound on it.
    fn solve_between(search: &mut Search<'_>, board: Bitboard, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let (mut low, mut high) = (-64, 64);
        let mut next = alpha;
        loop {
            let score = test(search, board, parity_of(board.empties()), next)?;
            if next < score {
                low = score;
            } else {
                high = score;
            }
            if high <= low || beta <= low || high <= alpha {
                return Ok(score);
            }
            // Just above what it is at least, which is probably what it is.
            next = low.max(alpha);
            if high <= next {
                return Ok(low);
            }
        }
    }
}

hot! {
    /// One ply before the end of the search: moves are tried as they come.
    fn test_last(
        search: &mut Search<'_>,
        middle: &Middle<'_>,
        board: Bitboard,
        features: &Features,
        mut moves: u64,
        alpha: i32,
    ) -> i32 {
        let mut best = i32::MIN;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = flips(board.own, board.opp, square);
            let next = board.after(1 << square, flipped);
            let score = -leaf(search, middle, next, &features.after(square, flipped));
            if best < score {
                best = score;
                if alpha < score {
                    break;
                }
            }
        }
        best
    }
}

hot! {
    /// A bound without a full search, where a search of less depth is so far from `alpha` that this one will
    /// hardly cross it.
    fn cut(
        search: &mut Search<'_>,
        middle: &Middle<'_>,
        board: Bitboard,
        features: &Features,
        n_empties: u32,
        depth: u32,
        alpha: i32,
    ) -> Result<Option<i32>, Stopped> {
        let Some(margin) = middle.margin(n_empties, depth) else { return Ok(None) };
        let probe = probe_depth(depth);
        let now = discs(guess(middle, board, features));
        let high = alpha + margin;
        if alpha < now && high < 64 && high < test_middle(search, middle, board, features, probe, high)? {
            return Ok(Some(alpha + 1));
        }
        let low = alpha + 1 - margin;
        if now <= alpha && -64 < low && test_middle(search, middle, board, features, probe, low - 1)? < low {
            return Ok(Some(alpha));
        }
        Ok(None)
    }
}

hot! {
    #[inline]
    fn list(board: Bitboard, features: &Features, mut moves: u64) -> ArrayVec<Candidate, 34> {
        let mut candidates = ArrayVec::new();
        while moves != 0 && !candidates.is_full() {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flipped = flips(board.own, board.opp, square);
            let next = board.after(1 << square, flipped);
            let features = features.after(square, flipped);
            candidates.push(Candidate { next, features, hash: next.hash(), square: square as u8, promise: 0 });
        }
        candidates
    }
}

/// A move of which the table knows that it is worth more than `alpha`, with what it is worth at least.
#[inline(always)]
fn transposed(search: &Search<'_>, candidates: &[Candidate], draft: Draft, alpha: i32) -> Option<(i32, u8)> {
    if u32::from(draft.depth) < ETC_DEPTH {
        return None;
    }
    let draft = Draft { depth: draft.depth - 1, ..draft };
    candidates.iter().find_map(|candidate| {
        let known = search.table.probe(candidate.hash)?;
        (known.draft.covers(draft) && alpha < -known.upper).then_some((-known.upper, candidate.square))
    })
}

hot! {
    /// Sets how promising each move looks.
    fn order(
        search: &mut Search<'_>,
        middle: &Middle<'_>,
        candidates: &mut ArrayVec<Candidate, 34>,
        depth: u32,
        table_moves: [u8; 2],
    ) -> Result<(), Stopped> {
        if candidates.len() < 2 {
            return Ok(());
        }
        let order_depth = ORDER_BY_SEARCH.iter().filter(|&&from| from <= depth).count() as u32;
        for candidate in candidates {
            let Candidate { next, features, square, .. } = *candidate;
            candidate.promise = if square == table_moves[0] {
                FIRST
            } else if square == table_moves[1] {
                FIRST - 1
            } else if depth < 3 {
                -mobility(next.own, next.opp).count_ones().cast_signed()
            } else if order_depth == 0 {
                search.nodes += 1;
                let n_replies = mobility(next.own, next.opp).count_ones().cast_signed();
                -guess(middle, next, &features) - 8 * n_replies
            } else {
                let score = -search_middle(search, middle, next, &features, order_depth, -64, 64)?;
                UNITS_PER_DISC * score - 4 * mobility(next.own, next.opp).count_ones().cast_signed()
            };
        }
        Ok(())
    }
}

/// Takes out the most promising move.
#[inline(always)]
fn pop_best(candidates: &mut ArrayVec<Candidate, 34>) -> Option<Candidate> {
    let mut first = 0;
    for idx in 1..candidates.len() {
        if candidates[first].promise < candidates[idx].promise {
            first = idx;
        }
    }
    candidates.swap_pop(first)
}
