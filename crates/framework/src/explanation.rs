//! Why an evaluation comes to its value: term by term, with amounts and weights.

use std::{borrow::Cow, fmt, sync::Arc};

use serde::Serialize;
use thiserror::Error;

use crate::{
    AnyPosition, Game, MoveError, Options, OptionsError, Position, Seat, Text, Turn, erased::ErasedPosition,
    notation::shortened,
};

/// One term of an evaluation: how much there is of something, and what that counts.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplainedTerm {
    /// A short name in English, the same in every language.
    pub name: Cow<'static, str>,
    /// What is counted.
    pub about: Text,
    /// How much of it there is.
    pub amount: f64,
    /// What one of it counts.
    pub weight: f64,
    /// What it adds to the value.
    pub share: f64,
}

impl ExplainedTerm {
    /// A term that adds its amount times its weight.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, about: Text, amount: f64, weight: f64) -> Self {
        // Adding 0 makes nothing out of minus nothing, which nobody wants to read.
        Self { name: name.into(), about, amount: amount + 0.0, weight, share: amount * weight + 0.0 }
    }
}

/// The value of an evaluation as the sum of its terms.
///
/// ```
/// use framework::{ExplainedTerm, Explanation, Text};
/// let about = Text::fixed("runs of three discs", "Dreierreihen");
/// let explanation = Explanation::sum([ExplainedTerm::new("own-threes", about, 2.0, 100.0)]);
/// assert_eq!(explanation.value(), 200.0);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    // The value is always the sum of the shares.
    terms: Vec<ExplainedTerm>,
    value: f64,
}

impl Explanation {
    /// Adds up terms.
    #[must_use]
    pub fn sum(terms: impl IntoIterator<Item = ExplainedTerm>) -> Self {
        let terms: Vec<_> = terms.into_iter().collect();
        let value = terms.iter().map(|term| term.share).fold(0.0, |sum, share| sum + share);
        Self { terms, value }
    }

    /// A finished or decided game, in which nothing counts but its result.
    #[must_use]
    pub fn decided(about: Text, value: f64) -> Self {
        Self::sum([ExplainedTerm::new("decided", about, value.signum(), value.abs())])
    }

    /// The terms in the order of the evaluation.
    #[must_use]
    pub fn terms(&self) -> &[ExplainedTerm] {
        &self.terms
    }

    /// The sum of all shares.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.value
    }
}

/// Something that can say why it values a position as it does.
pub trait Explains<P: Position>: Send + Sync {
    /// Explains what a position is worth to a seat; `None` for who only rates moves.
    fn explain(&self, pos: &P, seat: Seat) -> Option<Explanation>;

    /// Explains what a legal move of a seat is worth to that seat: the position after it, if nothing else is said.
    /// `None` if the evaluation does not rate this move.
    fn explain_move(&self, pos: &P, mv: P::Move, mover: Seat) -> Option<Explanation> {
        self.explain(&pos.after(mv), mover)
    }
}

/// An evaluation that a game can explain: its name, what it is, and how it is made.
pub struct EvaluationEntry<P: Position> {
    /// The word by which it is chosen: that of the player who alone uses it, or `own`.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: Text,
    make: MakeEvaluation<P>,
}

/// Makes an evaluation from its options.
type MakeEvaluation<P> = Box<dyn Fn(&Options) -> Result<Box<dyn Explains<P>>, OptionsError> + Send + Sync>;

impl<P: Position> EvaluationEntry<P> {
    /// Lists an evaluation that takes options, those of its player.
    pub fn new<E: Explains<P> + 'static>(
        name: &'static str,
        about: Text,
        make: impl Fn(&Options) -> Result<E, OptionsError> + Send + Sync + 'static,
    ) -> Self {
        let make: MakeEvaluation<P> = Box::new(move |options| Ok(Box::new(make(options)?)));
        Self { name, about, make }
    }

    /// Lists an evaluation without options.
    pub fn fixed<E: Explains<P> + Clone + Sync + 'static>(
        name: &'static str,
        about: Text,
        evaluation: E,
    ) -> Self {
        Self::new(name, about, move |options| {
            options.reader().finish("no options").map(|()| evaluation.clone())
        })
    }

    /// Makes the evaluation that options describe.
    ///
    /// # Errors
    /// If it does not take these options.
    pub fn make(&self, options: &Options) -> Result<Box<dyn Explains<P>>, OptionsError> {
        (self.make)(options)
    }
}

