//! Runs players on threads: by the clock, until a person interrupts, or while others decide.

use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use framework::{
    AnyEngine, AnyFound, AnyPosition, AnySearchRequest, Decision, DecisionRequest, Millis, Player,
    PlayerFault, RoundSoFar, Turn, catch_fault,
    search::{Control, Limits, Stop},
};
use thiserror::Error;

/// How long passes between two looks at the keyboard and the clock.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// The engine panicked during its search; there is no engine any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the player crashed while it was thinking")]
pub struct Crashed;

/// Why there is no answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ThinkError {
    /// The dice are next, or the game is over.
    #[error("no seat is to move in this position")]
    NothingToDecide,
    /// The engine panicked, and should not be used again.
    #[error(transparent)]
    Crashed(#[from] Crashed),
}

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What it found.
    pub found: AnyFound,
    /// Whether a person interrupted it.
    pub interrupted: bool,
}

/// What came of the question to a player which move it plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// What it has decided; the move is played on no position of the caller.
    pub decision: Result<Decision, PlayerFault>,
    /// Whether a person interrupted it.
    pub interrupted: bool,
}

/// Lets an engine think about a position on a thread of its own, and ends it when its time is over or a person
/// interrupts.
///
/// # Errors
/// If no seat is to move, or the engine breaks down.
pub fn think(
    engine: &mut dyn AnyEngine,
    pos: &dyn AnyPosition,
    limits: Limits,
    is_interrupted: impl FnMut() -> bool,
) -> Result<Thought, ThinkError> {
    let pos = pos.boxed_clone();
    let search = |control: Control<'_>| {
        Some(engine.search(AnySearchRequest::new(&*pos, limits)?.with_control(control)))
    };
    let (found, interrupted) = watched(limits.time, is_interrupted, search);
    let found = found.map_err(|_| Crashed)?.ok_or(ThinkError::NothingToDecide)?;
    Ok(Thought { found, interrupted })
}

/// Asks a player which move it plays, on a thread of its own, so that a person can interrupt it meanwhile.
pub fn decide(
    player: &mut dyn Player,
    so_far: &RoundSoFar<'_>,
    limits: Limits,
    deadline: Option<Millis>,
    is_interrupted: impl FnMut() -> bool,
) -> Decided {
    let (mut pos, RoundSoFar { start, moves, .. }) = (so_far.pos.boxed_clone(), *so_far);
    let ask = |control: Control<'_>| {
        player.decide(DecisionRequest { pos: &mut *pos, start, moves, limits, deadline, control })
    };
    let (decision, interrupted) = watched(limits.time, is_interrupted, ask);
    Decided { decision: decision.and_then(|decision| decision), interrupted }
}

/// Does some work on a thread of its own, and stops it when its time is over or a person interrupts; tells whether one
/// did. Whatever else should be done meanwhile can be done by `is_interrupted`, which is called again and again.
fn watched<T: Send>(
    time: Option<Millis>,
    mut is_interrupted: impl FnMut() -> bool,
    work: impl FnOnce(Control<'_>) -> T + Send,
) -> (Result<T, PlayerFault>, bool) {
    let (began, stop) = (Instant::now(), Stop::default());
    let (sender, done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let elapsed = || since(began);
            // It is waited for until the end, so somebody receives it.
            let _ = sender.send(catch_fault(|| work(Control::new(&stop, &elapsed))));
        });
        let mut interrupted = false;
        loop {
            match done.recv_timeout(BETWEEN_LOOKS) {
                Ok(done) => return (done, interrupted),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    interrupted |= is_interrupted();
                    // A search looks at the time itself; one that does not is reminded.
                    if interrupted || time.is_some_and(|time| time <= since(began)) {
                        stop.now();
                    }
                }
            }
        }
    })
}

fn since(began: Instant) -> Millis {
    Millis(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
}

/// Lets a player think on this thread, by a clock that starts now.
pub fn search(engine: &mut dyn AnyEngine, request: AnySearchRequest<'_>) -> AnyFound {
    search_until(&Stop::default(), Instant::now(), engine, request)
}

fn search_until(
    stop: &Stop,
    began: Instant,
    engine: &mut dyn AnyEngine,
    request: AnySearchRequest<'_>,
) -> AnyFound {
    let elapsed = || since(began);
    engine.search(request.with_control(Control::new(stop, &elapsed)))
}

/// A player who thinks ahead while others decide, so that its next search begins with what it has learned.
///
/// It searches the position as it stands, with the side to move, until a person ends it. Where that would not help,
/// because the player forgets, the dice are next or the game is over, it only rests.
#[expect(missing_debug_implementations, reason = "engines have nothing to show")]
pub enum Pondering {
    /// It rests.
    Resting(Box<dyn AnyEngine>),
    /// It thinks.
    Thinking(Search),
}

/// A search on a thread of its own, which ends when nobody waits for it any more.
#[expect(missing_debug_implementations, reason = "engines have nothing to show")]
pub struct Search {
    brake: Brake,
    thread: JoinHandle<Box<dyn AnyEngine>>,
}

/// Stops a search when it is let go.
struct Brake(Stop);

impl Drop for Brake {
    fn drop(&mut self) {
        self.0.now();
    }
}

impl Pondering {
    /// Begins to think ahead, with the threads, the memory and the seed of some limits.
    pub fn begin(mut engine: Box<dyn AnyEngine>, pos: &dyn AnyPosition, limits: Limits) -> Self {
        if !engine.remembers() || !matches!(pos.turn(), Turn::Seat(_)) {
            return Self::Resting(engine);
        }
        // Some searches take it on themselves to end when nothing is limited at all.
        let limits = Limits { depth: None, nodes: Some(u64::MAX), time: None, ..limits };
        let (stop, pos) = (Stop::default(), pos.boxed_clone());
        let brake = Brake(stop.clone());
        let thread = thread::spawn(move || {
            if let Some(request) = AnySearchRequest::new(&*pos, limits) {
                search_until(&stop, Instant::now(), &mut *engine, request);
            }
            engine
        });
        Self::Thinking(Search { brake, thread })
    }

    /// Ends it, and gives the player back once its search has really stopped.
    ///
    /// # Errors
    /// If the player broke down.
    pub fn end(self) -> Result<Box<dyn AnyEngine>, Crashed> {
        match self {
            Self::Resting(engine) => Ok(engine),
            Self::Thinking(Search { brake, thread }) => {
                drop(brake);
                thread.join().map_err(|_| Crashed)
            }
        }
    }
}

#[cfg(test)]
mod tests;
