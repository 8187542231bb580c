//! Players outside of this programme at the tables of the arena.

use std::{sync::Arc, time::Duration};

use arena::{Answer, Contender, Fault, FaultKind, Question};
use framework::AnyGame;

use crate::external::{self, ExternalError, ExternalPlayer, SoFar};

/// A player outside, and how long it may take for a move.
pub(super) struct Outsider {
    player: Box<dyn ExternalPlayer>,
    limit: Option<Duration>,
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
            Self { player, limit: patience.limit }
        }))
    }
}

impl Contender for Outsider {
    fn play(&mut self, question: Question<'_>) -> Result<Answer, Fault> {
        let so_far = SoFar { start: None, moves: question.moves, pos: &*question.pos };
        match self.player.choose(&so_far, self.limit, &mut |_| ()).map_err(|error| fault(&error))? {
            external::Answer::Resign => Ok(Answer::Resigned),
            external::Answer::Move(text) => {
                let played = question.pos.play(&text);
                played
                    .map(Answer::Played)
                    .map_err(|error| Fault::new(FaultKind::IllegalMove, error.to_string()))
            }
        }
    }
}

/// What kind of fault an error is.
pub(super) fn fault(error: &ExternalError) -> Fault {
    let kind = match error {
        ExternalError::TimeOver(_) => FaultKind::TimeOver,
        ExternalError::Move { .. } | ExternalError::BadMove { .. } => FaultKind::IllegalMove,
        ExternalError::Start { .. }
        | ExternalError::Died { .. }
        | ExternalError::TooLong(_)
        | ExternalError::NoAnswer(_)
        | ExternalError::Refused { .. }
        | ExternalError::Write { .. }
        | ExternalError::OtherGame { .. } => FaultKind::Crashed,
    };
    Fault::new(kind, error.to_string())
}
