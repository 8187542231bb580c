//! What puzzles of Connect Four are about.

use framework::{Ending, Position, Theme, Valuation};

use crate::{Bits, Board, Column};

/// The motifs, in the order in which people see them.
pub(crate) static THEMES: [Theme; 6] = [
    Theme::new("win-in-2", "win in 2", "Gewinn in 2"),
    Theme::new("win-in-3", "win in 3", "Gewinn in 3"),
    Theme::new("win-in-4", "win in 4", "Gewinn in 4"),
    Theme::new("long-win", "long win", "langer Gewinn"),
    Theme::new("defense", "defense", "Verteidigung"),
    Theme::new("zugzwang", "zugzwang", "Zugzwang"),
];

/// The motifs of a puzzle.
pub(crate) fn of<B: Bits>(pos: &Board<B>, line: &[Column], worth: &Valuation) -> Vec<&'static str> {
    let mut themes = Vec::new();
    match *worth {
        // A win is counted in moves of the winner, who makes the first and the last one.
        Valuation::Certain { ending: Ending::Won, plies } => {
            themes.push(match plies.map(|plies| plies.div_ceil(2)) {
                Some(..=2) => "win-in-2",
                Some(3) => "win-in-3",
                Some(4) => "win-in-4",
                _ => "long-win",
            });
            if ends_in_zugzwang(pos, line) {
                themes.push("zugzwang");
            }
        }
        Valuation::Certain { ending: Ending::Drawn, .. } => themes.push("defense"),
        _ => {}
    }
    themes
}

/// Tells whether the loser's last move gave the win away: had it been left out, the winner could not have won at once.
fn ends_in_zugzwang<B: Bits>(pos: &Board<B>, line: &[Column]) -> bool {
    let Some((last, before)) = line.split_last() else { return false };
    let Some((forced, before)) = before.split_last() else { return false };
    let winner = pos.mover();
    let before = before.iter().fold(*pos, |pos, &mv| pos.after(mv));
    before.after(*forced).after(*last).has_won(winner) && !wins_out_of_turn(&before)
}

/// Tells whether the seat that is not to move could complete a line if it were.
fn wins_out_of_turn<B: Bits>(pos: &Board<B>) -> bool {
    let (size, filled, discs) = (pos.size(), pos.filled(), pos.opponent_discs());
    pos.columns()
        .filter(|&column| pos.has_room(column))
        .any(|column| (discs | (filled.with_next(size, column) ^ filled)).has_line(size))
}

#[cfg(test)]
mod tests {
    use framework::Game;

    use super::*;
    use crate::Connect4;

    #[track_caller]
    fn themes(board: &str, start: &str, line: &str, worth: Valuation) -> Vec<&'static str> {
        let game = Connect4::<u64>::from_options(&board.parse().unwrap()).unwrap();
        let pos = game.parse_position(start).unwrap();
        let mut along = pos;
        let moves = line.chars().map(|text| {
            let mv = game.parse_move(&along, &text.to_string()).unwrap();
            along.play(mv);
            mv
        });
        of(&pos, &moves.collect::<Vec<_>>(), &worth)
    }

    fn won(plies: u32) -> Valuation {
        Valuation::Certain { ending: Ending::Won, plies: Some(plies) }
    }

    #[test]
    fn an_open_three_wins_in_two_and_is_no_zugzwang() {
        assert_eq!(themes("", "4455", "326", won(3)), ["win-in-2"]);
    }

    #[test]
    fn who_must_play_below_a_threat_is_in_zugzwang() {
        // White gets three above the bottom row as soon as red has to fill the last cell of it.
        assert_eq!(themes("4x2x3", "12321", "344", won(3)), ["win-in-2", "zugzwang"]);
    }

    #[test]
    fn a_draw_that_is_saved_is_a_defense() {
        let drawn = Valuation::Certain { ending: Ending::Drawn, plies: None };
        assert_eq!(themes("", "4", "4", drawn), ["defense"]);
    }
}
