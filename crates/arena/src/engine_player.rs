//! A search of ours at a table of the arena.

use std::{
    fmt,
    panic::{self, AssertUnwindSafe},
    time::Instant,
};

use framework::{
    AnyEngine, Decision, DecisionRequest, FaultKind, Millis, Player, PlayerFault, search::Control,
};

/// An engine as a player: it searches by a clock that starts with each question, and forgets between games.
pub struct EnginePlayer(pub Box<dyn AnyEngine>);

impl Player for EnginePlayer {
    fn new_game(&mut self) {
        self.0.forget();
    }

    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        let DecisionRequest { pos, limits, stop, .. } = request;
        let began = Instant::now();
        let elapsed = || Millis(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        let play = || self.0.play(pos, limits, Control::new(stop, &elapsed));
        // A player that breaks down has lost; the other games of the night go on.
        let played = panic::catch_unwind(AssertUnwindSafe(play)).ok().flatten();
        let played = played.map(|played| Decision::Played(played.text));
        played.ok_or_else(|| PlayerFault::new(FaultKind::Crashed, "the player broke down"))
    }
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EnginePlayer").finish_non_exhaustive()
    }
}
