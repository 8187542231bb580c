//! Lines typed in the lobby and at a table.

use framework::{GameEntry, Text};
use protocol::Seek;

use crate::commands::connect::phrasebook::Commands;

/// A line that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// Nothing at all.
    Nothing,
    /// What can be typed?
    Help,
    /// Goodbye.
    Quit,
    /// Who is here?
    Who,
    /// Who waits, and which tables are there?
    Tables,
    /// Something to everybody in the lobby or at the table.
    Say(String),
    /// Something to one person.
    Tell { name: String, text: String },
    /// Look for an opponent.
    Seek(Seek),
    /// Look for nobody any more.
    Stop,
    /// Make a table, with a computer player on the other chairs if one is named.
    New { game: String, options: String, seats: usize, player: Option<String> },
    /// Play or watch what has this number in the list.
    Join(usize),
    /// Draw the board.
    Board,
    /// What can be played?
    Moves,
    /// Something at the table.
    Do(Deed),
    /// Back to the lobby.
    Leave,
    /// A move.
    Play(String),
}

/// Something to do at a table besides moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    Roll,
    Hint,
    Undo,
    Draw,
    Resign,
    Accept,
    Decline,
    Next,
    Rematch,
}

/// What can be typed in the lobby.
pub(super) const IN_LOBBY: Commands = &[
    (
        "tables",
        Text::fixed("who is looking for an opponent, and the tables", "wer jemanden sucht, und die Tische"),
    ),
    (
        "join 2",
        Text::fixed("play or watch number 2 of that list", "Nummer 2 dieser Liste spielen oder ansehen"),
    ),
    ("seek othello 5m+3s", Text::fixed("look for an opponent", "jemanden zum Spielen suchen")),
    ("stop", Text::fixed("stop looking", "nicht mehr suchen")),
    ("new blokus duo", Text::fixed("open a table and wait there", "einen Tisch eröffnen und dort warten")),
    ("new connect4 level5", Text::fixed("play against the computer", "gegen den Computer spielen")),
    ("who", Text::fixed("who is here", "wer da ist")),
    ("say TEXT", Text::fixed("talk to everybody here", "mit allen hier reden")),
    ("tell NAME TEXT", Text::fixed("talk to one person", "mit einem reden")),
    ("help", Text::fixed("this list", "diese Liste")),
    ("quit", Text::fixed("leave the server", "den Server verlassen")),
];

/// What can be typed at a table.
pub(super) const AT_TABLE: Commands = &[
    (
        "d3",
        Text::fixed("play a move in the notation of the game", "einen Zug in der Notation des Spiels machen"),
    ),
    ("roll", Text::fixed("roll the dice", "würfeln")),
    ("moves", Text::fixed("what you can play", "was du ziehen kannst")),
    ("board", Text::fixed("draw the board again", "das Brett noch einmal zeichnen")),
    ("hint", Text::fixed("ask for a good move", "nach einem guten Zug fragen")),
    ("undo", Text::fixed("take a move back", "einen Zug zurücknehmen")),
    ("draw", Text::fixed("offer a draw", "Remis anbieten")),
    ("resign", Text::fixed("give up the game", "die Partie aufgeben")),
    ("accept, decline", Text::fixed("answer an offer", "auf ein Angebot antworten")),
    (
        "next, rematch",
        Text::fixed("play the next round, or again", "die nächste Runde spielen, oder noch einmal"),
    ),
    ("say TEXT", Text::fixed("talk to everybody at the table", "mit allen am Tisch reden")),
    ("leave", Text::fixed("go back to the lobby", "in die Lobby zurückgehen")),
];

