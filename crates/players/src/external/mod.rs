//! Players outside of this program: `gtp:COMMAND` is another program, `file:PATH` the writer of a text file.
//!
//! Any runner of matches can use them: it asks [`ExternalPlayer::choose`] for a move and hands the answer to
//! [`Match::act`]. Whatever goes wrong outside is an [`ExternalError`], which loses the game, or at a table of more
//! than two the seat ([`forfeit`]), and never stops us.

mod changes;
mod error;
mod exchange;
mod file_player;
mod gtp_player;
mod program;

use std::{sync::Arc, time::Duration};

use framework::{Action, AnyGame, AnyPosition, Match, Millis, Refused, RoundSoFar, Seat, Turn};

pub use self::{
    error::ExternalError,
    exchange::{Exchange, ExchangeError},
    file_player::FilePlayer,
    gtp_player::GtpPlayer,
    program::kill_group,
};

/// How much longer a program may take than computers of the house, since the way to it takes time as well.
pub const GRACE: Duration = Duration::from_secs(1);

/// What a player outside decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExternalDecision {
    /// To play a move, in its canonical notation.
    Move(String),
    /// To give up.
    Resign,
}

/// The moves and rolls so far as they are written.
fn texts(so_far: &RoundSoFar<'_>) -> Vec<String> {
    so_far.moves.iter().map(|mv| mv.text.clone()).collect()
}

/// The seat that decides or rolls in a position.
fn decider(pos: &dyn AnyPosition) -> Option<Seat> {
    match pos.turn() {
        Turn::Seat(seat) => Some(seat),
        Turn::Chance => Some(pos.roller().unwrap_or(Seat::FIRST)),
        Turn::Over => None,
    }
}

/// A person outside of this program who answers "which move?".
pub trait ExternalPlayer: Send {
    /// Waits for a move, at most for `limit` or until `is_stopped`; `tell` hears of answers that could not be used
    /// while the waiting goes on.
    ///
    /// # Errors
    /// If no legal move came. The player has lost the game then and should not be asked again, unless the waiting
    /// was [interrupted](ExternalError::Interrupted).
    fn choose_until(
        &mut self,
        so_far: &RoundSoFar<'_>,
        limit: Option<Duration>,
        tell: &mut dyn FnMut(&ExternalError),
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<ExternalDecision, ExternalError>;

    /// Waits for a move, at most for `limit`.
    ///
    /// # Errors
    /// As [`choose_until`](Self::choose_until).
    fn choose(
        &mut self,
        so_far: &RoundSoFar<'_>,
        limit: Option<Duration>,
        tell: &mut dyn FnMut(&ExternalError),
    ) -> Result<ExternalDecision, ExternalError> {
        self.choose_until(so_far, limit, tell, &|| false)
    }

    /// The roll that the other side has written already for dice that are ours to roll, if there is one.
    fn written_roll(&mut self, so_far: &RoundSoFar<'_>) -> Option<String> {
        let _ = so_far;
        None
    }

    /// Hears how long it should think about each move, if that is less than it may take.
    fn think_for(&mut self, time: Duration) {
        let _ = time;
    }

    /// Hears that what it is asked next belongs to another round, whatever became of the one before. No clock runs
    /// yet, so this may take a moment.
    fn new_round(&mut self) {}

    /// Hears how the round ended.
    ///
    /// # Errors
    /// If the player cannot be told.
    fn round_over(&mut self, so_far: &RoundSoFar<'_>) -> Result<(), ExternalError> {
        let _ = so_far;
        Ok(())
    }
}

/// Opens the player that a text names, `gtp:COMMAND` or `file:PATH`; `None` if it names none outside.
///
/// # Errors
/// If the player cannot be reached.
pub fn open(text: &str, game: &Arc<dyn AnyGame>) -> Option<Result<Box<dyn ExternalPlayer>, ExternalError>> {
    match text.split_once(':')? {
        ("gtp", command) => {
            let player = GtpPlayer::start(command, Arc::clone(game));
            Some(player.map(|player| Box::new(player) as Box<dyn ExternalPlayer>))
        }
        ("file", path) => Some(Ok(Box::new(FilePlayer::new(path, Arc::clone(game))))),
        _ => None,
    }
}

/// Gives up for a seat whose player has failed: at the level to which the other side need not agree, or by leaving
/// the table where the others can go on. Another person has to play on in the seat then.
///
/// # Errors
/// If the round is over.
pub fn forfeit(contest: &mut Match, seat: Seat, now: Millis) -> Result<(), Refused> {
    let action = giving_up(contest, seat);
    let ply = contest.ply();
    contest.act(seat, ply, action, now).map(drop)
}

/// How a seat gives up for good.
fn giving_up(contest: &Match, seat: Seat) -> Action {
    let levels = contest.position().resignations(seat);
    match levels.iter().find(|level| !level.needs_consent) {
        Some(level) => Action::Resign(Some(level.level.to_owned())),
        None if contest.seats() == 2 => Action::Resign(None),
        None => Action::Leave,
    }
}
