//! Games between players who err.

use framework::{
    AnyEngine, AnyGame, AnyPosition, EngineError, Rng, Turn,
    search::{Control, Limits},
};

use crate::Recipe;

/// The most positions that a player of these games visits for a move: they need not be good, but many.
const MAX_NODES: u64 = 20_000;

/// The most plies of a game; longer ones are left unfinished.
const MAX_PLIES: usize = 600;

/// Plays the game of a number: the same for the same seed, everywhere. The result are all positions in which a seat had to
/// decide.
///
/// # Errors
/// If the game lacks the players of the recipe.
pub fn self_play(
    game: &dyn AnyGame,
    recipe: &Recipe,
    seed: u64,
    number: u64,
) -> Result<Vec<Box<dyn AnyPosition>>, EngineError> {
    let mut rng = Rng::stream(seed, "puzzles", number);
    let mut pos = game.start();
    let (fewest, most) = recipe.random_plies.clone().into_inner();
    for _ in 0..u64::from(fewest) + rng.below(u64::from(most - fewest) + 1) {
        if pos.play_random(&mut rng).is_none() {
            break;
        }
    }
    let (weakest, strongest) = recipe.levels.clone().into_inner();
    let mut players: Vec<Box<dyn AnyEngine>> = Vec::with_capacity(pos.seats());
    let mut draw = || u64::from(weakest) + rng.below(u64::from(strongest - weakest) + 1);
    let of_game = if recipe.is_even { Some(draw()) } else { None };
    for _ in 0..pos.seats() {
        let level = of_game.unwrap_or_else(&mut draw);
        players.push(game.engine(&format!("level{level}"))?);
    }
    let mut positions = Vec::new();
    while positions.len() < MAX_PLIES {
        match pos.turn() {
            Turn::Over => break,
            Turn::Chance => {
                pos.play_random(&mut rng);
            }
            Turn::Seat(seat) => {
                positions.push(pos.clone());
                let limits = Limits { seed: rng.bits(), ..Limits::nodes(MAX_NODES) };
                if players[seat.index()].play(&mut *pos, limits, Control::NONE).is_none() {
                    break;
                }
            }
        }
    }
    Ok(positions)
}
