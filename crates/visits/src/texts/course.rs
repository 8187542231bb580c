//! What happens in the games of the 2018 course, in words of two languages.

use connect4::Column;
use framework::Text;
use protocol::VisitEnd;

/// That a disc of one's own was dropped.
pub(crate) fn own(column: Column) -> Text {
    Text::new(format!("you play {column}"), format!("du spielst {column}"))
}

/// That a disc of the other side was dropped.
pub(crate) fn others(column: Column) -> Text {
    Text::new(format!("they play {column}"), format!("gegenüber spielt {column}"))
}

/// How a game has ended.
pub(crate) fn ended(game: u32, end: VisitEnd) -> Text {
    let (en, de) = match end {
        VisitEnd::Won => ("won", "gewonnen"),
        VisitEnd::Lost => ("lost", "verloren"),
        VisitEnd::Drawn => ("drawn", "unentschieden"),
    };
    Text::new(format!("game {game} is {en}"), format!("Partie {game} ist {de}"))
}

/// That one is to move.
pub(crate) const fn your_turn() -> Text {
    Text::fixed("it is your turn", "du bist am Zug")
}

/// That a game goes on which a person takes for over.
pub(crate) const fn not_over() -> Text {
    Text::fixed("the game is not over yet", "das Spiel ist noch nicht vorbei")
}
