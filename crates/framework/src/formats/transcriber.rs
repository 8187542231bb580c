//! Writing down what a reader plays.

use std::sync::Arc;

use crate::{
    Annotations, AnyGame, AnyPosition, ClockRule, FlagRule, Game, Length, MoveError, PerSeat, Position,
    Record, RecordedMove, RoundOutcome, RoundRecord, Seat, Standing, Turn, erased,
};

/// The longest name of a player that a record holds.
const MAX_NAME_CHARS: usize = 100;

/// A round that is played while it is read, so that what comes out can be replayed.
#[derive(Clone, Debug)]
pub struct Transcriber<G: Game> {
    game: G,
    pos: G::Position,
    start: Option<String>,
    moves: Vec<RecordedMove>,
}

/// How a round ended that was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EarlyEnd {
    /// It goes on, or nobody knows.
    Open,
    /// A seat gave up, at the cheapest level or at a named one.
    Resigned(Seat, Option<&'static str>),
    /// A seat's time was over.
    TimeOver(Seat),
    /// The players agreed on a draw.
    DrawAgreed,
}

impl<G: Game> Transcriber<G> {
    /// A round from the usual beginning.
    #[must_use]
    pub fn new(game: &G) -> Self {
        Self::in_round(game, &Standing::default())
    }

    /// The next round of a match.
    #[must_use]
    pub fn in_round(game: &G, standing: &Standing) -> Self {
        Self { game: game.clone(), pos: game.start_round(standing), start: None, moves: Vec::new() }
    }

    /// A round from a position.
    #[must_use]
    pub fn at(game: &G, pos: G::Position) -> Self {
        let start = Some(game.write_position(&pos));
        Self { game: game.clone(), pos, start, moves: Vec::new() }
    }

    /// The position that has been reached.
    #[must_use]
    pub const fn pos(&self) -> &G::Position {
        &self.pos
    }

    /// How many moves and rolls have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: <G::Position as Position>::Move) {
        let by = match self.pos.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        self.moves.push(RecordedMove { by, text: self.game.write_move(&self.pos, mv), spent: None });
        self.pos.play(mv);
    }

    /// The round. How it ended is told by the rules if it was played to its end, and otherwise by `ending`, where that is
    /// possible in this position.
    #[must_use]
    pub fn finish(self, ending: &EarlyEnd) -> RoundRecord {
        let Self { game, pos, start, moves } = self;
        round_record(&*erased::position(game, pos), start, moves, ending)
    }
}

/// The same for a game of any type, whose moves are texts.
#[derive(Clone, Debug)]
pub struct TextTranscriber {
    pos: Box<dyn AnyPosition>,
    start: Option<String>,
    moves: Vec<RecordedMove>,
}

impl TextTranscriber {
    /// A round from the usual beginning.
    #[must_use]
    pub fn new(game: &Arc<dyn AnyGame>) -> Self {
        Self { pos: game.start(), start: None, moves: Vec::new() }
    }

    /// A round from a position.
    #[must_use]
    pub fn at(pos: Box<dyn AnyPosition>) -> Self {
        Self { start: Some(pos.text()), pos, moves: Vec::new() }
    }

    /// The position that has been reached.
    #[must_use]
    pub fn pos(&self) -> &dyn AnyPosition {
        &*self.pos
    }

    /// How many moves and rolls have been played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it cannot be read, or why it is illegal.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let by = match self.pos.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let text = self.pos.play(text)?;
        self.moves.push(RecordedMove { by, text, spent: None });
        Ok(())
    }

    /// The round; see [`Transcriber::finish`].
    #[must_use]
    pub fn finish(self, ending: &EarlyEnd) -> RoundRecord {
        round_record(&*self.pos, self.start, self.moves, ending)
    }
}

fn round_record(
    pos: &dyn AnyPosition,
    start: Option<String>,
    moves: Vec<RecordedMove>,
    ending: &EarlyEnd,
) -> RoundRecord {
    let result = result_of(pos, ending).map(|outcome| (outcome.end, outcome.points));
    let players = PerSeat::from_fn(pos.seats(), |seat| seat.index() as u8);
    RoundRecord {
        players,
        start,
        moves,
        leavers: Vec::new(),
        result,
        hash: pos.key(),
        annotations: Annotations::default(),
    }
}

fn result_of(pos: &dyn AnyPosition, ending: &EarlyEnd) -> Option<RoundOutcome> {
    if pos.turn() == Turn::Over {
        return Some(RoundOutcome::over(pos, &[]));
    }
    match *ending {
        EarlyEnd::Open => None,
        EarlyEnd::Resigned(seat, level) => {
            let at_level = level.and_then(|level| RoundOutcome::resigned_at(pos, seat, level));
            Some(at_level.unwrap_or_else(|| RoundOutcome::forfeited(pos, seat)))
        }
        EarlyEnd::TimeOver(seat) => Some(RoundOutcome::time_over(pos, seat)),
        EarlyEnd::DrawAgreed => Some(RoundOutcome::drawn(pos)),
    }
}

/// A record of one round between players with these names, whatever the names are.
#[must_use]
pub fn record_of<G: Game>(game: &G, names: &[&str], round: RoundRecord) -> Record {
    one_round(game.info().id, game.options(), names, round)
}

/// The same for a game of any type.
#[must_use]
pub fn record_of_any(game: &dyn AnyGame, names: &[&str], round: RoundRecord) -> Record {
    one_round(game.info().id, game.options(), names, round)
}

fn one_round(game: &str, options: String, names: &[&str], round: RoundRecord) -> Record {
    let name = |seat: Seat| player_name(names.get(seat.index()).copied().unwrap_or_default(), seat);
    Record {
        game: game.to_owned(),
        options,
        players: Seat::all(round.players.seats()).map(name).collect(),
        length: Length::Rounds(1),
        clock: ClockRule::None,
        flag: FlagRule::default(),
        rounds: vec![round],
        dice: None,
    }
}

/// A name that a record can hold, made of any text.
#[must_use]
pub fn player_name(text: &str, seat: Seat) -> String {
    let printed: String = text.chars().map(|symbol| if symbol.is_control() { ' ' } else { symbol }).collect();
    let name: String = printed.trim().chars().take(MAX_NAME_CHARS).collect();
    match name.trim() {
        "" => format!("Player {seat}"),
        name => name.to_owned(),
    }
}
