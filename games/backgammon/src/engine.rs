//! Our own player: networks that learned from games against themselves, a search over the dice, and the cube for money and
//! at every score.
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Chances`] | how likely each result is, and what that is worth |
//! | [`Network`] | estimates the chances of the side that is to roll |
//! | [`BigNetwork`] | the same with forty times as many weights: stronger, and slower |
//! | [`FastNetwork`] | orders plays for the big one, thirty times as quickly |
//! | [`Evaluation`] | the network as the searches of the framework ask it |
//! | [`bear_off`] | exact chances once both sides are at home |
//! | [`race`] | chances once the sides have passed each other |
//! | [`PlySearch`] | plays by the evaluation alone or by the mean over the next rolls, in batches |
//! | [`cube`] | what the cube is worth, and when to double, take, pass and beaver |
//! | [`MatchEquity`] | the chance to win a match at every score |
//! | [`analysis`] | what decisions cost, and how lucky the dice were |
//! | [`resigning`] | when to give up, and when to let the other side do so |
//! | [`rollout`] | what a position is worth when it is played to the end many times |
//! | [`CubePlayer`] | a search for plays and a policy for the cube, which together answer everything |

pub mod analysis;
pub mod bear_off;
mod big_network;
mod chances;
pub mod cube;
mod evaluation;
mod fast_network;
mod inputs;
mod instructions;
mod layers;
mod match_equity;
mod network;
mod player;
mod ply_search;
pub mod race;
mod replies;
pub mod resigning;
pub mod rollout;

pub use big_network::BigNetwork;
pub use chances::{Chances, Worth};
pub use cube::CubePolicy;
pub use evaluation::Evaluation;
pub use fast_network::FastNetwork;
pub use layers::WeightsError;
pub use match_equity::MatchEquity;
pub use network::Network;
pub use player::CubePlayer;
pub(crate) use player::decided;
pub use ply_search::PlySearch;
