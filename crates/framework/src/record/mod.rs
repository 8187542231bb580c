//! A match as a plain text file that holds everything needed to replay it.

mod annotations;
mod proof;
mod read;
mod replay;
mod write;

use thiserror::Error;

pub use self::{
    annotations::{Annotation, Annotations, MoveMark, MoveMarkError, Variation},
    proof::{DiceProof, DiceSecret, Digest, Drawn, HexError, Nonce, ProvenRoll, Revealed, RollNumber, Share},
    replay::Replayed,
};

use crate::{ClockRule, End, FlagRule, Length, Millis, MoveError, OptionsError, PerSeat, Seat};

/// A match from its first move to its last, as people keep it.
///
/// The text form is strict to read and has one canonical form: what was written is read without loss, and what
/// was read is written as it was. Version 1 of it holds what was played, and version 2 annotations as well; a record
/// without any is written in version 1.
///
/// ```
/// use framework::Record;
/// let text = "\
/// brettwerk record 1
/// game nim 1+2
/// player 1 Anna
/// player 2 Bert
/// length rounds=1
/// clock none
///
/// round 1 players 1 2
/// 1 1-2 @900
/// 2 1-1
/// 1 1-2 @1200
/// result over 1 0
/// hash ed536eef26be949c
///
/// end
/// ";
/// let record: Record = text.parse()?;
/// assert_eq!(record.to_string(), text);
/// let replayed = record.replay(&[nim::ENTRY])?;
/// assert_eq!(replayed.position.text(), "2: 0 0");
/// # Ok::<(), framework::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The id of the game.
    pub game: String,
    /// Its options, in canonical form.
    pub options: String,
    /// The players' names, in the order of their seats in the first round.
    pub players: Vec<String>,
    /// How many rounds were agreed.
    pub length: Length,
    /// How long they might think.
    pub clock: ClockRule,
    /// What a player lost whose time was over.
    pub flag: FlagRule,
    /// The rounds in order.
    pub rounds: Vec<RoundRecord>,
    /// What proves that the dice fell by chance, if that can be proved.
    pub dice: Option<DiceProof>,
}

/// A round of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRecord {
    /// Which player, from 0, sat at each seat.
    pub players: PerSeat<u8>,
    /// The position in which it began, if not the usual one.
    pub start: Option<String>,
    /// Everything that was played, rolls included.
    pub moves: Vec<RecordedMove>,
    /// Who left the table before the end, in order.
    pub leavers: Vec<Leaver>,
    /// How it ended and what each seat won; `None` while it goes on.
    pub result: Option<(End, PerSeat<u32>)>,
    /// The key of the last position.
    pub hash: u64,
    /// What was added afterwards: comments, marks, and moves that could have been played.
    pub annotations: Annotations,
}

impl RoundRecord {
    /// How many moves there are, those of variations included.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.moves.len() + self.annotations.n_moves()
    }
}

/// A player who left the table before the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaver {
    /// The seat, in which somebody else played on.
    pub seat: Seat,
    /// How many plies had been played.
    pub ply: u32,
}

/// A move or a roll in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// Who played it; `None` for the dice.
    pub by: Option<Seat>,
    /// The move in the game's notation.
    pub text: String,
    /// How long the seat had thought, if that was measured.
    pub spent: Option<Millis>,
}

/// The score of a player over the rounds of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Score {
    /// Rounds won.
    pub wins: u32,
    /// Rounds that nobody won.
    pub draws: u32,
    /// Rounds that others won.
    pub losses: u32,
    /// Points won in all rounds.
    pub points: u32,
}

impl Record {
    /// Tells whether anything was added to what was played.
    #[must_use]
    pub fn is_annotated(&self) -> bool {
        self.rounds.iter().any(|round| !round.annotations.is_empty())
    }

    /// The score of each player over the finished rounds.
    #[must_use]
    pub fn scores(&self) -> Vec<Score> {
        let mut scores = vec![Score::default(); self.players.len()];
        for round in &self.rounds {
            let Some((_, points)) = &round.result else { continue };
            let drawn = points.iter().all(|&won| won == 0);
            for (&player, &won) in round.players.iter().zip(points) {
                let score = &mut scores[usize::from(player)];
                score.points = score.points.saturating_add(won);
                score.wins += u32::from(0 < won);
                score.draws += u32::from(drawn);
                score.losses += u32::from(!drawn && won == 0);
            }
        }
        scores
    }

