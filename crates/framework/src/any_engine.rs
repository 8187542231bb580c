//! Players behind the erased layer: chosen by one word, moves as text.

use std::sync::Arc;

use serde::Serialize;
use thiserror::Error;

use crate::{
    AnyPosition, AnySearchRequest, FieldGroup, Game, Millis, Options, OptionsError, Position, Text,
    Valuation,
    erased::ErasedPosition,
    search::{
        Control, Engine, EngineEntry, Found, Handicapped, LEVELS, Limits, Progress, RootMove, SearchRequest,
        TunablePlayer,
    },
};

/// What a player of any game has found, with moves as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnyFound {
    /// The best move.
    pub best: String,
    /// What the game is worth to the mover when it is played, on the player's own scale.
    pub value: f32,
    /// The same in the unit in which people count, once the search is over; `None` if nothing is known.
    pub worth: Option<Valuation>,
    /// How many plies were looked ahead completely.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long it took so far.
    pub elapsed: Millis,
    /// What both sides will play if the search is right.
    pub line: Vec<String>,
    /// All moves with their values, the best first.
    pub moves: Vec<FoundMove>,
}

/// A move that a player of any game has looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FoundMove {
    /// The move, in its canonical notation.
    pub text: String,
    /// What it is worth to the mover on the player's own scale, or at most that; `None` where nothing is known.
    pub value: Option<f32>,
    /// The same in the unit in which people count, once the search is over; `None` where that is not known.
    pub worth: Option<Valuation>,
}

/// A move that a player of any game has chosen and played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedMove {
    /// The move, in its canonical notation.
    pub text: String,
    /// What the game was worth to the mover, on the player's own scale.
    pub value: f32,
    /// How many plies were looked ahead completely.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
}

/// A player of any game.
pub trait AnyEngine: Send {
    /// Finds a move in the position of the request, and reports what is found on the way.
    ///
    /// # Panics
    /// If the position is not one of the game for which the player was made.
    fn search(&mut self, request: AnySearchRequest<'_>) -> AnyFound;

    /// Values one move of the position as thoroughly as a search values the best one, and adds that to what it has found. Where a
    /// search values all moves alike, nothing is added.
    ///
    /// # Panics
    /// If the position is not one of the game for which the player was made.
    fn look_at(&mut self, request: AnySearchRequest<'_>, text: &str, found: &mut AnyFound) {
        let _ = (request, text, found);
    }

    /// Finds a move and plays it on the position; `None` if no seat is to move there.
    ///
    /// Only the move that is played is written as text: for who plays thousands of games and asks for nothing else.
    ///
    /// # Panics
    /// If the position is not one of the game for which the player was made.
    fn play(
        &mut self,
        pos: &mut dyn AnyPosition,
        limits: Limits,
        control: Control<'_>,
    ) -> Option<PlayedMove> {
        let request = AnySearchRequest::new(&*pos, limits)?.with_control(control);
        let AnyFound { best, value, depth, nodes, .. } = self.search(request);
        let text = pos.play(&best).expect("a search finds legal moves");
        Some(PlayedMove { text, value, depth, nodes })
    }

    /// Forgets what was learned in earlier searches, as before another game.
    fn forget(&mut self);

    /// Tells whether a search makes the next one easier, so that it pays to think ahead while others decide.
    fn remembers(&self) -> bool;

    /// The most bytes that its tables and trees take during a search within the limits and after it.
    fn memory(&self, limits: &Limits) -> usize {
        let _ = limits;
        0
    }
}

/// What is offered under a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EngineInfo {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// What it is.
    pub about: Text,
    /// The options that people are asked for, besides what can be tuned; each stands for one word after the colon.
    #[serde(skip_serializing_if = "<[FieldGroup]>::is_empty")]
    pub options: &'static [FieldGroup],
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// A word that names no player of the game.
    #[error("there is no player \"{name}\" in this game; choose level1 to level10, adviser, {known}")]
    Unknown {
        /// The word.
        name: String,
        /// The players there are.
        known: String,
    },
    /// Options that the player does not take.
    #[error("the player {name}: {error}")]
    Options {
        /// The player.
        name: &'static str,
        /// What is wrong.
        error: OptionsError,
    },
}

