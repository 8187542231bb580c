//! Random games, the raw material of most tests.

use crate::{Position, Rng, random_move};

/// No game of ours lasts this long; one that does will never end.
const MAX_PLIES: usize = 100_000;

/// Plays a random game and hands every position to `visit`, the first and the last included.
///
/// # Panics
/// If the game does not end.
pub fn random_game<P: Position>(start: P, rng: &mut Rng, mut visit: impl FnMut(&P)) {
    let mut pos = start;
    for _ in 0..MAX_PLIES {
        visit(&pos);
        match random_move(&pos, rng) {
            Some(mv) => pos.play(mv),
            None => return,
        }
    }
    panic!("the game has not ended after {MAX_PLIES} plies: {pos:?}");
}

/// Hands at least `count` positions from random games to `visit`, game by game; a failure names the seed of its
/// game, with which [`random_game`] plays it again.
pub fn random_positions<P: Position>(start: &P, seed: u64, count: usize, mut visit: impl FnMut(&P)) {
    let mut seen = 0;
    for game_idx in 0.. {
        if count <= seen {
            return;
        }
        let game_seed = seed.wrapping_add(game_idx);
        let on_panic = SeedOnPanic(game_seed);
        random_game(start.clone(), &mut Rng::from_seed(game_seed), |pos| {
            seen += 1;
            visit(pos);
        });
        drop(on_panic);
    }
}

/// Prints the seed when a check inside a random game fails.
struct SeedOnPanic(u64);

impl Drop for SeedOnPanic {
    #[expect(clippy::print_stderr, reason = "whoever reads the failed test needs the seed")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the failing random game has the seed {}", self.0);
        }
    }
}
