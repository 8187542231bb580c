//! Runs engines on threads: by the clock, until a person interrupts, or while others decide.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use framework::{
    AnyEngine, AnyFound, AnyPosition, AnySearchRequest, Millis, Turn,
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
    /// The engine panicked.
    #[error(transparent)]
    Crashed(#[from] Crashed),
}

/// What came of a search.
#[expect(missing_debug_implementations, reason = "engines have nothing to show")]
pub struct Thought {
    /// The player, who may go on with what was learned.
    pub engine: Box<dyn AnyEngine>,
    /// What it found.
    pub found: AnyFound,
    /// Whether a person interrupted it.
    pub interrupted: bool,
}

/// Lets a player think about a position on a thread of its own, and ends it when its time is over or a person
/// interrupts.
///
/// # Errors
/// If no seat is to move, or the player breaks down.
pub fn think(
    engine: Box<dyn AnyEngine>,
    pos: &dyn AnyPosition,
    limits: Limits,
    is_interrupted: impl Fn() -> bool,
) -> Result<Thought, ThinkError> {
    let began = Instant::now();
    let stop = Stop::default();
    let answer = begin(engine, pos.boxed_clone(), limits, stop.clone(), began);
    let time = limits.time.map(|time| Duration::from_millis(time.0));
    let mut interrupted = false;
    loop {
        match answer.recv_timeout(BETWEEN_LOOKS) {
            Ok(Some((engine, found))) => return Ok(Thought { engine, found, interrupted }),
            Ok(None) => return Err(ThinkError::NothingToDecide),
            Err(RecvTimeoutError::Disconnected) => return Err(Crashed.into()),
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
    let elapsed = || Millis(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
    engine.search(request.with_control(Control::new(stop, &elapsed)))
}

/// `None` if there was nothing to decide.
type SearchOutcome = Option<(Box<dyn AnyEngine>, AnyFound)>;

fn begin(
    mut engine: Box<dyn AnyEngine>,
    pos: Box<dyn AnyPosition>,
    limits: Limits,
    stop: Stop,
    began: Instant,
) -> Receiver<SearchOutcome> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let request = AnySearchRequest::new(&*pos, limits);
        let found = request.map(|request| search_until(&stop, began, &mut *engine, request));
        // Nobody waits any more if the program has ended meanwhile.
        let _ = sender.send(found.map(|found| (engine, found)));
    });
    receiver
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
    /// Begins to think ahead, on so many threads and with a seed for random choices.
    pub fn begin(mut engine: Box<dyn AnyEngine>, pos: &dyn AnyPosition, threads: usize, seed: u64) -> Self {
        if !engine.remembers() || !matches!(pos.turn(), Turn::Seat(_)) {
            return Self::Resting(engine);
        }
        // Some searches take it on themselves to end when nothing is limited at all.
        let limits = Limits { threads, seed, ..Limits::nodes(u64::MAX) };
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
