//! Players outside of this program at the tables of the arena.

use std::{
    fmt::Display,
    io::{self, IsTerminal as _, Write as _},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use framework::{AnyGame, Decision, DecisionRequest, Millis, Player, PlayerFault, RoundSoFar};
use players::external::{ExternalError, ExternalPlayer};

/// A player outside, and how long it may take for a move. Its copies are the same player.
#[derive(Clone)]
pub(super) struct Outsider {
    outside: Arc<Mutex<Outside>>,
    deadline: Option<Millis>,
}

struct Outside {
    player: ExternalPlayer,
    /// Whether it was asked in the game that is played now.
    takes_part: bool,
}

impl Outsider {
    /// Opens the player that a text names; `None` if it names none outside.
    ///
    /// # Errors
    /// If the player cannot be reached.
    pub(super) fn open(
        text: &str,
        game: &Arc<dyn AnyGame>,
        deadline: Option<Millis>,
    ) -> Option<Result<Self, ExternalError>> {
        let opened = ExternalPlayer::open(text, game, Box::new(|problem| tell(problem)))?;
        Some(opened.map(|player| {
            let outside = Outside { player, takes_part: false };
            Self { outside: Arc::new(Mutex::new(outside)), deadline }
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
        outside.player.new_game();
    }

    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        let mut outside = self.outside();
        outside.takes_part = true;
        outside.player.decide(DecisionRequest { deadline: self.deadline, ..request })
    }

    /// The writer of a text file is told, if it takes part: after this nobody is asked.
    fn game_over(&mut self, so_far: &RoundSoFar<'_>) {
        let mut outside = self.outside();
        if mem::take(&mut outside.takes_part) {
            outside.player.game_over(so_far);
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