impl EngineError {
    /// What is wrong, in every language.
    #[must_use]
    pub fn text(&self) -> Text {
        let german = match self {
            Self::Unknown { name, known } => format!(
                "den Spieler „{name}“ gibt es in diesem Spiel nicht; möglich sind level1 bis level10, adviser, {known}"
            ),
            Self::Options { name, error } => format!("der Spieler {name}: {}", error.text().de),
        };
        Text::new(self.to_string(), german)
    }
}

/// The word for the player that is asked for advice.
const ADVISER: &str = "adviser";

/// Makes a player of a game from a text: `level5`, `adviser`, a name, or a name with options as in `alphabeta:table=16`.
pub(crate) fn make<G: Game>(game: &Arc<G>, text: &str) -> Result<Box<dyn AnyEngine>, EngineError> {
    if let Some(level) = level(text) {
        return Ok(Box::new(ErasedEngine::<G> { engine: game.level(level) }));
    }
    if text == ADVISER {
        return Ok(Box::new(ErasedEngine::<G> { engine: game.adviser() }));
    }
    let (entry, options) = chosen(&**game, text)?;
    let engine = with_mistakes(&entry, &options);
    let engine = engine.map_err(|error| EngineError::Options { name: entry.name, error })?;
    Ok(Box::new(ErasedEngine::<G> { engine }))
}

/// The level that a text chooses, such as `level5`.
fn level(text: &str) -> Option<u8> {
    text.strip_prefix("level")?.parse().ok().filter(|level| LEVELS.contains(level))
}

/// Checks that a text chooses a player.
///
/// Only options that no list of parameters explains are tried out by making a player: weights, networks and tables of
/// the strong ones take tens of milliseconds and megabytes, and a server checks every text that a client sends.
pub(crate) fn check<G: Game>(game: &Arc<G>, text: &str) -> Result<(), EngineError> {
    if text == ADVISER || level(text).is_some() {
        return Ok(());
    }
    let (entry, options) = chosen(&**game, text)?;
    // The testkit makes sure that a name alone is enough.
    if options.is_empty() {
        return Ok(());
    }
    match tunable(&**game, text)? {
        Some(tuned) if tuned.options.is_empty() => Ok(()),
        _ => {
            let made = with_mistakes(&entry, &options);
            made.map(|_| ()).map_err(|error| EngineError::Options { name: entry.name, error })
        }
    }
}

/// What can be tuned about the player that a text chooses; `None` if nothing can.
pub(crate) fn tunable<G: Game>(game: &G, text: &str) -> Result<Option<TunablePlayer>, EngineError> {
    if text == ADVISER || level(text).is_some() {
        return Ok(None);
    }
    let (entry, options) = chosen(game, text)?;
    let Some(tune) = &entry.tune else { return Ok(None) };
    let mut reader = options.reader();
    let taken = tune(&mut reader).map_err(|error| EngineError::Options { name: entry.name, error });
    Ok(Some(TunablePlayer { name: entry.name, parameters: taken?, options: reader.rest() }))
}

/// The player that a text names, and the options that it gives.
fn chosen<G: Game>(game: &G, text: &str) -> Result<(EngineEntry<G::Position>, Options), EngineError> {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let mut entries = game.engines();
    let Some(idx) = entries.iter().position(|entry| entry.name == name) else {
        let known = entries.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        return Err(EngineError::Unknown { name: crate::notation::shortened(name), known });
    };
    let entry = entries.swap_remove(idx);
    let options = options.replace(',', " ").parse();
    let options = options.map_err(|error| EngineError::Options { name: entry.name, error })?;
    Ok((entry, options))
}

/// Makes a player that may have been asked to make mistakes, as every player can be.
fn with_mistakes<P: Position>(
    entry: &EngineEntry<P>,
    options: &Options,
) -> Result<Box<dyn Engine<P>>, OptionsError> {
    let mut reader = options.reader();
    let percent = reader.number("mistakes", 0..=MAX_MISTAKES)?;
    let engine = (entry.make)(&reader.rest().parse()?)?;
    Ok(match percent {
        Some(percent) => {
            let noise = percent as f32 / 100.0;
            Box::new(Handicapped { engine, nodes: None, depth: None, noise })
        }
        None => engine,
    })
}

