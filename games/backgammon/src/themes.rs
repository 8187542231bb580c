//! What puzzles of backgammon are about.

use framework::Theme;

use crate::position::{HOME, Move, Phase, Table};

/// The motifs, in the order in which people see them.
pub(crate) static THEMES: [Theme; 7] = [
    Theme::new("checker-play", "checker play", "Steinzug"),
    Theme::new("hit", "hit", "Schlagen"),
    Theme::new("bar", "from the bar", "von der Bar"),
    Theme::new("race", "race", "Rennen"),
    Theme::new("bear-off", "bearing off", "Auswürfeln"),
    Theme::new("double", "double or roll", "verdoppeln oder würfeln"),
    Theme::new("take", "take or pass", "annehmen oder aufgeben"),
];

/// The motifs of a puzzle.
pub(crate) fn of(table: &Table, line: &[Move]) -> Vec<&'static str> {
    let board = table.board();
    let mut themes = Vec::new();
    match (table.phase(), line.first()) {
        (Phase::BeforeRoll, _) => themes.push("double"),
        (Phase::Doubled | Phase::Beavered, _) => themes.push("take"),
        (Phase::Playing(_), Some(&Move::Play(play))) => {
            themes.push("checker-play");
            if play.steps().any(|step| !step.bears_off() && board.others_on(step.to()) == 1) {
                themes.push("hit");
            }
            if 0 < board.mover.count(crate::BAR) {
                themes.push("bar");
            }
        }
        _ => {}
    }
    // Point p of one side is point 25 − p of the other, so two sides have met if their hindmost checkers have passed.
    let have_parted = board.mover.hindmost() + board.other.hindmost() < 25;
    if have_parted {
        themes.push(if board.mover.hindmost() <= HOME { "bear-off" } else { "race" });
    }
    themes
}

#[cfg(test)]
mod tests {
    use framework::Game;

    use super::*;
    use crate::Backgammon;

    #[track_caller]
    fn themes(position: &str, mv: &str) -> Vec<&'static str> {
        let game = Backgammon::default();
        let table = game.parse_position(position).unwrap();
        of(&table, &[game.parse_move(&table, mv).unwrap()])
    }

    #[test]
    fn plays_and_cube_decisions_are_told_apart() {
        let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
        assert_eq!(themes(start, "8/5 6/5"), ["checker-play"]);
        let before_roll = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
        assert_eq!(themes(before_roll, "roll"), ["double"]);
    }
}
