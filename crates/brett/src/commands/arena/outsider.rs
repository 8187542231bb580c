//! Players outside of this program at the tables of the arena.

use std::{
    fmt::Display,
    io::{self, IsTerminal as _, Write as _},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use arena::{Answer, Contender, Fault, FaultKind, Player, Question};
use framework::{AnyGame, Millis, RecordedMove, Turn};

use players::external::{self, ExternalError, ExternalPlayer, SoFar};

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

    /// Hears how a game ended, which matters only to who takes part.
    fn hear_the_end(&self, so_far: &SoFar<'_>) {
        let mut outside = self.outside();
        if mem::take(&mut outside.takes_part)
            && let Err(problem) = outside.player.round_over(so_far)
        {
            tell(&problem);
        }
    }
}

impl Contender for Outsider {
    fn play(&mut self, question: Question<'_>) -> Result<Answer, Fault> {
        let so_far = SoFar { start: None, moves: question.moves, pos: &*question.pos };
        let mut outside = self.outside();
        outside.takes_part = true;
        let is_stopped = || question.stop.is_set();
        let answer =
            outside.player.choose_until(&so_far, self.limit, &mut |problem| tell(problem), &is_stopped);
        match answer.map_err(|error| fault(&error))? {
            external::ExternalDecision::Resign => Ok(Answer::Resigned),
            external::ExternalDecision::Move(text) => {
                let played = question.pos.play(&text);
                played
                    .map(Answer::Played)
                    .map_err(|error| Fault::new(FaultKind::IllegalMove, error.to_string()))
            }
        }
    }

    fn forget(&mut self) {
        self.outside().player.new_round();
    }
}

/// The same players, who tell those behind text files when they end a game, since after that nobody is asked.
pub(super) fn announcing(players: Vec<Player>, readers: Vec<Outsider>) -> Vec<Player> {
    if readers.is_empty() {
        return players;
    }
    let readers: Arc<[Outsider]> = readers.into();
    let announcing = |player: Player| {
        let (make, deadline, readers) = (player.make, player.deadline, Arc::clone(&readers));
        let make = move || {
            let contender = make()?;
            Ok(Box::new(Announcing { contender, deadline, readers: Arc::clone(&readers) })
                as Box<dyn Contender>)
        };
        Player { make: Box::new(make), ..player }
    };
    players.into_iter().map(announcing).collect()
}

/// A player who announces it when it ends a game.
struct Announcing {
    contender: Box<dyn Contender>,
    deadline: Option<Millis>,
    /// The players behind text files, whether they sit at this table or not.
    readers: Arc<[Outsider]>,
}

impl Contender for Announcing {
    fn play(&mut self, question: Question<'_>) -> Result<Answer, Fault> {
        let Question { pos, moves, limits, stop } = question;
        let began = Instant::now();
        let mover = match pos.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let answer = self.contender.play(Question { pos: &mut *pos, moves, limits, stop });
        // A move that comes too late does not count.
        let is_late = self.deadline.is_some_and(|limit| u128::from(limit.0) < began.elapsed().as_millis());
        let last = match &answer {
            Ok(Answer::Played(_)) if !is_late && pos.turn() != Turn::Over => return answer,
            Ok(Answer::Played(text)) if !is_late => Some(text.clone()),
            // Who resigns or fails has ended the game as well.
            _ => None,
        };
        let last = last.map(|text| RecordedMove { by: mover, text, spent: None });
        let moves: Vec<RecordedMove> = moves.iter().cloned().chain(last).collect();
        let so_far = SoFar { start: None, moves: &moves, pos: &*pos };
        self.readers.iter().for_each(|reader| reader.hear_the_end(&so_far));
        answer
    }

    fn forget(&mut self) {
        self.readers.iter().for_each(|reader| reader.outside().takes_part = false);
        self.contender.forget();
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
pub(super) fn fault(error: &ExternalError) -> Fault {
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
    Fault::new(kind, error.to_string())
}
