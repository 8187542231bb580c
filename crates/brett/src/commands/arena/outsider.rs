//! Players outside of this program at the tables of the arena.

use std::{
    fmt::Display,
    io::{self, IsTerminal as _, Write as _},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use framework::{AnyGame, Decision, DecisionRequest, FaultKind, Player, PlayerFault, RoundSoFar};

use players::external::{self, ExternalError, ExternalPlayer};

/// A player outside, and how long it may take for a move. Its copies are the same player.
#[derive(Clone)]
pub(super) struct Outsider {
    outside: Arc<Mutex<Outside>>,
    limit: Option<Duration>,
}

struct Outside {
    player: Box<dyn ExternalPlayer>,
    /// Whether it was asked in the game that is played now.
    takes_part: bool,
}

/// How long a player outside has for each move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// What it is told.
    pub(super) thinking: Option<Duration>,
    /// When it has lost.
    pub(super) limit: Option<Duration>,
}

impl Outsider {
    /// Opens the player that a text names; `None` if it names none outside.
    ///
    /// # Errors
    /// If the player cannot be reached.
    pub(super) fn open(
        text: &str,
        game: &Arc<dyn AnyGame>,
        patience: Patience,
    ) -> Option<Result<Self, ExternalError>> {
        let opened = external::open(text, game)?;
        Some(opened.map(|mut player| {
            if let Some(time) = patience.thinking {
                player.think_for(time);
            }
            let outside = Outside { player, takes_part: false };
            Self { outside: Arc::new(Mutex::new(outside)), limit: patience.limit }
        }))
    }

    fn outside(&self) -> MutexGuard<'_, Outside> {
        // Who broke down has lost its game, and is asked again in the next.
        self.outside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Player for Outsider {
    fn new_game(&mut self) {
        let mut outside = self.outside();
        outside.takes_part = false;
        outside.player.new_round();
    }

    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        let mut outside = self.outside();
        outside.takes_part = true;
        let is_stopped = || request.stop.is_set();
        let answer = outside.player.choose_until(
            &request.so_far(),
            self.limit,
            &mut |problem| tell(problem),
            &is_stopped,
        );
        match answer.map_err(|error| fault(&error))? {
            external::ExternalDecision::Resign => Ok(Decision::Resigned),
            external::ExternalDecision::Move(text) => {
                let played = request.pos.play(&text);
                played.map(Decision::Played).map_err(|error| PlayerFault::new(FaultKind::IllegalMove, error))
            }
        }
    }

    /// The writer of a text file is told, if it takes part: after this nobody is asked.
    fn game_over(&mut self, so_far: &RoundSoFar<'_>) {
        let mut outside = self.outside();
        if mem::take(&mut outside.takes_part)
            && let Err(problem) = outside.player.round_over(so_far)
        {
            tell(&problem);
        }
    }
}

/// Tells people of something while games are played in threads of their own.
fn tell(news: &dyn Display) {
    let mut err = io::stderr().lock();
    // On a terminal the line about progress stands there.
    let before = if err.is_terminal() { "\r\u{1b}[2K" } else { "" };
    // What cannot even be told is no reason to stop.
    let _ = writeln!(err, "{before}{news}");
}

/// What kind of fault an error is.
pub(super) fn fault(error: &ExternalError) -> PlayerFault {
    let kind = match error {
        ExternalError::TimeOver(_) => FaultKind::TimeOver,
        ExternalError::Move { .. } | ExternalError::BadMove { .. } => FaultKind::IllegalMove,
        ExternalError::Start { .. }
        | ExternalError::Died { .. }
        | ExternalError::TooLong(_)
        | ExternalError::Interrupted
        | ExternalError::NoAnswer(_)
        | ExternalError::Refused { .. }
        | ExternalError::Write { .. }
        | ExternalError::OtherGame { .. } => FaultKind::Crashed,
    };
    PlayerFault::new(kind, error)
}
