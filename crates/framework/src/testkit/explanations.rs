//! What evaluations say about positions.

use std::collections::BTreeSet;

use super::random_positions;
use crate::{Explains, Explanation, Game, Language, Position, Seat};

/// How long names of terms may be, so that a table of them fits on any screen.
const MAX_NAME_CHARS: usize = 26;
/// How long the description of a term may be, so that it fits beside the name.
const MAX_ABOUT_CHARS: usize = 52;

/// The evaluation that a text names, such as `praktikum-2018:z2=0.001`.
///
/// # Panics
/// If the game has no such evaluation.
pub fn evaluation<G: Game>(game: &G, text: &str) -> Box<dyn Explains<G::Position>> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let entries = game.evaluations();
    let entry = entries.iter().find(|entry| entry.name == name).expect("the evaluation is listed");
    entry.make(&options.replace(',', " ").parse().expect("options")).expect("it takes these options")
}

/// Checks on random positions that the terms of an evaluation add up to the value that its player uses, and that
/// each is a term one can read.
///
/// # Panics
/// If they do not.
pub fn check_explanations<G: Game>(
    game: &G,
    text: &str,
    positions: (u64, usize),
    value_for_player: impl Fn(&G::Position, Seat) -> f64,
) {
    let evaluation = evaluation(game, text);
    let (seed, count) = positions;
    random_positions(&game.start(), seed, count, |pos| {
        for seat in Seat::all(pos.seats()) {
            let explanation = evaluation.explain(pos, seat).expect("it explains positions");
            let (found, expected) = (explanation.value(), value_for_player(pos, seat));
            let off = (found - expected).abs();
            assert!(off <= 1e-9 * expected.abs().max(1.0), "{text}: {found}, not {expected}, in {pos:?}");
            check_terms(&explanation);
        }
    });
}

/// Checks that shares are amounts times weights, and that names and descriptions are there and fit into a table.
///
/// # Panics
/// If not.
pub fn check_terms(explanation: &Explanation) {
    let mut names = BTreeSet::new();
    for term in explanation.terms() {
        assert!((term.amount * term.weight - term.share).abs() <= 1e-9, "{term:?}");
        assert!((1..=MAX_NAME_CHARS).contains(&term.name.chars().count()), "{term:?}");
        assert!(names.insert(&term.name), "{term:?} comes twice");
        for language in [Language::English, Language::German] {
            let n_chars = term.about.in_language(language).chars().count();
            assert!((1..=MAX_ABOUT_CHARS).contains(&n_chars), "{term:?}: {n_chars} characters");
        }
    }
    let sum: f64 = explanation.terms().iter().map(|term| term.share).sum();
    assert!((sum - explanation.value()).abs() <= 1e-9, "{explanation:?}");
}
