//! Puzzles, and mistakes that come back.

use super::{Rate, minutes};

limits! {
    /// Tries of puzzles, and mistakes that are kept, from one address.
    PUZZLE_TRIES_PER_ADDRESS: Rate = Rate::new(240, minutes(1));
    /// Mistakes of one person that are kept.
    MAX_MISTAKES_PER_PERSON: u32 = 1_000;
    /// Moves in one try: no solution has as many.
    MAX_MOVES_PER_TRY: usize = 16;
}
