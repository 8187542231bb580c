//! The players that Blokus offers, by name and by level.

use framework::{
    Answers, EvaluationEntry, FieldGroup, FieldInfo, Text,
    search::{Engine, EngineEntry, Handicapped, LEVELS},
};

use crate::{BestFirst, Blokus2005, BlokusPosition, Criteria, Evaluation};

const OF_2005: Text = Text::fixed(
    "the Blokus program of 2005: easy, medium or hard, or any noise",
    "das Blokus-Programm von 2005: easy, medium oder hard, oder beliebig verrauscht",
);

static FIELDS_OF_2005: [FieldGroup; 2] = [
    FieldGroup {
        pattern: "{difficulty}",
        only_if: None,
        fields: &[FieldInfo {
            name: "difficulty",
            label: Text::fixed("difficulty", "Schwierigkeit"),
            answers: Answers::Choice(&[
                ("hard", Text::fixed("hard", "schwer")),
                ("medium", Text::fixed("medium", "mittel")),
                ("easy", Text::fixed("easy", "leicht")),
            ]),
        }],
    },
    FieldGroup {
        pattern: "style={style}",
        only_if: None,
        fields: &[FieldInfo {
            name: "style",
            label: Text::fixed("style", "Spielweise"),
            answers: Answers::Choice(&[
                (
                    "allround",
                    Text::fixed("allround: as the program played", "ausgewogen: wie das Programm spielte"),
                ),
                (
                    "offensive",
                    Text::fixed("offensive: only its own moves count", "offensiv: nur eigene Züge zählen"),
                ),
                (
                    "defensive",
                    Text::fixed("defensive: takes moves from others", "defensiv: nimmt anderen Züge"),
                ),
                (
                    "clever-random",
                    Text::fixed("clever random: often a good move", "klug zufällig: oft ein guter Zug"),
                ),
                ("random", Text::fixed("random: any move", "zufällig: irgendein Zug")),
                ("suicide", Text::fixed("suicide: the worst move", "selbstmörderisch: der schlechteste Zug")),
            ]),
        }],
    },
];

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
        EngineEntry::tunable("blokus-2005", OF_2005, Criteria::OF_2005, Blokus2005::from_options)
            .with_fields(&FIELDS_OF_2005),
    ];
    engines.extend(EngineEntry::with_evaluation(&Evaluation));
    engines.extend(EngineEntry::for_any_game());
    engines
}

/// How many positions the levels below the last look at, and with how much noise.
///
/// Among hundreds of moves some bad one always draws much, so that it takes a noise of many spreads to make a
/// beginner, while four times as many positions are one step for a good player.
const LEVEL: [(u64, f32); 9] =
    [(8, 16.0), (8, 5.8), (8, 3.4), (8, 1.5), (8, 0.5), (16, 0.13), (24, 0.0), (100, 0.0), (800, 0.0)];

/// The player of a level: the last thinks as long as it may, those below look at fewer positions and, below the
/// seventh, noise makes them choose worse moves.
pub(crate) fn leveled<const WORDS: usize>(level: u8) -> Box<dyn Engine<BlokusPosition<WORDS>>> {
    let level = level.clamp(*LEVELS.start(), *LEVELS.end());
    match LEVEL.get(usize::from(level) - 1) {
        Some(&(nodes, noise)) => {
            Box::new(Handicapped { engine: BestFirst::default(), nodes: Some(nodes), depth: None, noise })
        }
        None => Box::new(BestFirst::default()),
    }
}
