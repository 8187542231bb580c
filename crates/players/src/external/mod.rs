//! Players outside of this program: `gtp:COMMAND` is another program, `file:PATH` the writer of a text file.
//!
//! An [`ExternalPlayer`] is a [`Player`] like any other. Whatever goes wrong outside is an [`ExternalError`] and thereby a
//! [`PlayerFault`], which loses the game, or at a table of more than two the seat ([`forfeit`]), and never stops us.

mod changes;
mod error;
mod exchange;
mod file_player;
mod gtp_player;
mod program;

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use framework::{
    Action, AnyGame, AnyPosition, Decision, DecisionRequest, FaultKind, Match, Millis, Player, PlayerFault,
    Refused, RoundSoFar, Seat, Turn,
};

pub use self::{
    error::ExternalError,
    exchange::{Exchange, ExchangeError},
    file_player::FilePlayer,
    gtp_player::GtpPlayer,
    program::kill_group,
};

/// How much longer a program may take than computers of the house, since the way to it takes time as well.
pub const GRACE: Millis = Millis::seconds(1);

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

/// Hears of what was wrong outside while a player still waits for a better answer, or after its game is over.
pub type Problems = Box<dyn FnMut(&ExternalError) + Send>;

/// A player outside of this program.
///
/// Its time is what the [request](DecisionRequest) says: it is told how long it may think, and has lost at the deadline.
pub struct ExternalPlayer {
    kind: Kind,
    problems: Problems,
}

enum Kind {
    Program(Box<GtpPlayer>),
    File(Box<FilePlayer>),
}

impl ExternalPlayer {
    /// Opens the player that a text names, `gtp:COMMAND` or `file:PATH`; `None` if it names none outside.
    ///
    /// # Errors
    /// If the player cannot be reached.
    pub fn open(
        text: &str,
        game: &Arc<dyn AnyGame>,
        problems: Problems,
    ) -> Option<Result<Self, ExternalError>> {
        let game = Arc::clone(game);
        match text.split_once(':')? {
            ("gtp", command) => Some(Self::program(command, game, problems)),
            ("file", path) => Some(Ok(Self::file(path, game, problems))),
            _ => None,
        }
    }

    /// A program that speaks GTP, by its command line.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn program(command: &str, game: Arc<dyn AnyGame>, problems: Problems) -> Result<Self, ExternalError> {
        let program = GtpPlayer::start(command, game)?;
        Ok(Self { kind: Kind::Program(Box::new(program)), problems })
    }

    /// The writer of a text file.
    pub fn file(path: impl Into<PathBuf>, game: Arc<dyn AnyGame>, problems: Problems) -> Self {
        Self { kind: Kind::File(Box::new(FilePlayer::new(path, game))), problems }
    }

    /// Whether it is a person's pace that counts, as behind a text file, and not the time of computers.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        matches!(self.kind, Kind::File(_))
    }

    /// The roll that the other side has written already for dice that are ours to roll, if there is one.
    #[must_use]
    pub fn written_roll(&self, so_far: &RoundSoFar<'_>) -> Option<String> {
        match &self.kind {
            Kind::Program(_) => None,
            Kind::File(file) => file.written_roll(so_far),
        }
    }
}

impl Player for ExternalPlayer {
    fn new_game(&mut self) {
        if let Kind::File(file) = &mut self.kind {
            file.new_round();
        }
    }

    /// A file may also be asked for the roll of dice that its writer rolls.
    fn decide(&mut self, request: DecisionRequest<'_>) -> Result<Decision, PlayerFault> {
        let (so_far, duration) = (request.so_far(), |time: Millis| Duration::from_millis(time.0));
        let limit = request.deadline.map(duration);
        let answer = match &mut self.kind {
            Kind::Program(program) => program.choose(&so_far, request.limits.time.map(duration), limit),
            Kind::File(file) => {
                file.choose_until(&so_far, limit, &mut self.problems, &|| request.control.is_stopped())
            }
        };
        match answer {
            Ok(ExternalDecision::Move(text)) => request
                .pos
                .play(&text)
                .map(Decision::Played)
                .map_err(|error| PlayerFault::new(FaultKind::IllegalMove, error)),
            Ok(ExternalDecision::Resign) => Ok(Decision::Resigned),
            Err(ExternalError::Interrupted) => Ok(Decision::Stopped),
            Err(error) => Err(error.into()),
        }
    }

    fn game_over(&mut self, so_far: &RoundSoFar<'_>) {
        if let Kind::File(file) = &mut self.kind
            && let Err(problem) = file.round_over(so_far)
        {
            (self.problems)(&problem);
        }
    }
}

impl fmt::Debug for ExternalPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Program(program) => program.fmt(f),
            Kind::File(file) => file.fmt(f),
        }
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
