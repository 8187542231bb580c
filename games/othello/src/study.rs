//! The evaluation and the order of the article of 2014 in our own searches, to see what each idea is worth.

use framework::{
    Text,
    search::{AlphaBeta, AlphaBetaFeatures, Engine, EngineEntry, Minimax},
};

use crate::{
    Board, SquareSet,
    opponents::{Judge, Judgment, SquareWeights},
};

/// Lists a player that judges and orders as the article does and searches as its options say: `minimax`, or what
/// alpha-beta takes, with `evaluation=0` to `2`.
pub(crate) fn entry<S: SquareSet>(side: u8) -> EngineEntry<Board<S>> {
    let about = Text::fixed(
        "the evaluation and order of 2014 in our searches, for the laboratory",
        "Bewertung und Reihenfolge von 2014 in unseren Suchen, für das Labor",
    );
    EngineEntry::with_options("study-2014", about, move |options| {
        let mut reader = options.reader();
        let judgment = match reader.number("evaluation", 0..=2)? {
            Some(0) => Judgment::Discs,
            Some(1) => Judgment::Weights,
            _ => Judgment::WeightsAndMoves,
        };
        let judge = Judge::<S>::new(side, judgment, &SquareWeights::default());
        let engine: Box<dyn Engine<Board<S>>> = match reader.flag("minimax") {
            true => Box::new(Minimax(judge)),
            false => Box::new(AlphaBeta::new(judge, AlphaBetaFeatures::take(&mut reader)?)),
        };
        let known = format!("evaluation=0…2, minimax, {}", AlphaBetaFeatures::KNOWN);
        reader.finish(known.as_str()).map(|()| engine)
    })
}
