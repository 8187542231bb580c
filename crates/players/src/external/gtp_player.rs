//! A program that speaks GTP, as a player.

use std::{collections::HashSet, sync::Arc, time::Duration};

use framework::{AnyGame, AnyPosition, MoveError, RoundSoFar, Turn};

use super::{
    ExternalDecision, ExternalError,
    program::{Program, shortened},
    texts,
};
use crate::gtp::{Movers, pentobi_name};

/// How long a program may take for a command that needs no thought, its start included.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long it may think if nobody limits it.
const UNLIMITED_SEARCH_TIMEOUT: Duration = Duration::from_secs(3_600);
/// The command by which a program without a board of its own is asked; see the book's "Write a bot".
const CHOOSE_COMMAND: &str = "choose_move";

/// A program that speaks GTP. It runs as long as this value lives.
#[derive(Debug)]
pub struct GtpPlayer {
    program: Program,
    game: Arc<dyn AnyGame>,
    movers: Movers,
    /// The commands that it knows.
    known: HashSet<String>,
    told: Option<Told>,
    told_limit: Option<Duration>,
    /// How long it may take for a command that needs no thought.
    patience: Duration,
}

/// What the program has on its board.
#[derive(Debug)]
struct Told {
    start: Option<String>,
    moves: Vec<String>,
    pos: Box<dyn AnyPosition>,
}

impl GtpPlayer {
    /// Starts a program by a command line and asks what it can do.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn start(command: &str, game: Arc<dyn AnyGame>) -> Result<Self, ExternalError> {
        let mut program = Program::start(command)?;
        let known = match program.ask("list_commands", COMMAND_TIMEOUT) {
            Ok(list) => list.split_whitespace().map(str::to_owned).collect(),
            Err(ExternalError::Refused { .. }) => HashSet::new(),
            Err(error) => return Err(error),
        };
        let movers = Movers::of(&*game);
        Ok(Self { program, game, movers, known, told: None, told_limit: None, patience: COMMAND_TIMEOUT })
    }

    /// Waits for a move, at most for `limit`. The program is told to think for so long, and else for the limit.
    ///
    /// # Errors
    /// If no legal move came. The program has lost the game then and should not be asked again.
    pub fn choose(
        &mut self,
        so_far: &RoundSoFar<'_>,
        thinking_time: Option<Duration>,
        limit: Option<Duration>,
    ) -> Result<ExternalDecision, ExternalError> {
        self.patience = limit.unwrap_or(COMMAND_TIMEOUT).min(COMMAND_TIMEOUT);
        let question = if self.known.contains(CHOOSE_COMMAND) {
            question(so_far.pos)
        } else {
            self.catch_up(so_far)?;
            self.tell_limit(thinking_time.or(limit))?;
            format!("genmove {}", self.movers.word(so_far.pos.to_move().unwrap_or_default()))
        };
        let answer = self.program.ask(&question, limit.unwrap_or(UNLIMITED_SEARCH_TIMEOUT))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(ExternalDecision::Resign);
        }
        let checked = so_far.pos.check(&answer);
        let mv = checked.map_err(|error| ExternalError::Move { answer: shortened(&answer), error })?;
        if let Some(told) = &mut self.told {
            played(told, &mv)?;
        }
        Ok(ExternalDecision::Move(mv))
    }

    fn ask(&mut self, command: &str) -> Result<String, ExternalError> {
        self.program.ask(command, self.patience)
    }

    /// Brings the program's board to the present position.
    fn catch_up(&mut self, so_far: &RoundSoFar<'_>) -> Result<(), ExternalError> {
        let moves = texts(so_far);
        let goes_on = |told: &Told| told.start.as_deref() == so_far.start && moves.starts_with(&told.moves);
        let mut told = match self.told.take().filter(goes_on) {
            Some(told) => told,
            None => self.begin(so_far.start)?,
        };
        for mv in &moves[told.moves.len()..] {
            let command = match (told.pos.turn(), told.pos.to_move()) {
                (Turn::Chance, _) => {
                    let dice: Vec<String> = mv.chars().map(String::from).collect();
                    format!("set_dice {}", dice.join(" "))
                }
                (_, mover) => format!("play {} {mv}", self.movers.word(mover.unwrap_or_default())),
            };
            self.ask(&command)?;
            played(&mut told, mv)?;
        }
        self.told = Some(told);
        Ok(())
    }

    /// Lets the program set up its board for a new round.
    fn begin(&mut self, start: Option<&str>) -> Result<Told, ExternalError> {
        let options = self.game.options();
        if self.known.contains("set_game") {
            let name = pentobi_name(&*self.game).map_or_else(|| options.clone(), str::to_owned);
            self.ask(&format!("set_game {name}"))?;
        } else if let Some((side, _)) = options.split_once('x').filter(|(side, other)| side == other) {
            // An older program, which knows only how long a side is.
            self.ask(&format!("boardsize {side}"))?;
        }
        self.ask("clear_board")?;
        let pos = match start {
            None => self.game.start(),
            Some(text) => {
                self.ask(&format!("set_position {text}"))?;
                let pos = self.game.parse_position(text).map_err(MoveError::from);
                pos.map_err(|error| ExternalError::Move { answer: shortened(text), error })?
            }
        };
        Ok(Told { start: start.map(str::to_owned), moves: Vec::new(), pos })
    }

    /// Tells how long it may think about each move, if it wants to know.
    fn tell_limit(&mut self, limit: Option<Duration>) -> Result<(), ExternalError> {
        if self.told_limit == limit || !self.known.contains("time_settings") {
            return Ok(());
        }
        self.told_limit = limit;
        let Some(limit) = limit else { return Ok(()) };
        match self.ask(&format!("time_settings 0 {} 1", limit.as_secs_f64())) {
            // It does without.
            Ok(_) | Err(ExternalError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// The whole question in one line, for a program that keeps no board.
fn question(pos: &dyn AnyPosition) -> String {
    let seat = pos.to_move().map_or_else(String::new, |mover| (mover + 1).to_string());
    let mut parts = vec![format!("{CHOOSE_COMMAND} {seat}"), pos.text()];
    parts.extend(pos.legal_moves());
    parts.join("; ")
}

fn played(told: &mut Told, mv: &str) -> Result<(), ExternalError> {
    let canonical =
        told.pos.play(mv).map_err(|error| ExternalError::Move { answer: shortened(mv), error })?;
    told.moves.push(canonical);
    Ok(())
}
