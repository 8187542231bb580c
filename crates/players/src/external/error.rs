//! What can go wrong outside.

use std::{io, path::PathBuf, time::Duration};

use framework::{FaultKind, MoveError, PlayerFault};
use thiserror::Error;

/// Why a player outside gave no legal move.
#[derive(Debug, Error)]
pub enum ExternalError {
    /// The program cannot be started.
    #[error("the program \"{command}\" cannot be started: {error}")]
    Start {
        /// The command.
        command: String,
        /// Why not.
        error: io::Error,
    },
    /// The program ended or closed its streams.
    #[error("the program has ended{how}")]
    Died {
        /// How, and what it said last, as far as that is known.
        how: String,
    },
    /// Nothing came in time.
    #[error("no answer came within {} ms", .0.as_millis())]
    TimeOver(Duration),
    /// A person here has stopped the waiting, which is not the player's fault.
    #[error("the waiting was interrupted")]
    Interrupted,
    /// The answer is longer than any sensible one.
    #[error("the answer is longer than {0} bytes")]
    TooLong(usize),
    /// The answer does not follow the protocol.
    #[error("\"{0}\" is no answer: it begins with neither = nor ?")]
    NoAnswer(String),
    /// The program cannot do what it must.
    #[error("the program refuses \"{command}\": {problem}")]
    Refused {
        /// What it was told.
        command: String,
        /// What it said.
        problem: String,
    },
    /// The answer is no legal move.
    #[error("the answer \"{answer}\" cannot be played: {error}")]
    Move {
        /// The answer.
        answer: String,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The file cannot be written.
    #[error("{} cannot be written: {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file is about another game.
    #[error("{} is about \"{found}\", and here \"{expected}\" is played", .path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game and options in it.
        found: String,
        /// Ours.
        expected: String,
    },
    /// The file does not hold the known record and a legal move after it.
    #[error("{}: move {number}, \"{found}\": {problem}", .path.display())]
    BadMove {
        /// The file.
        path: PathBuf,
        /// The number of the first bad move, from 1.
        number: usize,
        /// The move in the file.
        found: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl From<ExternalError> for PlayerFault {
    fn from(error: ExternalError) -> Self {
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
        Self::new(kind, error)
    }
}
