//! Guests who come by a protocol that has one game.

use protocol::{Person, UserId};

use crate::Backend;

/// How the ids of such guests begin, by protocol.
pub(crate) const FREEBLOKS_GUEST: &str = "freebloks-";
pub(crate) const COURSE_GUEST: &str = "praktikum-";

/// Tells whether a user came by a protocol that has one game, and cannot play any other.
pub(crate) fn plays_one_game(user: &UserId) -> bool {
    [FREEBLOKS_GUEST, COURSE_GUEST].iter().any(|prefix| user.as_str().starts_with(prefix))
}

/// A new guest who comes by such a protocol.
pub(crate) fn guest_of_one_game(backend: &impl Backend, prefix: &str) -> Person {
    backend.guest(backend.new_id(prefix).parse().expect("these are letters of ids"))
}