/// Understands a line.
///
/// # Errors
/// What is wrong with it.
pub(super) fn understand(line: &str, games: &[GameEntry]) -> Result<Line, Text> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Ok(match (word, rest) {
        ("", _) => Line::Nothing,
        ("help" | "?", "") => Line::Help,
        ("quit" | "q", "") => Line::Quit,
        ("who", "") => Line::Who,
        ("tables", "") => Line::Tables,
        ("stop", "") => Line::Stop,
        ("board", "") => Line::Board,
        ("moves", "") => Line::Moves,
        ("leave", "") => Line::Leave,
        ("roll", "") => Line::Do(Deed::Roll),
        ("hint", "") => Line::Do(Deed::Hint),
        ("undo", "") => Line::Do(Deed::Undo),
        ("draw", "") => Line::Do(Deed::Draw),
        ("resign", "") => Line::Do(Deed::Resign),
        ("accept", "") => Line::Do(Deed::Accept),
        ("decline", "") => Line::Do(Deed::Decline),
        ("next", "") => Line::Do(Deed::Next),
        ("rematch", "") => Line::Do(Deed::Rematch),
        ("say", text) if !text.is_empty() => Line::Say(text.to_owned()),
        ("tell", rest) => {
            let (name, text) = rest.split_once(char::is_whitespace).ok_or(Text::fixed(
                "write tell NAME TEXT, as in: tell Anna hello",
                "schreibe tell NAME TEXT, etwa: tell Anna hallo",
            ))?;
            Line::Tell { name: name.to_owned(), text: text.trim().to_owned() }
        }
        ("join", number) => Line::Join(number.parse().map_err(|_| {
            Text::fixed(
                "write join and a number of the list, as in: join 1",
                "schreibe join und eine Nummer der Liste, etwa: join 1",
            )
        })?),
        ("seek", rest) => {
            let (game, mut words) = game_of(rest, games)?;
            let clock = words.iter().position(|word| is_clock(word)).map(|at| words.remove(at));
            let rated = words.iter().position(|word| *word == "rated").map(|at| words.remove(at)).is_some();
            let options = options_of(game, &words)?.0;
            let clock = clock.unwrap_or("none").to_owned();
            Line::Seek(Seek { game: game.info.id.to_owned(), options, clock, length: None, rated })
        }
        ("new", rest) => {
            let (game, mut words) = game_of(rest, games)?;
            let player = words.iter().position(|word| word.starts_with("level")).map(|at| words.remove(at));
            let (options, seats) = options_of(game, &words)?;
            let player = player.map(ToOwned::to_owned);
            Line::New { game: game.info.id.to_owned(), options, seats, player }
        }
        _ => Line::Play(line.to_owned()),
    })
}

/// The game that the first word names, and the other words.
fn game_of<'w, 'g>(rest: &'w str, games: &'g [GameEntry]) -> Result<(&'g GameEntry, Vec<&'w str>), Text> {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let wanted = if words.is_empty() { "" } else { words.remove(0) };
    let found = games.iter().find(|entry| entry.info.id.eq_ignore_ascii_case(wanted));
    let known = || games.iter().map(|entry| entry.info.id).collect::<Vec<_>>().join(", ");
    let entry = found.ok_or_else(|| {
        Text::new(
            format!("which game? name one of {}", known()),
            format!("welches Spiel? Nenne eines von {}", known()),
        )
    })?;
    Ok((entry, words))
}

/// The options in the form in which the server compares them, and for how many a game with them is.
fn options_of(entry: &GameEntry, words: &[&str]) -> Result<(String, usize), Text> {
    let game =
        entry.open_text(&words.join(" ")).map_err(|error| Text::new(error.to_string(), error.to_string()))?;
    Ok((game.options(), game.start().seats()))
}

fn is_clock(word: &str) -> bool {
    word == "none"
        || word.ends_with("/move")
        || word.starts_with(|first: char| first.is_ascii_digit())
            && word.contains(['m', 's', 'd'])
            && !word.contains('x')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Line, Text> {
        understand(line, catalog::GAMES)
    }

    #[test]
    fn words_that_are_no_command_are_a_move() {
        assert_eq!(read("  d3 "), Ok(Line::Play("d3".to_owned())));
        assert_eq!(read("13/8 6/2"), Ok(Line::Play("13/8 6/2".to_owned())));
        assert_eq!(read("draw"), Ok(Line::Do(Deed::Draw)));
        assert_eq!(read(""), Ok(Line::Nothing));
    }

    #[test]
    fn who_looks_for_an_opponent_names_game_variant_and_clock_in_any_order() {
        let Ok(Line::Seek(seek)) = read("seek othello 5m+3s rated 6x6") else { panic!("it is understood") };
        assert_eq!((seek.game.as_str(), seek.clock.as_str(), seek.rated), ("othello", "5m+3s", true));
        assert!(seek.options.contains("6x6"), "{}", seek.options);
        let Ok(Line::Seek(seek)) = read("seek connect4") else { panic!("it is understood") };
        assert_eq!((seek.options.as_str(), seek.clock.as_str()), ("7x6x4", "none"));
    }

    #[test]
    fn a_table_has_as_many_seats_as_its_game() {
        let Ok(Line::New { seats, player, .. }) = read("new blokus level3") else {
            panic!("it is understood")
        };
        assert_eq!((seats, player.as_deref()), (4, Some("level3")));
        let Ok(Line::New { seats, player, .. }) = read("new blokus duo") else { panic!("it is understood") };
        assert_eq!((seats, player), (2, None));
    }

    #[test]
    fn what_is_wrong_says_how_it_is_written() {
        assert!(read("seek chess").unwrap_err().en.contains("othello"));
        assert!(read("join me").unwrap_err().en.contains("join 1"));
        assert!(read("tell Anna").unwrap_err().de.contains("tell NAME TEXT"));
    }
}
