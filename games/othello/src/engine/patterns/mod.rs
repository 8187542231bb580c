//! An evaluation that is a sum of learned weights, one for what each of 64 patterns of squares shows.
//!
//! A pattern is up to ten squares, and what it shows is a number with a digit for each square: 0 for a disc of the
//! player to move, 1 for an empty square, 2 for a disc of the opponent. With the empty square in the middle, changing
//! sides is a subtraction from the largest number. The patterns are 16 shapes, each in four places that are rotations
//! of each other and share their weights; each shape is symmetric to an axis, so that what is seen in a mirror shares a
//! weight as well and the eight views of a position have the same value.
//!
//! | file | what |
//! | --- | --- |
//! | `shapes` | the squares of the shapes, and which numbers share a weight |
//! | `features` | the 64 numbers of a position, updated by a move |
//! | `weights` | the weights by phases of the game, and what a position is worth |
//! | `file` | weights as a file |
//! | `coder` | the entropy coder of the file |

mod coder;
mod features;
mod file;
mod shapes;
mod weights;

pub use features::Features;
pub use file::WeightsError;
pub use shapes::{N_PATTERNS, N_SHAPES, folded_len, folded_pattern_weight};
pub use weights::{
    EMPTIES_PER_PHASE, N_PHASES, N_SCALARS, Scalars, UNITS_PER_DISC, Weights, phase_of, scalar_slots,
};
