//! Checking the dice of a record.

use std::collections::BTreeMap;

use framework::{
    DiceProof, GameEntry, Nonce, ProvenRoll, Record, RecordError, Revealed, RollNumber, Share, Turn,
};
use thiserror::Error;

use crate::{
    Chance,
    draw::{commitment, draw, share},
    seal,
};

/// The dice of a record fell by chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// How many rolls were drawn.
    pub rolls: usize,
    /// How many of them were taken back and did not fall again.
    pub taken_back: usize,
    /// Where a person gave no nonce, so that a substitute was used. Such a roll is still bound to the server's
    /// secret, but the server may have known it in advance if nobody else gave a nonce either.
    pub missing: Vec<Missing>,
    /// How many rolls no person gave anything to.
    pub without_people: usize,
}

/// A nonce that a person did not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    /// To which roll.
    pub roll: RollNumber,
    /// Whether it had been promised, and was withheld.
    pub is_late: bool,
}

/// Why the dice of a record are not proved.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Flaw {
    /// The record holds no proof.
    #[error("the record holds no proof of its dice; only servers with fair dice write one")]
    NoProof,
    /// The match is not over, so the secret is not shown yet.
    #[error("the match is not over, so the server has not shown its secret; get the record again afterwards")]
    Open,
    /// The record is no record of a game that is known.
    #[error(transparent)]
    Unreadable(RecordError),
    /// The record claims something untrue.
    #[error("{0}")]
    Record(RecordError),
    /// The secret is not the one to which the server was bound.
    #[error("the secret is not the one to which the server was bound before the first roll")]
    Commitment,
    /// A roll did not fall as it must have.
    #[error("roll {} of round {}: {problem}", roll.number, roll.round)]
    Roll {
        /// Which.
        roll: RollNumber,
        /// What is wrong with it.
        problem: String,
    },
    /// Something was changed after the record was written.
    #[error("every roll falls as it must, but the seal does not fit: the record was changed after the match")]
    Seal,
}

impl Flaw {
    /// Tells whether the record claims something untrue, rather than proving nothing.
    #[must_use]
    pub const fn is_false_claim(&self) -> bool {
        matches!(self, Self::Record(_) | Self::Commitment | Self::Roll { .. } | Self::Seal)
    }
}

/// Checks that the dice of a finished match fell by chance: that the server kept to its secret, that every roll is
/// what the secret and the nonces give, and that nothing was changed.
///
/// # Errors
/// If the record proves nothing, or the first thing that is wrong.
pub fn verify(record: &Record, games: &[GameEntry]) -> Result<Verification, Flaw> {
    let false_or_unknown = |error: RecordError| match error.is_false_claim() {
        true => Flaw::Record(error),
        false => Flaw::Unreadable(error),
    };
    record.replay(games).map_err(false_or_unknown)?;
    let proof = record.dice.as_ref().ok_or(Flaw::NoProof)?;
    let Revealed { secret, seal: found } = proof.revealed.ok_or(Flaw::Open)?;
    if commitment(&proof.table, &secret) != proof.commitment {
        return Err(Flaw::Commitment);
    }
    let mut proven: BTreeMap<RollNumber, &ProvenRoll> = BTreeMap::new();
    for roll in &proof.rolls {
        check_drawn(proof, roll)?;
        proven.insert(roll.roll, roll);
    }
    check_rounds(record, games, &mut proven)?;
    if seal::seal(&mut record.clone(), secret) != Some(found) {
        return Err(Flaw::Seal);
    }
    Ok(Verification {
        rolls: proof.rolls.len(),
        taken_back: proven.len(),
        missing: proof.rolls.iter().flat_map(missing).collect(),
        without_people: proof.rolls.iter().filter(|roll| !roll.nonces.iter().any(is_given)).count(),
    })
}

const fn is_given(share: &Share) -> bool {
    matches!(share, Share::Nonce(_))
}

fn missing(roll: &ProvenRoll) -> impl Iterator<Item = Missing> {
    let of = |share: &Share| match share {
        Share::Nonce(_) | Share::Engine => None,
        Share::None => Some(false),
        Share::Late => Some(true),
    };
    roll.nonces.iter().filter_map(of).map(|is_late| Missing { roll: roll.roll, is_late })
}

/// Checks that a roll is what the secret and the nonces give.
fn check_drawn(proof: &DiceProof, proven: &ProvenRoll) -> Result<(), Flaw> {
    let Some(Revealed { secret, .. }) = &proof.revealed else { return Err(Flaw::Open) };
    let roll = proven.roll;
    let nonces: Vec<Nonce> =
        (0..).zip(&proven.nonces).map(|(place, given)| share(&proof.table, roll, place, *given)).collect();
    let drawn = draw(&proof.table, secret, roll, &nonces, &Chance::behind(&proven.drawn));
    match drawn == proven.drawn {
        true => Ok(()),
        false => {
            let problem =
                format!("the proof says \"{}\", but secret and nonces give \"{drawn}\"", proven.drawn);
            Err(Flaw::Roll { roll, problem })
        }
    }
}

/// Checks that the dice of every round are those of the proof, and takes out what was used.
fn check_rounds(
    record: &Record,
    games: &[GameEntry],
    proven: &mut BTreeMap<RollNumber, &ProvenRoll>,
) -> Result<(), Flaw> {
    let game = record.open(games).map_err(Flaw::Unreadable)?;
    for (idx, round) in record.rounds.iter().enumerate() {
        let mut position = match &round.start {
            Some(text) => game
                .parse_position(text)
                .map_err(|error| Flaw::Unreadable(RecordError::Start { round: idx + 1, error }))?,
            None => game.start_round(&record.standing_before(idx, &round.players)),
        };
        let mut roll = RollNumber { round: idx as u32 + 1, number: 0 };
        for (ply, mv) in round.moves.iter().enumerate() {
            if position.turn() == Turn::Chance {
                roll.number += 1;
                let wrong = |problem: String| Flaw::Roll { roll, problem };
                let found =
                    proven.remove(&roll).ok_or_else(|| wrong("the proof does not name it".to_owned()))?;
                let outcomes = position.chance_outcomes();
                let expected = Chance::outcome(&outcomes, &found.drawn).ok_or_else(|| {
                    wrong(format!("\"{}\" is not how the dice of this position fall", found.drawn))
                })?;
                if expected != mv.text {
                    let problem = format!("the record says {}, but the dice fell {expected}", mv.text);
                    return Err(wrong(problem));
                }
            }
            let played = position.play(&mv.text);
            played
                .map_err(|error| Flaw::Record(RecordError::Move { round: idx + 1, ply: ply + 1, error }))?;
        }
    }
    // Whatever else the proof holds of a round was taken back.
    let rounds = record.rounds.len() as u32;
    match proven.keys().find(|roll| rounds < roll.round) {
        Some(&roll) => Err(Flaw::Roll { roll, problem: "there is no such round".to_owned() }),
        None => Ok(()),
    }
}
