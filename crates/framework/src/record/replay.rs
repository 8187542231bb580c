//! Playing a record again and checking everything it claims.

use std::sync::Arc;

use super::{Annotations, Record, RecordError, RecordedMove, RoundRecord};
use crate::{AnyGame, AnyPosition, End, FlagRule, GameEntry, PerSeat, RoundOutcome, Seat, Standing, Turn};

/// What replaying a record leads to.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The rule set.
    pub game: Arc<dyn AnyGame>,
    /// The last position of the last round.
    pub position: Box<dyn AnyPosition>,
    /// What players call the beginning of the last round: the name of its last position that has one.
    pub opening: Option<&'static str>,
}

impl Record {
    /// Opens the game that the record names.
    ///
    /// # Errors
    /// If the game is not in the list, or the options make no game.
    pub fn open(&self, games: &[GameEntry]) -> Result<Arc<dyn AnyGame>, RecordError> {
        let Some(entry) = games.iter().find(|entry| entry.info.id == self.game) else {
            let known = games.iter().map(|entry| entry.info.id).collect::<Vec<_>>().join(", ");
            return Err(RecordError::UnknownGame { game: self.game.clone(), known });
        };
        let game = entry.open_text(&self.options)?;
        let expected = game.start().seats();
        if self.players.len() != expected {
            return Err(RecordError::Players { found: self.players.len(), expected });
        }
        Ok(game)
    }

    /// Plays every round again and checks every move, result and hash.
    ///
    /// # Errors
    /// If the game is unknown, or the first claim that does not hold.
    pub fn replay(&self, games: &[GameEntry]) -> Result<Replayed, RecordError> {
        let game = self.open(games)?;
        let mut position = game.start();
        let mut opening = None;
        for (idx, round) in self.rounds.iter().enumerate() {
            (position, opening) = self.replay_round(&*game, idx)?;
            check_end(idx + 1, round, &*position)?;
            let loses_match = self.flag == FlagRule::LosesMatch;
            if let (true, Some((end @ End::TimeOver { .. }, _))) = (loses_match, &round.result)
                && idx + 1 < self.rounds.len()
            {
                let expected = "this loses the whole match, so no round follows".to_owned();
                return Err(RecordError::WrongResult { round: idx + 1, found: end.to_string(), expected });
            }
        }
        Ok(Replayed { game, position, opening })
    }

    /// How the match stood before a round, seen from the seats of that round.
    #[must_use]
    pub fn standing_before(&self, round_idx: usize, players: &PerSeat<u8>) -> Standing {
        let seen = |round: &RoundRecord| {
            let (_, points) = round.result.as_ref()?;
            let seat_of = |player: u8| Seat::all(players.seats()).find(|&seat| round.players[seat] == player);
            Some(PerSeat::from_fn(players.seats(), |seat| {
                seat_of(players[seat]).map_or(0, |then| points[then])
            }))
        };
        Standing { rounds: self.rounds.iter().take(round_idx).filter_map(seen).collect() }
    }

    /// The last position of a round, and what its beginning is called.
    fn replay_round(
        &self,
        game: &dyn AnyGame,
        round_idx: usize,
    ) -> Result<(Box<dyn AnyPosition>, Option<&'static str>), RecordError> {
        let record = &self.rounds[round_idx];
        let round = round_idx + 1;
        let mut position = match &record.start {
            Some(text) => game.parse_position(text).map_err(|error| RecordError::Start { round, error })?,
            None => game.start_round(&self.standing_before(round_idx, &record.players)),
        };
        let mut opening = position.opening();
        check_variations(&*position, &record.annotations, 0, (round, 0))?;
        for (idx, mv) in record.moves.iter().enumerate() {
            play(&mut *position, mv, (round, idx + 1))?;
            opening = position.opening().or(opening);
            check_variations(&*position, &record.annotations, idx + 1, (round, idx + 1))?;
        }
        Ok((position, opening))
    }
}

/// Plays a move of a record: the ply, from 1, of a round, from 1.
fn play(
    position: &mut dyn AnyPosition,
    mv: &RecordedMove,
    (round, ply): (usize, usize),
) -> Result<(), RecordError> {
    let found = mv.by.map_or(Turn::Chance, Turn::Seat);
    if found != position.turn() {
        let (found, expected) = (turn_name(found), turn_name(position.turn()));
        return Err(RecordError::WrongTurn { round, ply, found, expected });
    }
    position.play(&mv.text).map_err(|error| RecordError::Move { round, ply, error })?;
    Ok(())
}

/// Plays all variations that begin in a position: the one after `at` plies of an annotated line, which are so many of the
/// round.
fn check_variations(
    position: &dyn AnyPosition,
    annotations: &Annotations,
    at: usize,
    (round, n_plies): (usize, usize),
) -> Result<(), RecordError> {
    let Some(annotation) = annotations.at(at) else { return Ok(()) };
    for variation in &annotation.variations {
        let mut position = position.boxed_clone();
        for (idx, mv) in variation.moves.iter().enumerate() {
            let here = (round, n_plies + idx + 1);
            play(&mut *position, mv, here).map_err(|error| RecordError::Variation(Box::new(error)))?;
            check_variations(&*position, &variation.annotations, idx + 1, here)?;
        }
    }
    Ok(())
}

fn turn_name(turn: Turn) -> String {
    match turn {
        Turn::Seat(seat) => format!("seat {seat}"),
        Turn::Chance => "the dice".to_owned(),
        Turn::Over => "nobody, because the game is over".to_owned(),
    }
}

fn check_end(round: usize, record: &RoundRecord, position: &dyn AnyPosition) -> Result<(), RecordError> {
    let expected = position.key();
    if record.hash != expected {
        return Err(RecordError::WrongHash { round, found: record.hash, expected });
    }
    let over = position.turn() == Turn::Over;
    let wrong = |found: &str, expected: String| {
        Err(RecordError::WrongResult { round, found: found.to_owned(), expected })
    };
    match &record.result {
        None if over => wrong("open", "the game is over".to_owned()),
        None => Ok(()),
        Some((end, _)) if (*end == End::Over) != over => {
            let state = if over { "the game is over by its rules" } else { "the game is not over" };
            wrong(&end.to_string(), state.to_owned())
        }
        Some((end, points)) => {
            let due = match end {
                End::Over => Some(RoundOutcome::over(position, &record.leavers)),
                End::DrawAgreed => Some(RoundOutcome::drawn(position)),
                End::Resigned { seat, level } => RoundOutcome::resigned_at(position, *seat, level),
                End::TimeOver { seat } => {
                    (seat.index() < position.seats()).then(|| RoundOutcome::time_over(position, *seat))
                }
            };
            match due {
                Some(due) if due.points == *points => Ok(()),
                Some(due) => wrong(&end.to_string(), format!("this gives the points {}", due.points)),
                None => wrong(&end.to_string(), "nobody can end this game in that way".to_owned()),
            }
        }
    }
}
