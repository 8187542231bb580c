//! What puzzles of Blokus are about.

use framework::{Theme, Valuation};

use crate::{BlokusPosition, Placement};

/// With at most so many pieces left a color plays its last ones.
const MAX_LAST_PIECES: u32 = 8;

/// With so many pieces or more left a color still opens the game.
const MIN_OPENING_PIECES: u32 = 16;

/// The motifs, in the order in which people see them.
pub(crate) static THEMES: [Theme; 5] = [
    Theme::new("opening", "opening", "Eröffnung"),
    Theme::new("middle-game", "middle game", "Mittelspiel"),
    Theme::new("last-pieces", "last pieces", "letzte Steine"),
    Theme::new("small-piece", "a small piece decides", "ein kleiner Stein entscheidet"),
    Theme::new("exact-end", "exact endgame", "genaues Endspiel"),
];

/// The motifs of a puzzle.
pub(crate) fn of<const WORDS: usize>(
    pos: &BlokusPosition<WORDS>,
    line: &[Placement],
    worth: &Valuation,
) -> Vec<&'static str> {
    let (Some(color), Some(first)) = (pos.to_move(), line.first()) else { return Vec::new() };
    let mut themes = vec![match pos.left(color).pieces() {
        ..=MAX_LAST_PIECES => "last-pieces",
        MIN_OPENING_PIECES.. => "opening",
        _ => "middle-game",
    }];
    if first.piece().squares() <= 3 {
        themes.push("small-piece");
    }
    if matches!(worth, Valuation::Certain { .. }) {
        themes.push("exact-end");
    }
    themes
}

#[cfg(test)]
mod tests {
    use framework::{Ending, Game};

    use super::*;
    use crate::{Blokus, Rules, SMALL};

    #[test]
    fn the_first_piece_opens_the_game() {
        let game = Blokus::<SMALL>::new(Rules::duo()).unwrap();
        let pos = game.start();
        let mut moves = Vec::new();
        framework::Position::legal_moves(&pos, &mut moves);
        let small = moves.iter().find(|mv| mv.piece().squares() == 1).unwrap();
        let won = Valuation::Certain { ending: Ending::Won, plies: None };
        assert_eq!(of(&pos, &[*small], &won), ["opening", "small-piece", "exact-end"]);
        assert_eq!(of(&pos, &[*small], &Valuation::Chance { win: 0.5 }), ["opening", "small-piece"]);
    }
}
