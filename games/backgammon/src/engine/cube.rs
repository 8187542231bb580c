//! The doubling cube: what it is worth to hold it, and when to turn it.
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Stakes`] | what winning and losing is worth at every value of the cube, for money and at every score |
//! | [`CubeAhead`] | what a position is worth with the cube, so many rolls ahead |
//! | [`CubeDecision`] | what doubling, taking and passing are worth |
//! | [`CubePolicy`] | decides by that |

mod ahead;
mod decision;
mod life;
mod policy;
mod stakes;

pub use ahead::CubeAhead;
pub use decision::{CubeAction, CubeDecision};
pub use policy::CubePolicy;
pub(super) use stakes::worths_in_cubes;
pub use stakes::{CubeState, Holder, Stakes};
