//! The players that can be chosen by name or by level.

use framework::{
    EvaluationEntry, FieldGroup, FieldInfo, Text,
    search::{ChanceCuts, Engine, EngineEntry, Expectimax, Greedy, Handicapped},
};

use crate::{
    engine::{CubePlayer, CubePolicy, Evaluation, PlySearch},
    opponents::welfenlab_2006::{Weights, Welfenlab2006},
    position::Table,
};

/// The noise of the levels 1 to 9. Where one ply shows so much, noise as great as the spread between the best and
/// the worst play still leaves a fair player; a beginner needs more of it. The steps are those that lie evenly apart
/// in matches, as `brett tournament backgammon level1..level10 --format ladder --variant match=11` measures them.
const NOISE: [f32; 9] = [4.3, 2.95, 2.37, 1.83, 1.42, 1.0, 0.7, 0.44, 0.13];

/// The most rolls that the player `network` looks ahead: each costs about four hundred times as much as the one before.
const MAX_PLIES: u32 = 3;

const OF_2006: Text = Text::fixed(
    "the nine weighted terms of the 2006 program, which never doubles and always takes",
    "die neun gewichteten Größen des Programms von 2006, das nie verdoppelt und immer annimmt",
);

static FIELDS_OF_2006: [FieldGroup; 1] = [FieldGroup {
    pattern: "as-written",
    only_if: None,
    fields: &[FieldInfo::switch(
        "as-written",
        Text::fixed(
            "the terms as the paper describes them, not as the program computed them",
            "die Größen, wie der Bericht sie beschreibt, nicht wie das Programm sie berechnete",
        ),
    )],
}];

/// The evaluations that can be explained.
pub(crate) fn evaluations() -> Vec<EvaluationEntry<Table>> {
    let ours = Text::fixed(
        "our evaluation: the chances that our network sees, by what they are worth",
        "unsere Bewertung: die Chancen, die unser Netz sieht, nach ihrem Wert",
    );
    vec![
        EvaluationEntry::fixed("own", ours, Evaluation::shipped()),
        EvaluationEntry::new("welfenlab-2006", OF_2006, Welfenlab2006::from_options),
    ]
}

/// The players by name, the strongest first.
pub(crate) fn entries() -> Vec<EngineEntry<Table>> {
    let two_plies = Text::fixed(
        "our network, looking ahead over the dice of the other side",
        "unser Netz, vorausschauend über die Würfel der Gegenseite",
    );
    let one_ply = Text::fixed("our network without looking ahead", "unser Netz ohne Vorausschau");
    let network = Text::fixed(
        "our big network, alone or so many rolls ahead (plies=0 to 3)",
        "unser großes Netz, allein oder so viele Würfe voraus (plies=0 bis 3)",
    );
    let mut entries = vec![
        EngineEntry::with_options("network", network, |options| {
            let mut reader = options.reader();
            let plies = reader.number("plies", 0..=MAX_PLIES)?.unwrap_or(0);
            reader.finish("plies").map(|()| Box::new(by_network(plies)) as Box<dyn Engine<Table>>)
        }),
        EngineEntry::new("expectimax", two_plies, || looking_ahead(Evaluation::shipped())),
        EngineEntry::new("greedy", one_ply, || player(Evaluation::shipped(), Greedy)),
        EngineEntry::tunable("welfenlab-2006", OF_2006, Weights::default(), Welfenlab2006::from_options)
            .with_fields(&FIELDS_OF_2006),
    ];
    entries.extend(EngineEntry::for_any_game());
    entries
}

/// A player of a level: up to 9 the small network with less and less noise, at 10 the big one over the next roll.
pub(crate) fn of_level(level: u8) -> Box<dyn Engine<Table>> {
    let evaluation = Evaluation::shipped();
    let handicapped = |noise| {
        player(evaluation.clone(), |evaluation| Handicapped {
            engine: Greedy(evaluation),
            nodes: None,
            depth: None,
            noise,
        })
    };
    match NOISE.get(usize::from(level.saturating_sub(1))) {
        Some(&noise) => Box::new(handicapped(noise)),
        None => Box::new(by_network(1)),
    }
}

/// Who is asked for advice: the big network over the next roll.
pub(crate) fn adviser() -> Box<dyn Engine<Table>> {
    Box::new(by_network(1))
}

/// The big network, so many rolls ahead.
fn by_network(plies: u32) -> CubePlayer<PlySearch> {
    // A decision about the cube comes once in a turn and weighs more than a play, so it is always looked at over a roll.
    let cube = CubePolicy { plies: plies.max(1) };
    CubePlayer { cube, ..player(Evaluation::strongest(), |evaluation| PlySearch { evaluation, plies }) }
}

fn looking_ahead(evaluation: Evaluation) -> CubePlayer<Expectimax<Evaluation>> {
    player(evaluation, |evaluator| Expectimax { evaluator, cuts: ChanceCuts::Star1 })
}

fn player<E>(evaluation: Evaluation, plays: impl FnOnce(Evaluation) -> E) -> CubePlayer<E> {
    CubePlayer { plays: plays(evaluation.clone()), cube: CubePolicy::AT_SIGHT, evaluation }
}
