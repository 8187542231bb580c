//! The dice of a table: where they come from, what is known of them, and how they are thrown.
//!
//! Every roll mixes a secret of the server, to which it is bound since the match began, with a nonce of each player.
//! Who rolls sends a nonce with the command; the others have promised theirs before and reveal them as soon as the
//! dice are thrown. Who gives nothing, or not in time, is replaced by a value that anybody can compute, and the roll
//! is marked. Computer players are never told anything of this: they see positions alone.

mod known;
mod promises;
mod source;
mod throw;

pub(super) use self::known::KnownDice;
pub use self::promises::Promises;
pub use self::source::{DiceSource, FairDice, Fall, Roll, SeededDice};