/// The most noise that a player can be asked for, in percent of the spread between its moves.
const MAX_MISTAKES: u32 = 1_000;

pub(crate) fn infos<G: Game>(game: &G) -> Vec<EngineInfo> {
    let info =
        |entry: EngineEntry<_>| EngineInfo { name: entry.name, about: entry.about, options: entry.fields };
    game.engines().into_iter().map(info).collect()
}

struct ErasedEngine<G: Game> {
    engine: Box<dyn Engine<G::Position>>,
}

impl<G: Game> AnyEngine for ErasedEngine<G> {
    fn search(&mut self, request: AnySearchRequest<'_>) -> AnyFound {
        let control = request.control();
        let (erased, typed, progress) = request.typed::<G>();
        let found = match progress {
            Some(progress) => {
                let mut report = |known: &Progress<'_, _>| {
                    progress(&in_words(erased, known.found, known.elapsed, |_| None));
                };
                self.engine.search(typed.with_progress(&mut report))
            }
            None => self.engine.search(typed),
        };
        let appraise = |root: &_| self.engine.appraise(&erased.pos, &found, root);
        in_words(erased, &found, control.elapsed(), appraise)
    }

    fn look_at(&mut self, request: AnySearchRequest<'_>, text: &str, found: &mut AnyFound) {
        let (erased, typed, _) = request.typed::<G>();
        let (game, pos) = (&erased.game, &erased.pos);
        let Ok(mv) = game.parse_move(pos, text) else { return };
        let Some(root) = self.engine.look_at(typed, mv) else { return };
        let line = vec![mv];
        let seen = Found {
            best: mv,
            value: root.value,
            depth: 1,
            nodes: 0,
            line,
            moves: vec![root],
            complete: false,
        };
        let worth = self.engine.appraise(pos, &seen, &root);
        let text = game.write_move(pos, mv);
        if let Some(known) = found.moves.iter_mut().find(|known| known.text == text) {
            (known.value, known.worth) = (Some(root.value), worth);
        }
    }

    fn play(
        &mut self,
        pos: &mut dyn AnyPosition,
        limits: Limits,
        control: Control<'_>,
    ) -> Option<PlayedMove> {
        let erased: &mut ErasedPosition<G> =
            pos.as_erased_mut().downcast_mut().expect("a player searches positions of its own game");
        let found = self.engine.search(SearchRequest::new(&erased.pos, limits)?.with_control(control));
        let text = erased.game.write_move(&erased.pos, found.best);
        erased.pos.play(found.best);
        Some(PlayedMove { text, value: found.value, depth: found.depth, nodes: found.nodes })
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn remembers(&self) -> bool {
        self.engine.remembers()
    }

    fn memory(&self, limits: &Limits) -> usize {
        self.engine.memory(limits)
    }
}

fn in_words<G: Game>(
    erased: &ErasedPosition<G>,
    found: &Found<<G::Position as Position>::Move>,
    elapsed: Millis,
    appraise: impl Fn(&RootMove<<G::Position as Position>::Move>) -> Option<Valuation>,
) -> AnyFound {
    let (game, pos) = (&erased.game, &erased.pos);
    let mut line = Vec::new();
    let mut along = pos.clone();
    for &mv in &found.line {
        line.push(game.write_move(&along, mv));
        along.play(mv);
    }
    let mut worth = None;
    let moves = found.moves.iter().map(|root| {
        let worth_of_move = appraise(root);
        if root.mv == found.best {
            worth = worth_of_move;
        }
        let value = root.value.is_finite().then_some(root.value);
        FoundMove { text: game.write_move(pos, root.mv), value, worth: worth_of_move }
    });
    AnyFound {
        moves: moves.collect(),
        best: game.write_move(pos, found.best),
        value: found.value,
        worth,
        depth: found.depth,
        nodes: found.nodes,
        elapsed,
        line,
    }
}
