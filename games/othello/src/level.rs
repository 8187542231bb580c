//! The players of the ten levels.

use std::sync::Arc;

use framework::{
    Deterministic, Text, TwoSeatZeroSum,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, EngineEntry, Evaluator, Handicapped, LEVELS},
};

use crate::{
    Board, Evaluation, SquareSet,
    engine::{Book, PatternPlayer, Solving, patterns::Weights},
};

/// How many plies the levels below the last look ahead, and with how much noise.
///
/// A ply more is worth more than any noise takes away, so noise makes the steps between depths.
const LEVEL: [(u32, f32); 9] =
    [(1, 2.2), (1, 0.85), (2, 0.9), (2, 0.15), (3, 0.15), (4, 0.03), (6, 0.2), (7, 0.0), (9, 0.04)];

/// The same where the last level has learned patterns and is much stronger for it, and from which level on those below it
/// judge by patterns, too: the steps between levels stay about as large as those between people who notice them.
const LEVEL_BELOW_PATTERNS: [(u32, f32); 9] =
    [(1, 0.15), (2, 0.45), (3, 0.45), (4, 0.4), (2, 0.3), (3, 0.25), (4, 0.25), (5, 0.05), (8, 0.0)];
const FIRST_PATTERN_LEVEL: u8 = 5;

/// The table of the levels that search with patterns to a small depth, in bytes.
const SMALL_TABLE_BYTES: usize = 4 << 20;

/// The table of the strongest level where nothing is learned, on boards of other sizes than 8×8 and in Reversi, in
/// megabytes.
pub(crate) const TABLE_MEGABYTES: usize = 64;

/// The table of the solver behind it, in bytes.
const SOLVER_TABLE_BYTES: usize = 16 << 20;

/// The table of the search of the middle game, in bytes.
const MIDDLE_TABLE_BYTES: usize = 32 << 20;

/// Who is asked for advice: searches as far as it may, solves where it can, and knows what every move is worth.
pub(crate) fn adviser<S: SquareSet>(side: u8) -> Box<dyn Engine<Board<S>>> {
    let all_moves = true;
    Box::new(Solving::new(side, SOLVER_TABLE_BYTES, all_moves, searcher(side, all_moves)))
}

/// The strongest player: knows a book, searches as far as it may, and solves where it can.
pub(crate) fn strongest<S: SquareSet>(side: u8) -> Box<dyn Engine<Board<S>>> {
    let player = Solving::new(side, SOLVER_TABLE_BYTES, false, searcher(side, false));
    Box::new(if side == 8 { player.with_book(Book::shipped()) } else { player })
}

/// Searches what cannot be solved: by learned patterns on the usual board, and else by the framework's alpha-beta.
fn searcher<S: SquareSet>(side: u8, all_moves: bool) -> Box<dyn Engine<Board<S>>> {
    if side == 8 {
        return Box::new(PatternPlayer::new(Weights::shipped(), MIDDLE_TABLE_BYTES, all_moves));
    }
    let features = AlphaBetaFeatures {
        table_megabytes: TABLE_MEGABYTES,
        exact_root: all_moves,
        ..AlphaBetaFeatures::ALL
    };
    Box::new(AlphaBeta::new(Evaluation::new(side), features))
}

/// Lists the player who searches by learned patterns and solves nothing before its search reaches the end.
pub(crate) fn patterns_entry<S: SquareSet>() -> EngineEntry<Board<S>> {
    let about =
        Text::fixed("searches with learned patterns, for 8x8", "sucht mit gelernten Mustern, für 8x8");
    EngineEntry::new("patterns", about, || PatternPlayer::new(Weights::shipped(), MIDDLE_TABLE_BYTES, false))
}

/// A player of a level: the last searches as far as it may, the others less deep and most of them with noise.
pub(crate) fn player<S: SquareSet>(side: u8, level: u8) -> Box<dyn Engine<Board<S>>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    if side != 8 {
        return below_last(Evaluation::<S>::new(side), level).unwrap_or_else(|| strongest(side));
    }
    match LEVEL_BELOW_PATTERNS.get(usize::from(level) - 1) {
        None => strongest(side),
        Some(&(depth, noise)) if level < FIRST_PATTERN_LEVEL => {
            handicapped(Evaluation::<S>::new(side), depth, noise)
        }
        Some(&(depth, noise)) => {
            let engine = PatternPlayer::new(Weights::shipped(), SMALL_TABLE_BYTES, 0.0 < noise);
            Box::new(Handicapped { engine, nodes: None, depth: Some(depth), noise })
        }
    }
}

/// A player of a level below the last; `None` for the last, which every rule set has its own player for.
pub(crate) fn below_last<P, E>(evaluation: E, level: u8) -> Option<Box<dyn Engine<P>>>
where
    P: Deterministic + TwoSeatZeroSum,
    E: Evaluator<P> + 'static,
{
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let &(depth, noise) = LEVEL.get(usize::from(level) - 1)?;
    Some(handicapped(evaluation, depth, noise))
}

/// Alpha-beta to a depth, with noise.
fn handicapped<P, E>(evaluation: E, depth: u32, noise: f32) -> Box<dyn Engine<P>>
where
    P: Deterministic + TwoSeatZeroSum,
    E: Evaluator<P> + 'static,
{
    // Noise is added to the values of all moves, so all must be known.
    let features = AlphaBetaFeatures { exact_root: 0.0 < noise, ..AlphaBetaFeatures::ALL };
    let engine = AlphaBeta::new(evaluation, features);
    Box::new(Handicapped { engine, nodes: None, depth: Some(depth), noise })
}

/// A player on 8×8 who searches with weights of patterns, and solves where it can.
///
/// It plays as the strongest level does if the weights are those of the game; others are tried out with it.
#[must_use]
pub fn weighted_player(weights: Arc<Weights>) -> Box<dyn Engine<Board>> {
    let otherwise = Box::new(PatternPlayer::new(weights, MIDDLE_TABLE_BYTES, false));
    Box::new(Solving::new(8, SOLVER_TABLE_BYTES, false, otherwise))
}
