//! A board, a player and a clock: what commands change.

use std::{fmt, sync::Arc};

use framework::{
    AnyEngine, AnyFound, AnyGame, AnyPosition, AnySearchRequest, EngineError, GameEntry, Millis,
    OptionsError, OutOfTurn, Rng, Turn, search::Limits,
};
use thiserror::Error;

use super::{clock::Clock, movers::Movers};
use crate::runner::{self, Pondering};

/// How the player thinks, until a command changes it.
#[derive(Clone, Debug)]
pub struct GtpSettings {
    /// The player: `level7`, or a name with perhaps its options.
    pub player: String,
    /// How long it thinks about a move when the controller tells nothing.
    pub time: Millis,
    /// What may be lost at every move on the way to the controller.
    pub margin: Millis,
    /// Whether the player thinks ahead between two commands.
    pub ponder: bool,
    /// How many threads it uses.
    pub threads: usize,
    /// What its choices and its dice are drawn from.
    pub seed: u64,
}

/// Why a game cannot be set up.
#[derive(Debug, Error)]
pub(super) enum SetUpError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Player(#[from] EngineError),
}

/// A game that is played over the protocol.
pub struct Session {
    pub(super) entry: GameEntry,
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) movers: Movers,
    pub(super) pos: Box<dyn AnyPosition>,
    pub(super) settings: GtpSettings,
    pub(super) clock: Clock,
    pub(super) last_found: Option<AnyFound>,
    /// The positions before each move, the oldest first.
    before: Vec<Box<dyn AnyPosition>>,
    /// The player; it is not here while it thinks ahead.
    engine: Option<Box<dyn AnyEngine>>,
    /// Whether the player has moved in this game, and not only listened.
    has_moved: bool,
    n_rolls: u64,
}

impl Session {
    /// Sets up a game.
    ///
    /// # Errors
    /// If the game has no such player.
    pub fn new(entry: GameEntry, game: Arc<dyn AnyGame>, settings: GtpSettings) -> Result<Self, EngineError> {
        Ok(Self {
            entry,
            movers: Movers::of(&*game),
            pos: game.start(),
            engine: Some(game.engine(&settings.player)?),
            has_moved: false,
            clock: Clock::new(settings.time, settings.margin),
            settings,
            last_found: None,
            before: Vec::new(),
            n_rolls: 0,
            game,
        })
    }

    /// Begins a game with other options.
    pub(super) fn open(&mut self, options: &str) -> Result<(), SetUpError> {
        let game = self.entry.open_text(options)?;
        let clock = self.clock.clone();
        *self = Self { clock, ..Self::new(self.entry, game, self.settings.clone())? };
        self.clock.restart();
        Ok(())
    }

    /// Changes the player.
    pub(super) fn choose_player(&mut self, player: &str) -> Result<(), EngineError> {
        self.engine = Some(self.game.engine(player)?);
        player.clone_into(&mut self.settings.player);
        Ok(())
    }

    /// Begins a new game in a position.
    pub(super) fn restart(&mut self, pos: Box<dyn AnyPosition>) {
        self.pos = pos;
        self.before.clear();
        self.has_moved = false;
        self.engine.iter_mut().for_each(|engine| engine.forget());
        self.clock.restart();
        self.last_found = None;
        self.n_rolls = 0;
    }

    /// The position in which `mover` decides: this one, or the one in which the others are skipped, where a game
    /// allows that. `None` if the mover can do nothing.
    pub(super) fn at_turn_of(&self, mover: usize) -> Result<Option<Box<dyn AnyPosition>>, String> {
        if self.pos.to_move() == Some(mover) {
            return Ok(Some(self.pos.clone()));
        }
        match self.pos.out_of_turn(mover) {
            OutOfTurn::At(pos) => return Ok(Some(pos)),
            OutOfTurn::NoMove => return Ok(None),
            OutOfTurn::NotAllowed => {}
        }
        Err(match self.pos.turn() {
            Turn::Seat(seat) => format!("it is the turn of {}", self.movers.name(seat.index())),
            Turn::Chance => "the dice are rolled first; use set_dice or roll_dice".to_owned(),
            Turn::Over => "the game is over".to_owned(),
        })
    }

    /// Plays a move for `mover`.
    pub(super) fn play(&mut self, mover: usize, mv: &str) -> Result<(), String> {
        let turn = self.at_turn_of(mover)?;
        let mut pos = turn.ok_or_else(|| format!("{} has no move", self.movers.name(mover)))?;
        pos.play(mv).map_err(|error| error.to_string())?;
        self.advance(pos);
        Ok(())
    }

    /// Takes back the last move or roll.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        self.pos = self.before.pop().ok_or("cannot undo")?;
        Ok(())
    }

    /// Lets the dice fall so. Who could also double rolls by that.
    pub(super) fn set_dice(&mut self, dice: &str) -> Result<(), String> {
        let mut pos = self.before_dice()?;
        pos.play(dice).map_err(|error| error.to_string())?;
        self.advance(pos);
        Ok(())
    }

    /// Rolls the dice.
    pub(super) fn roll_dice(&mut self) -> Result<String, String> {
        let mut pos = self.before_dice()?;
        let mut rng = Rng::stream(self.settings.seed, "gtp dice", self.n_rolls);
        let dice = pos.play_random(&mut rng).ok_or("there is nothing to roll now")?;
        self.n_rolls += 1;
        self.advance(pos);
        Ok(dice)
    }

    fn before_dice(&self) -> Result<Box<dyn AnyPosition>, String> {
        let mut pos = self.pos.clone();
        let is_next = |pos: &dyn AnyPosition| pos.turn() == Turn::Chance;
        if is_next(&*pos) || (pos.play("roll").is_ok() && is_next(&*pos)) {
            Ok(pos)
        } else {
            Err("there is nothing to roll now".to_owned())
        }
    }

    fn advance(&mut self, pos: Box<dyn AnyPosition>) {
        self.before.push(std::mem::replace(&mut self.pos, pos));
    }

    /// Lets the player think about a position; `None` if no seat is to move.
    pub(super) fn think(
        &mut self,
        pos: &dyn AnyPosition,
        time: Millis,
        progress: &mut dyn FnMut(&AnyFound),
    ) -> Option<AnyFound> {
        let limits = Limits { time: Some(time), ..self.limits() };
        let engine = self.engine.as_mut().expect("thinking ahead ends before a command is answered");
        let request = AnySearchRequest::new(pos, limits)?.with_progress(progress);
        let found = runner::search(&mut **engine, request);
        self.last_found = Some(found.clone());
        self.has_moved = true;
        Some(found)
    }

    fn limits(&self) -> Limits {
        let GtpSettings { threads, seed, .. } = self.settings;
        Limits { threads, seed, ..Limits::NONE }
    }

    /// Lets the player think ahead until the next command comes, if that is wanted and it plays in this game.
    pub(super) fn think_ahead(&mut self) -> Option<Pondering> {
        if !self.settings.ponder || !self.has_moved {
            return None;
        }
        let limits = self.limits();
        self.engine.take().map(|engine| Pondering::begin(engine, &*self.pos, limits))
    }

    /// Ends what [`think_ahead`](Self::think_ahead) began.
    pub(super) fn stop_thinking_ahead(&mut self, ahead: Option<Pondering>) {
        if let Some(ahead) = ahead {
            // Who broke down is replaced by a new one of the same kind, which has only learned nothing yet.
            self.engine = ahead.end().ok().or_else(|| self.game.engine(&self.settings.player).ok());
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("game", &self.game).field("pos", &self.pos).finish_non_exhaustive()
    }
}
