//! What puzzles of Othello are about.

use framework::{Position, Theme, Valuation};

use crate::{Board, Move, Square, SquareSet};

/// The motifs, in the order in which people see them.
pub(crate) static THEMES: [Theme; 7] = [
    Theme::new("corner", "corner", "Ecke"),
    Theme::new("sacrifice", "corner sacrifice", "Eckenopfer"),
    Theme::new("edge", "edge", "Rand"),
    Theme::new("parity", "parity", "Parität"),
    Theme::new("pass", "forced pass", "erzwungenes Passen"),
    Theme::new("middle-game", "middle game", "Mittelspiel"),
    Theme::new("exact-end", "exact endgame", "genaues Endspiel"),
];

/// The motifs of a puzzle.
pub(crate) fn of<S: SquareSet>(pos: &Board<S>, line: &[Move], worth: &Valuation) -> Vec<&'static str> {
    let mut themes = Vec::new();
    let Some(&Move::Place(square)) = line.first() else { return themes };
    let side = pos.side();
    let last = side - 1;
    let is_rim = |at: u8| at == 0 || at == last;
    let (column, row) = (square.column(), square.row());
    if is_rim(column) && is_rim(row) {
        themes.push("corner");
    } else if gives_corner(pos, square) {
        themes.push("sacrifice");
    } else if is_rim(column) || is_rim(row) {
        themes.push("edge");
    }
    if is_by_parity(pos, square) {
        themes.push("parity");
    }
    if pos.after(Move::Place(square)).must_pass() {
        themes.push("pass");
    }
    themes.push(match worth {
        Valuation::Discs { certain: true, .. } => "exact-end",
        _ => "middle-game",
    });
    themes
}

/// Tells whether the other side can take a corner after a disc beside it.
fn gives_corner<S: SquareSet>(pos: &Board<S>, square: Square) -> bool {
    let last = pos.side() - 1;
    let after = pos.placed(square);
    let corners = [(0, 0), (0, last), (last, 0), (last, last)];
    corners.into_iter().filter_map(|(column, row)| Square::new(column, row)).any(|corner| {
        S::of(corner).around().has(square)
            && !pos.passed().mobility().has(corner)
            && after.mobility().has(corner)
    })
}

/// Tells whether the square is the one of a region with an odd number of empty squares while another region has an even
/// number: who plays there moves last in both.
fn is_by_parity<S: SquareSet>(pos: &Board<S>, square: Square) -> bool {
    let empties = pos.empties();
    let own = region(empties, S::of(square));
    if own.count() % 2 == 0 {
        return false;
    }
    let mut left = empties & !own;
    while let Some(first) = left.pop_first() {
        let other = region(empties, S::of(first));
        if other.count() % 2 == 0 {
            return true;
        }
        left = left & !other;
    }
    false
}

/// The empty squares that hang together with a set.
fn region<S: SquareSet>(empties: S, mut inside: S) -> S {
    loop {
        let grown = (inside | inside.around()) & empties;
        if grown == inside {
            return inside;
        }
        inside = grown;
    }
}

#[cfg(test)]
mod tests {
    use framework::Game;

    use super::*;
    use crate::Othello;

    #[track_caller]
    fn themes(board: [&str; 8], mv: &str) -> Vec<&'static str> {
        let game = Othello::standard();
        let pos = game.parse_position(&format!("{} X", board.concat())).unwrap();
        let mv = game.parse_move(&pos, mv).unwrap();
        of(&pos, &[mv], &Valuation::Discs { more: 10.0, certain: true })
    }

    #[test]
    fn a_corner_is_named() {
        let board =
            ["-OX-----", "--------", "--------", "---OX---", "---XO---", "--------", "--------", "--------"];
        assert_eq!(themes(board, "a1"), ["corner", "exact-end"]);
    }

    #[test]
    fn the_odd_region_is_parity() {
        let board =
            ["-OXXXXXX", "OOOXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "XXXXXO--"];
        assert_eq!(themes(board, "a1"), ["corner", "parity", "pass", "exact-end"]);
    }
}
