//! The players of the ten levels.

use framework::search::{AlphaBeta, AlphaBetaFeatures, Engine, HeldBack, LEVELS, noise_of};

use crate::{Board, Evaluation, SquareSet};

/// How many plies the levels below the last look ahead.
const DEPTHS: [u32; 9] = [1, 1, 2, 2, 3, 4, 5, 6, 7];

/// The table of the strongest level, in megabytes.
const TABLE_MEGABYTES: usize = 64;

/// A player of a level: the last searches as far as it may, the others less deep and, below the ninth, with noise.
pub(crate) fn player<S: SquareSet>(side: u8, level: u8) -> Box<dyn Engine<Board<S>>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let evaluation = Evaluation::new(side);
    let Some(&depth) = DEPTHS.get(usize::from(level) - 1) else {
        let features = AlphaBetaFeatures { table_megabytes: TABLE_MEGABYTES, ..AlphaBetaFeatures::ALL };
        return Box::new(AlphaBeta::new(evaluation, features));
    };
    let noise = noise_of(level);
    // Noise is added to the values of all moves, so all must be known.
    let features = AlphaBetaFeatures { exact_root: 0.0 < noise, ..AlphaBetaFeatures::ALL };
    let engine = AlphaBeta::new(evaluation, features);
    Box::new(HeldBack { engine, nodes: None, depth: Some(depth), noise })
}