    /// The player, from 0, who has lost the whole match by a clock; `None` unless that was agreed and happened.
    #[must_use]
    pub fn lost_by_time(&self) -> Option<usize> {
        let round = self.rounds.last()?;
        match (self.flag, &round.result) {
            (FlagRule::LosesMatch, Some((End::TimeOver { seat }, _))) => {
                round.players.get(*seat).map(|&player| player.into())
            }
            _ => None,
        }
    }

    /// The players, from 0, who lead: by points where the match is for points, otherwise by rounds won. Who has lost
    /// the match by a clock does not.
    #[must_use]
    pub fn leaders(&self) -> Vec<usize> {
        let lost = self.lost_by_time();
        let scores = self.scores();
        let counts = |player: usize| match self.length {
            Length::Points(_) => scores[player].points,
            Length::Rounds(_) | Length::BestOf(_) | Length::Endless => scores[player].wins,
        };
        let players = || (0..scores.len()).filter(|&player| Some(player) != lost);
        let most = players().map(counts).max();
        players().filter(|&player| Some(counts(player)) == most).collect()
    }
}

/// Why a text is not a record, or a record does not hold what it claims.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RecordError {
    /// The file is larger than any match.
    #[error("the record has {bytes} bytes; at most {} are read", read::MAX_BYTES)]
    TooLong {
        /// Its size.
        bytes: usize,
    },
    /// A line that does not belong where it stands.
    #[error("line {line}: found \"{found}\", expected {expected}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// The text ends too early.
    #[error("the record is cut off after line {line}; expected {expected}")]
    CutShort {
        /// The number of the last line.
        line: usize,
        /// What should follow.
        expected: String,
    },
    /// A game that is not in the list.
    #[error("the game \"{game}\" is unknown; known are {known}")]
    UnknownGame {
        /// The game.
        game: String,
        /// The games there are.
        known: String,
    },
    /// Options that make no game.
    #[error("the options of the record: {0}")]
    Options(#[from] OptionsError),
    /// The number of players does not fit the game.
    #[error("the record has {found} players, the game has {expected} seats")]
    Players {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A start position that cannot be.
    #[error("round {round}: the start position: {error}")]
    Start {
        /// The round, from 1.
        round: usize,
        /// Why not.
        error: crate::NotationError,
    },
    /// A move that cannot be played.
    #[error("round {round}, ply {ply}: {error}")]
    Move {
        /// The round, from 1.
        round: usize,
        /// The ply, from 1.
        ply: usize,
        /// Why not.
        error: MoveError,
    },
    /// A move of a seat whose turn it is not.
    #[error("round {round}, ply {ply}: the record lets {found} move, but it is the turn of {expected}")]
    WrongTurn {
        /// The round, from 1.
        round: usize,
        /// The ply, from 1.
        ply: usize,
        /// Who moves in the record.
        found: String,
        /// Whose turn it is.
        expected: String,
    },
    /// A result that the moves do not give.
    #[error("round {round}: the result says {found}, but {expected}")]
    WrongResult {
        /// The round, from 1.
        round: usize,
        /// What the record says.
        found: String,
        /// What is true.
        expected: String,
    },
    /// A variation that cannot be played; its plies are counted from the beginning of the round.
    #[error("in a variation: {0}")]
    Variation(Box<Self>),
    /// A hash that is not that of the last position.
    #[error("round {round}: the hash is {found:016x}, but the last position has {expected:016x}")]
    WrongHash {
        /// The round, from 1.
        round: usize,
        /// What the record says.
        found: u64,
        /// What is true.
        expected: u64,
    },
}

impl RecordError {
    /// Tells whether the text is a well-formed record that claims something untrue, rather than no record.
    #[must_use]
    pub const fn is_false_claim(&self) -> bool {
        matches!(
            self,
            Self::Move { .. }
                | Self::WrongTurn { .. }
                | Self::WrongResult { .. }
                | Self::WrongHash { .. }
                | Self::Variation(_)
        )
    }
}
