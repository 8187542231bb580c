//! The players that Blokus offers, by name and by level.

use framework::{
    Answers, EvaluationEntry, FieldGroup, FieldInfo, Text,
    search::{Engine, EngineEntry, Handicapped, LEVELS},
};

use crate::{
    BestFirst, Bits, Blokus2005, BlokusPosition, Criteria, Evaluation, MEDIUM, MonteCarlo, Rules, SMALL,
};

const OF_2005: Text = Text::fixed(
    "the Blokus program of 2005: easy, medium or hard, or any noise",
    "das Blokus-Programm von 2005: easy, medium oder hard, oder beliebig verrauscht",
);

static FIELDS_OF_2005: [FieldGroup; 3] = [
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
    FieldGroup {
        pattern: "as-written",
        only_if: None,
        fields: &[FieldInfo::switch(
            "as-written",
            Text::fixed(
                "ten pieces and the anchors of opponents, as its documentation says, not nine and none",
                "zehn Steine und die Ansatzstellen der Gegner, wie in seiner Dokumentation, nicht neun und keine",
            ),
        )],
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
    let monte_carlo = Text::fixed(
        "tree search with playouts and an exact endgame, for two to four players",
        "Baumsuche mit Probepartien und genauem Endspiel, für zwei bis vier Spieler",
    );
    let mut engines = vec![
        EngineEntry::new("monte-carlo", monte_carlo, MonteCarlo::default),
        EngineEntry::new("best-first", best_first, BestFirst::default),
        EngineEntry::tunable("blokus-2005", OF_2005, Criteria::OF_2005, Blokus2005::from_options)
            .with_fields(&FIELDS_OF_2005),
    ];
    engines.extend(EngineEntry::with_evaluation(&Evaluation));
    engines.extend(EngineEntry::for_any_game());
    engines
}

/// How many positions the levels below the seventh look at, and with how much noise.
///
/// Among hundreds of moves some bad one always draws much, so that it takes a noise of many spreads to make a
/// beginner, while four times as many positions are one step for a good player.
const WITH_NOISE: [(u64, f32); 6] = [(8, 16.0), (8, 5.8), (8, 3.4), (8, 1.5), (8, 0.5), (16, 0.13)];

/// How many positions the levels from the seventh to the ninth look at.
const BY_POSITIONS: [u64; 3] = [24, 100, 800];

/// Tells whether the strongest level is Monte Carlo: where it has been measured to be stronger, which is on boards like
/// Duo's, and among four players on boards like Classic's.
fn is_simulated(rules: &Rules) -> bool {
    let numbers = rules.grid().numbers();
    match (rules.n_colors(), rules.seats()) {
        (2, _) => numbers <= Bits::<SMALL>::CAPACITY,
        (_, 4) => numbers <= Bits::<MEDIUM>::CAPACITY,
        _ => false,
    }
}

/// The player of a level: the last thinks as long as it may, three below it look at fewer positions, and those below
/// at very few, and noise makes them choose worse moves.
pub(crate) fn leveled<const WORDS: usize>(
    level: u8,
    rules: &Rules,
) -> Box<dyn Engine<BlokusPosition<WORDS>>> {
    let step = usize::from(level.clamp(*LEVELS.start(), *LEVELS.end())) - 1;
    if let Some(&(nodes, noise)) = WITH_NOISE.get(step) {
        return Box::new(Handicapped {
            engine: BestFirst::default(),
            nodes: Some(nodes),
            depth: None,
            noise,
        });
    }
    let step = step - WITH_NOISE.len();
    match BY_POSITIONS.get(step) {
        Some(&nodes) => Box::new(Handicapped {
            engine: BestFirst::default(),
            nodes: Some(nodes),
            depth: None,
            noise: 0.0,
        }),
        // Not held back, so that it still looks at single moves for themselves.
        None if is_simulated(rules) => Box::new(MonteCarlo::default()),
        None => Box::new(BestFirst::default()),
    }
}

/// Who is asked for advice: as strong as the last level, and knows something about every move.
pub(crate) fn adviser<const WORDS: usize>(rules: &Rules) -> Box<dyn Engine<BlokusPosition<WORDS>>> {
    if is_simulated(rules) { Box::new(MonteCarlo::thorough()) } else { Box::new(BestFirst::default()) }
}
