//! Dice that nobody can foresee or choose, and that everybody can check afterwards.
//!
//! A roll is drawn from a secret of the server and from nonces of all players. The server is bound to the secret by
//! [`commitment`] before the first roll and shows it after the last; a player is bound to a nonce by [`pledge`] before
//! anybody shows theirs. So the server cannot choose a roll, nor even know it in advance, and neither can a player,
//! nor the server together with one of two players.
//!
//! ```
//! use fair_dice::{Chance, commitment, draw};
//! use framework::{DiceSecret, Drawn, Nonce, RollNumber};
//!
//! let secret = DiceSecret([7; 32]);
//! let bound = commitment("table1", &secret);
//! let roll = RollNumber { round: 1, number: 2 };
//! let drawn = draw("table1", &secret, roll, &[Nonce([1; 16]), Nonce([2; 16])], &Chance::TwoDice);
//! assert_eq!(drawn, Drawn::Dice([6, 4]));
//! assert_eq!(commitment("table1", &secret), bound);
//! ```
//!
//! Nothing here draws a random number, reads a clock or opens a file.

#![forbid(unsafe_code)]

mod chance;
mod draw;
mod seal;
mod verify;

pub use chance::Chance;
pub use draw::{commitment, draw, pledge, share, substitute};
pub use seal::sealed;
pub use verify::{Flaw, Missing, Verification, verify};
