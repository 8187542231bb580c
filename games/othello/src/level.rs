//! The players of the ten levels.

use framework::search::{AlphaBeta, AlphaBetaFeatures, Engine, HeldBack, LEVELS};

use crate::{Board, Evaluation, SquareSet};

/// How many plies the levels below the last look ahead, and with how much noise.
///
/// A ply more is worth more than any noise takes away, so noise makes the steps between depths.
const LEVEL: [(u32, f32); 9] =
    [(1, 2.2), (1, 0.85), (2, 0.9), (2, 0.15), (3, 0.15), (4, 0.03), (6, 0.2), (7, 0.0), (9, 0.04)];

/// The table of the strongest level, in megabytes.
const TABLE_MEGABYTES: usize = 64;

/// Who is asked for advice: searches as far as it may, and knows what every move is worth.
pub(crate) fn adviser<S: SquareSet>(side: u8) -> Box<dyn Engine<Board<S>>> {
    let features =
        AlphaBetaFeatures { table_megabytes: TABLE_MEGABYTES, exact_root: true, ..AlphaBetaFeatures::ALL };
    Box::new(AlphaBeta::new(Evaluation::new(side), features))
}

/// A player of a level: the last searches as far as it may, the others less deep and most of them with noise.
pub(crate) fn player<S: SquareSet>(side: u8, level: u8) -> Box<dyn Engine<Board<S>>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let evaluation = Evaluation::new(side);
    let Some(&(depth, noise)) = LEVEL.get(usize::from(level) - 1) else {
        let features = AlphaBetaFeatures { table_megabytes: TABLE_MEGABYTES, ..AlphaBetaFeatures::ALL };
        return Box::new(AlphaBeta::new(evaluation, features));
    };
    // Noise is added to the values of all moves, so all must be known.
    let features = AlphaBetaFeatures { exact_root: 0.0 < noise, ..AlphaBetaFeatures::ALL };
    let engine = AlphaBeta::new(evaluation, features);
    Box::new(HeldBack { engine, nodes: None, depth: Some(depth), noise })
}
