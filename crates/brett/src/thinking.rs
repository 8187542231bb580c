//! Searching on a thread of its own, within a time and with a hand on the brake.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use anyhow::anyhow;
use framework::{
    AnyEngine, AnyFound, AnyPosition, Millis,
    search::{Control, Limits, Stop},
};

/// How long passes between two looks at the keyboard and the clock.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// What came of a search.
pub(crate) struct Thought {
    /// The player, who may go on with what was learnt.
    pub(crate) engine: Box<dyn AnyEngine>,
    /// What it found.
    pub(crate) found: AnyFound,
    /// Whether somebody interrupted it.
    pub(crate) interrupted: bool,
}

/// Lets a player think about a position, and ends it when its time is over or somebody interrupts.
///
/// # Errors
/// If the player breaks down.
pub(crate) fn think(
    engine: Box<dyn AnyEngine>,
    pos: &dyn AnyPosition,
    limits: Limits,
    is_interrupted: impl Fn() -> bool,
) -> anyhow::Result<Thought> {
    let began = Instant::now();
    let stop = Stop::default();
    let answer = begin(engine, pos.boxed_clone(), limits, stop.clone(), began);
    let time = limits.time.map(|time| Duration::from_millis(time.0));
    let mut interrupted = false;
    loop {
        match answer.recv_timeout(BETWEEN_LOOKS) {
            Ok((engine, found)) => return Ok(Thought { engine, found, interrupted }),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(anyhow!("the player broke down while it was thinking"));
            }
            Err(RecvTimeoutError::Timeout) => {
                interrupted = interrupted || is_interrupted();
                // A search looks at the time itself; one that does not is reminded.
                if interrupted || time.is_some_and(|time| time <= began.elapsed()) {
                    stop.now();
                }
            }
        }
    }
}

type Answer = (Box<dyn AnyEngine>, AnyFound);

fn begin(
    mut engine: Box<dyn AnyEngine>,
    pos: Box<dyn AnyPosition>,
    limits: Limits,
    stop: Stop,
    began: Instant,
) -> Receiver<Answer> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let elapsed = || Millis(began.elapsed().as_millis() as u64);
        let found = engine.search(&*pos, &limits, Control::new(&stop, &elapsed), &mut |_| {});
        // Nobody waits any more if the programme has ended meanwhile.
        let _ = sender.send((engine, found));
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> (Box<dyn AnyEngine>, Box<dyn AnyPosition>) {
        let game = nim::ENTRY.open_text("9+9+9").unwrap();
        (game.engine("mcts").unwrap(), game.start())
    }

    #[test]
    fn an_interrupt_ends_a_search_with_a_legal_move() {
        let (engine, pos) = engine();
        let limits = Limits { nodes: Some(u64::MAX), ..Limits::NONE };
        let thought = think(engine, &*pos, limits, || true).unwrap();
        assert!(thought.interrupted);
        assert!(pos.check(&thought.found.best).is_ok());
    }

    #[test]
    fn the_time_ends_a_search() {
        let (engine, pos) = engine();
        let limits = Limits { nodes: Some(u64::MAX), ..Limits::time(Millis(30)) };
        let began = Instant::now();
        let thought = think(engine, &*pos, limits, || false).unwrap();
        assert!(!thought.interrupted);
        assert!(began.elapsed() < Duration::from_secs(20), "it would go on for ever");
    }
}
