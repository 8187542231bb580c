//! Our own player: a small network that learnt from games against itself, a search over the dice, and a simple
//! hand on the cube.
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Chances`] | how likely each result is, and what that is worth |
//! | [`Network`] | estimates the chances of the side that is to roll |
//! | [`Evaluation`] | the network as the searches of the framework ask it |
//! | [`CubePolicy`] | when to double, take, pass and beaver |
//! | [`Player`] | a search for plays and a policy for the cube, which together answer everything |

mod chances;
mod cube;
mod evaluation;
mod inputs;
mod network;
mod player;

pub use chances::{Chances, Worth};
pub use cube::CubePolicy;
pub use evaluation::Evaluation;
pub use network::Network;
pub use player::Player;
pub(crate) use player::decided;
