//! What players do, and what then happens.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Millis, MoveError, PerSeat, Seat};

/// What a player wants to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Play a move, in the game's notation.
    Move(String),
    /// Roll the dice.
    Roll,
    /// Say how real dice fell.
    EnterRoll(String),
    /// Give up, at the cheapest level or a named one.
    Resign(Option<String>),
    /// Leave the table for the rest of the round. Somebody else plays on in that seat, who cannot win any more.
    Leave,
    /// Offer a draw.
    OfferDraw,
    /// Take moves back: to the last own decision, or until so many plies are left.
    Undo(Option<u32>),
    /// Agree to what another seat offers.
    Accept,
    /// Refuse what another seat offers.
    Decline,
    /// Be ready for the next round, which begins when everybody is.
    Ready,
    /// Forget the score and begin from the first round.
    NewGame,
}

/// Why an action is refused. Nothing has changed then, except that a clock may have been found to be over.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Refused {
    /// The match has no such seat.
    #[error("there is no seat {0} in this match")]
    NoSuchSeat(Seat),
    /// The action was meant for another moment of the game.
    #[error("{ply} plies have been played by now; look at the new position first")]
    Stale {
        /// How many plies have been played.
        ply: u32,
    },
    /// Another seat decides.
    #[error("it is the turn of seat {0}")]
    NotYourTurn(Seat),
    /// The dice decide.
    #[error("the dice are rolled first")]
    DiceFirst,
    /// There are no dice to roll now.
    #[error("there is nothing to roll now")]
    NothingToRoll,
    /// The dice come from elsewhere.
    #[error("the dice of this match are not entered by hand")]
    DiceNotByHand,
    /// The dice come from the players.
    #[error("the dice of this match are rolled by hand; enter how they fell")]
    DiceByHand,
    /// The rules forbid the move, or it cannot be read.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The round is over.
    #[error("the round is over")]
    RoundOver,
    /// The round goes on.
    #[error("the round is not over yet")]
    RoundRunning,
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The clock ran out before the action came; the round has ended by that.
    #[error("the time of seat {0} was over")]
    TimeOver(Seat),
    /// The game has no draws.
    #[error("this game has no draws")]
    NoDraws,
    /// Nobody can give up for all the others.
    #[error("nobody can resign at a table of more than two; leave the seat to another player instead")]
    NoResigning,
    /// Where two sit, one who leaves gives up.
    #[error("nobody leaves a table of two; resign instead")]
    NoLeaving,
    /// The seat has been left already.
    #[error("seat {0} has been left already")]
    HasLeft(Seat),
    /// There is no such level of giving up now.
    #[error("one cannot resign a \"{level}\" here; possible: {possible}")]
    NoSuchLevel {
        /// What was asked for.
        level: String,
        /// What is possible.
        possible: String,
    },
    /// Moves are not taken back in this match.
    #[error("moves are not taken back in this match")]
    NoUndo,
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// Another offer waits for an answer.
    #[error("an offer is waiting for an answer")]
    OfferPending,
    /// There is no offer that this seat could answer.
    #[error("there is no offer to answer")]
    NoOffer,
}

/// An offer that the others may accept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To end the round without a winner.
    Draw,
    /// To give up at a level.
    Resign(String),
    /// To take moves back until so many plies are left.
    Undo(u32),
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game.
    Over,
    /// A seat gave up at a level.
    Resigned {
        /// Who gave up.
        seat: Seat,
        /// At which level.
        level: String,
    },
    /// A seat's time was over.
    TimeOver {
        /// Whose time it was.
        seat: Seat,
    },
    /// The seats agreed on a draw.
    DrawAgreed,
}

/// Something that has happened in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// A round began, with these players (from 0) at the seats.
    RoundStarted {
        /// Which player sits at each seat.
        players: PerSeat<u8>,
    },
    /// A seat played a move.
    Moved {
        /// Who played.
        seat: Seat,
        /// The move in its canonical notation.
        text: String,
        /// How long the seat had thought.
        spent: Millis,
    },
    /// The dice fell.
    Rolled {
        /// The roll in its canonical notation.
        text: String,
    },
    /// A seat offered something.
    Offered {
        /// Who offered.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A player left the table; the seat stays, and somebody else plays on in it.
    Left {
        /// Which seat.
        seat: Seat,
    },
    /// A seat agreed to the offer, while others still think about it.
    Accepted {
        /// Who agreed.
        seat: Seat,
    },
    /// A seat refused the offer, which is gone then.
    Declined {
        /// Who refused.
        seat: Seat,
    },
    /// Moves were taken back until so many plies were left.
    TakenBack {
        /// How many are left.
        ply: u32,
    },
    /// The round ended.
    RoundEnded {
        /// How.
        end: End,
        /// How many points each seat won by it.
        points: PerSeat<u32>,
    },
    /// A seat is ready for the next round.
    Ready {
        /// Which.
        seat: Seat,
    },
    /// The score was forgotten.
    ScoreCleared,
}

/// A numbered event of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its number, from 1, without gaps.
    pub number: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened.
    pub what: Happening,
}
