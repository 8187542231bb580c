//! Records as a writer goes through them, round by round.

use super::{ForeignGame, FormatError, Note};
use std::sync::Arc;

use crate::{AnyGame, AnyPosition, Game, GameEntry, Position, RoundRecord, Seat};

/// A round of one of the games that are written.
#[derive(Clone, Copy, Debug)]
pub struct RoundOf<'g> {
    /// The number of the game, from 1.
    pub number: usize,
    /// The game.
    pub game: &'g ForeignGame,
    /// Which of its rounds this is, from 0.
    pub idx: usize,
}

/// All rounds of games, which must be of one game by its id.
///
/// # Errors
/// If one of them is a record of something else.
pub fn rounds_of<'g>(games: &'g [ForeignGame], id: &str) -> Result<Vec<RoundOf<'g>>, FormatError> {
    let mut rounds = Vec::new();
    for (game, number) in games.iter().zip(1..) {
        if game.record.game != id {
            let problem = format!("this is a record of {}", game.record.game);
            return Err(FormatError::new(problem, format!("choose records of {id}")).in_game(number));
        }
        rounds.extend((0..game.record.rounds.len()).map(|idx| RoundOf { number, game, idx }));
    }
    Ok(rounds)
}

impl<'g> RoundOf<'g> {
    /// The round.
    #[must_use]
    pub fn round(&self) -> &'g RoundRecord {
        &self.game.record.rounds[self.idx]
    }

    /// The name of who sits at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &'g str {
        let player = self.round().players.get(seat).copied().unwrap_or_default();
        self.game.record.players.get(usize::from(player)).map_or("", String::as_str)
    }

    /// The notes of the round after so many moves and rolls.
    pub fn notes(&self, ply: usize) -> impl Iterator<Item = &'g Note> {
        let idx = self.idx;
        self.game.notes.iter().filter(move |note| (note.round, note.ply) == (idx, ply))
    }

    /// The rule set of the record.
    ///
    /// # Errors
    /// If its options make none of this kind.
    pub fn rules<G: Game>(&self) -> Result<G, FormatError> {
        let options = &self.game.record.options;
        let game = options.parse().and_then(|options| G::from_options(&options));
        game.map_err(|error| {
            FormatError::new(error.to_string(), "choose another format").in_game(self.number)
        })
    }

    /// The position in which the round began.
    ///
    /// # Errors
    /// If the record has one that cannot be.
    pub fn start<G: Game>(&self, game: &G) -> Result<G::Position, FormatError> {
        let round = self.round();
        match &round.start {
            Some(text) => {
                game.parse_position(text).map_err(|error| FormatError::from(error).in_game(self.number))
            }
            None => Ok(game.start_round(&self.game.record.standing_before(self.idx, &round.players))),
        }
    }

    /// Plays the round again, calls `visit` before each move with what stands on the board, and gives the last position.
    ///
    /// # Errors
    /// If the start cannot be, or a move is illegal.
    pub fn play<G: Game>(
        &self,
        game: &G,
        mut visit: impl FnMut(&G::Position, <G::Position as Position>::Move),
    ) -> Result<G::Position, FormatError> {
        let mut pos = self.start(game)?;
        for (mv, ply) in self.round().moves.iter().zip(1..) {
            let mv =
                game.parse_move(&pos, &mv.text).map_err(|error| self.illegal(ply, &error.to_string()))?;
            visit(&pos, mv);
            pos.play(mv);
        }
        Ok(pos)
    }

    /// The rule set of the record as one of any type.
    ///
    /// # Errors
    /// If its options make no game.
    pub fn open(&self, entry: &GameEntry) -> Result<Arc<dyn AnyGame>, FormatError> {
        let game = entry.open_text(&self.game.record.options);
        game.map_err(|error| {
            FormatError::new(error.to_string(), "choose another format").in_game(self.number)
        })
    }

    /// The position in which the round of a game of any type began.
    ///
    /// # Errors
    /// If the record has one that cannot be.
    pub fn start_text(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, FormatError> {
        let round = self.round();
        match &round.start {
            Some(text) => {
                game.parse_position(text).map_err(|error| FormatError::from(error).in_game(self.number))
            }
            None => Ok(game.start_round(&self.game.record.standing_before(self.idx, &round.players))),
        }
    }

    /// Plays the round of a game of any type again: calls `visit` before each move with what stands on the board and the
    /// move's canonical text, and gives the last position.
    ///
    /// # Errors
    /// If the start cannot be, or a move is illegal.
    pub fn play_text(
        &self,
        game: &dyn AnyGame,
        mut visit: impl FnMut(&dyn AnyPosition, &str),
    ) -> Result<Box<dyn AnyPosition>, FormatError> {
        let mut pos = self.start_text(game)?;
        for (mv, ply) in self.round().moves.iter().zip(1..) {
            let text = pos.check(&mv.text).map_err(|error| self.illegal(ply, &error.to_string()))?;
            visit(&*pos, &text);
            pos.play(&text).map_err(|error| self.illegal(ply, &error.to_string()))?;
        }
        Ok(pos)
    }

    fn illegal(&self, ply: usize, problem: &str) -> FormatError {
        let problem = format!("round {}, ply {ply}: {problem}", self.idx + 1);
        FormatError::new(problem, "check the record with brett replay").in_game(self.number)
    }

    /// The error that the format has no place for something in this game.
    pub fn unfit(&self, problem: impl Into<String>) -> FormatError {
        FormatError::new(problem, "leave this game out or choose another format").in_game(self.number)
    }
}
