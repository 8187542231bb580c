//! A search of ours as a player.

use std::{
    any::Any,
    fmt,
    panic::{self, AssertUnwindSafe},
};

use crate::{AnyEngine, Decision, DecisionRequest, FaultKind, Player, PlayerFault};

/// An engine as a player. It keeps what it has searched until the next game begins, and an engine that panics is a fault
/// like any other.
pub struct EnginePlayer(pub Box<dyn AnyEngine>);

/// Lets an engine work. This is the one place where a panic of an engine becomes a fault.
///
/// # Errors
/// If the engine panics. It should not be used again then.
pub fn catch_fault<T>(work: impl FnOnce() -> T) -> Result<T, PlayerFault> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| PlayerFault::new(FaultKind::Crashed, broken_down(&*panic)))
}

impl Player for EnginePlayer {
    fn new_game(&mut self) {
        self.0.forget();
    }

    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        let DecisionRequest { pos, limits, control, .. } = request;
        let played = catch_fault(|| self.0.play(pos, limits, control))?;
        let nothing = || PlayerFault::new(FaultKind::Crashed, "no seat is to move in this position");
        played.map(|played| Decision::Played(played.text)).ok_or_else(nothing)
    }
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EnginePlayer").finish_non_exhaustive()
    }
}

fn broken_down(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    match text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)) {
        Some(reason) => format!("the player broke down: {reason}"),
        None => "the player broke down".to_owned(),
    }
}
