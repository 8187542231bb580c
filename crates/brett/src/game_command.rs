//! `brett othello`: the name of a game as a command starts that game.

use std::ffi::{OsStr, OsString};

use framework::GameEntry;

/// The game that has a command of its own as well, which the program of 2006 understood: `connect4 7 6 4 h c`.
const ALSO_COMMAND: &str = "connect4";

/// Options that stand before a command and take a value.
const WITH_VALUE: [&str; 2] = ["--lang", "--color"];

/// A command line in which the name of a game as the command means to play it.
pub(crate) fn with_play(games: &[GameEntry], mut args: Vec<OsString>) -> Vec<OsString> {
    let Some(at) = command_at(&args) else { return args };
    let is_game =
        |entry: &GameEntry| args[at].to_str().is_some_and(|word| entry.info.id.eq_ignore_ascii_case(word));
    if games.iter().any(is_game) && !is_old(&args[at], &args[at + 1..]) {
        args.insert(at, "play".into());
    }
    args
}

/// Where the command stands: the first word that is neither an option nor the value of one.
pub(crate) fn command_at(args: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        let word = args.get(at)?.to_str()?;
        at += match word {
            _ if WITH_VALUE.contains(&word) => 2,
            _ if word.starts_with('-') => 1,
            _ => return Some(at),
        };
    }
}

/// Whether this is the command of 2006: its help is asked for, or a board and two players are among its words.
fn is_old(command: &OsStr, rest: &[OsString]) -> bool {
    let asks_help = rest.iter().any(|word| word == "--help" || word == "-h");
    let is_number = |word: &&OsString| word.to_str().is_some_and(|word| word.parse::<u32>().is_ok());
    let kind = |word: &&OsString| {
        word.to_str().is_some_and(|word| ["h", "c", "e"].contains(&word) || word.starts_with("gtp:"))
    };
    command == ALSO_COMMAND
        && (asks_help || rest.iter().filter(is_number).count() > 1 || rest.iter().any(|word| kind(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_read_as(line: &str, wanted: &str) {
        let args = ["brett"].into_iter().chain(line.split_whitespace()).map(OsString::from).collect();
        let read: Vec<_> = with_play(catalog::GAMES, args).into_iter().skip(1).collect();
        assert_eq!(read.join(OsStr::new(" ")), wanted);
    }

    #[test]
    fn a_game_as_the_command_is_played() {
        is_read_as("connect4", "play connect4");
        is_read_as("Othello --seats level3,human", "play Othello --seats level3,human");
        is_read_as("--lang de --color never --json blokus", "--lang de --color never --json play blokus");
        is_read_as(
            "connect4 --variant 8x8x4 --length rounds=3",
            "play connect4 --variant 8x8x4 --length rounds=3",
        );
    }

    #[test]
    fn other_commands_and_that_of_2006_stay_what_they_are() {
        for line in [
            "",
            "--help",
            "--lang de",
            "games",
            "play connect4",
            "legal othello a1",
            "checkers",
            "connect4 --help",
            "connect4 7 6 4 h c",
            "connect4 --time 1s 7 6 4 c c",
            "connect4 7 6 4 h",
        ] {
            is_read_as(line, line);
        }
    }
}
