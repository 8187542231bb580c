//! What happens on servers of original programs, in words of two languages.

pub(super) mod course;
pub(super) mod lobby;
pub mod room;

use framework::Text;

/// That the other side has gone.
#[must_use]
pub const fn hung_up() -> Text {
    Text::fixed("the other side has ended the connection", "die andere Seite hat die Verbindung beendet")
}

/// That another person has to move first.
pub(super) const fn not_your_turn() -> Text {
    Text::fixed("it is not your turn", "du bist nicht am Zug")
}
