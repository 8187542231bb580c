//! Options of games, chosen players, moves and positions, as clients send them.

use framework::Options;
use tables::EngineChoice;

/// Reads the first line as options of every game, the second as a player, the third as a position and the fourth as a
/// move.
///
/// # Panics
/// If the options of a game do not lead to the same game again, or a position does not survive being written.
pub fn options(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.lines();
    let mut line = || lines.next().unwrap_or_default();
    let (options, player, position, mv) = (line(), line(), line(), line());
    // Every game takes them through the same reader.
    let _ = options.parse::<Options>();
    for entry in catalog::GAMES {
        let Ok(game) = entry.open_text(options) else { continue };
        let again = entry.open_text(&game.options()).expect("a game is opened again by its own options");
        assert_eq!(again.options(), game.options());
        if let Ok(choice) = EngineChoice::new(player) {
            // Which players there are is the game's to say.
            let _ = choice.check(&*game);
        }
        let start = game.start();
        // Whatever a move is, there is an answer.
        let _ = start.check(mv);
        if let Ok(position) = game.parse_position(position) {
            let written = position.text();
            let again = game.parse_position(&written).expect("a position is read as it was written");
            assert_eq!(again.text(), written);
            let _ = position.check(mv);
        }
    }
}