impl<P: Position> fmt::Debug for EvaluationEntry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvaluationEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What is offered to be explained, under a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EvaluationInfo {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// What it is.
    pub about: Text,
}

/// What is to be explained about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question<'a> {
    /// What it is worth to a seat.
    Seat(Seat),
    /// What a move is worth to the seat that plays it.
    Move(&'a str),
}

/// Why an evaluation cannot be explained.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ExplainError {
    /// The game has no evaluation that is a sum of terms.
    #[error("this game has no evaluation that could be explained")]
    NoEvaluations,
    /// A word that names no evaluation of the game.
    #[error("there is no evaluation \"{name}\" in this game; choose {known}")]
    Unknown {
        /// The word.
        name: String,
        /// The evaluations there are.
        known: String,
    },
    /// Options that the evaluation does not take.
    #[error("the evaluation {name}: {error}")]
    Options {
        /// The evaluation.
        name: &'static str,
        /// What is wrong.
        error: OptionsError,
    },
    /// The game has no such seat.
    #[error("there is no seat {0} in this game")]
    NoSuchSeat(Seat),
    /// There is nothing left to judge.
    #[error("the game is over; its result counts, and no evaluation")]
    Over,
    /// The dice come before the next move.
    #[error("the dice are next, so nobody can move; add a roll to the moves first")]
    DiceFirst,
    /// The move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The evaluation rates moves, and none is named.
    #[error("{name} rates moves and not positions; name a move")]
    NeedsMove {
        /// The evaluation.
        name: &'static str,
    },
    /// The player does not consider this move.
    #[error("{name} does not consider {mv}; its player never rates this move")]
    NotRated {
        /// The evaluation.
        name: &'static str,
        /// The move.
        mv: String,
    },
}

/// The evaluations of a game.
pub(crate) fn infos<G: Game>(game: &G) -> Vec<EvaluationInfo> {
    let info = |entry: EvaluationEntry<G::Position>| EvaluationInfo { name: entry.name, about: entry.about };
    game.evaluations().into_iter().map(info).collect()
}

/// Explains a position of a game by the evaluation that a text names, perhaps with options after a colon.
pub(crate) fn explain<G: Game>(
    game: &Arc<G>,
    text: &str,
    pos: &dyn AnyPosition,
    question: Question<'_>,
) -> Result<Explanation, ExplainError> {
    let (entry, evaluation) = evaluation(&**game, text)?;
    let ErasedPosition::<G> { pos, .. } =
        pos.as_erased().downcast_ref().expect("an evaluation explains positions of its own game");
    let turn = pos.turn();
    if turn == Turn::Over {
        return Err(ExplainError::Over);
    }
    match question {
        Question::Seat(seat) if pos.seats() <= seat.index() => Err(ExplainError::NoSuchSeat(seat)),
        Question::Seat(seat) => {
            evaluation.explain(pos, seat).ok_or(ExplainError::NeedsMove { name: entry.name })
        }
        Question::Move(text) => {
            let Turn::Seat(mover) = turn else { return Err(ExplainError::DiceFirst) };
            let mv = game.parse_move(pos, text).map_err(|error| error.erased())?;
            evaluation
                .explain_move(pos, mv, mover)
                .ok_or_else(|| ExplainError::NotRated { name: entry.name, mv: game.write_move(pos, mv) })
        }
    }
}

/// An evaluation and the line that lists it.
pub(crate) type Chosen<P> = (EvaluationEntry<P>, Box<dyn Explains<P>>);

/// The evaluation that a text names, made with the options behind its colon.
pub(crate) fn evaluation<G: Game>(game: &G, text: &str) -> Result<Chosen<G::Position>, ExplainError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut entries = game.evaluations();
    if entries.is_empty() {
        return Err(ExplainError::NoEvaluations);
    }
    let Some(idx) = entries.iter().position(|entry| entry.name == name) else {
        let known = entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        return Err(ExplainError::Unknown { name: shortened(name), known });
    };
    let entry = entries.swap_remove(idx);
    let made = options.replace(',', " ").parse().and_then(|options| entry.make(&options));
    match made {
        Ok(evaluation) => Ok((entry, evaluation)),
        Err(error) => Err(ExplainError::Options { name: entry.name, error }),
    }
}
