//! The players that Blokus offers, by name and by level.

use framework::{
    EvaluationEntry, Text,
    search::{Engine, EngineEntry, HeldBack, LEVELS},
};

use crate::{BestFirst, Blokus2005, BlokusPosition, Evaluation};

const OF_2005: Text = Text::fixed(
    "the Blokus programme of 2005: easy, medium or hard, or any noise",
    "das Blokus-Programm von 2005: easy, medium oder hard, oder beliebig verrauscht",
);

/// The evaluations that can be explained.
pub(crate) fn evaluations<const WORDS: usize>() -> Vec<EvaluationEntry<BlokusPosition<WORDS>>> {
    vec![EvaluationEntry::new("blokus-2005", OF_2005, Blokus2005::from_options)]
}

/// All players by name, the strongest first.
pub(crate) fn engines<const WORDS: usize>() -> Vec<EngineEntry<BlokusPosition<WORDS>>> {
    let best_first = Text::fixed(
        "follows the most promising lines, for two to four players",
        "verfolgt die vielversprechendsten Zugfolgen, für zwei bis vier Spieler",
    );
    let mut engines = vec![
        EngineEntry::new("best-first", best_first, BestFirst::default),
        EngineEntry::with_options("blokus-2005", OF_2005, |options| {
            Ok(Box::new(Blokus2005::from_options(options)?))
        }),
    ];
    engines.extend(EngineEntry::with_evaluation(&Evaluation));
    engines.extend(EngineEntry::for_any_game());
    engines
}

/// The player of a level: level 10 thinks as long as it may, each level below looks at half as many positions as
/// the next, and up to the eighth noise makes it choose worse moves.
pub(crate) fn leveled<const WORDS: usize>(level: u8) -> Box<dyn Engine<BlokusPosition<WORDS>>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    let nodes = (level < *LEVELS.end()).then(|| 4 << level);
    Box::new(HeldBack { engine: BestFirst::default(), nodes, depth: None, noise: noise_of(level) })
}

/// The noise of a level: as much as the whole spread for the first, and half of that for each one above.
///
/// The framework's own steps suit games of few moves. Among hundreds of moves some bad one always draws much, so
/// that all levels with much noise would play alike.
fn noise_of(level: u8) -> f32 {
    if level < 9 { 0.5_f32.powi(i32::from(level) - 1) } else { 0.0 }
}
