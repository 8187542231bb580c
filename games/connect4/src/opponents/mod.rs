//! Players as others built them, faithful to their descriptions and never improved.

mod praktikum_2018;
mod woellert_2006;

use framework::{Rng, Text, search::Found};

pub use praktikum_2018::{Praktikum2018, Windows};
pub use woellert_2006::{Groups, Woellert2006};

/// What counts when a line is complete: nothing else.
const LINE_COMPLETE: Text = Text::fixed("a line is complete", "eine Reihe ist geschlossen");

/// Takes one of some equally good moves by chance.
fn draw_lot<M: Copy + PartialEq>(found: &mut Found<M>, equals: &[M], rng: &mut Rng) {
    let best = equals[rng.index(equals.len())];
    if best != found.best {
        found.best = best;
        // What the search expected belongs to another move.
        found.line = vec![best];
    }
}

/// The moves of the highest value that a search found.
fn best_moves<M: Copy>(found: &Found<M>) -> Vec<M> {
    let equals = found.moves.iter().take_while(|root| root.value == found.moves[0].value);
    equals.map(|root| root.mv).collect()
}
